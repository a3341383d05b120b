# RUN: AttachExternModules{"extern_modules":["def twice("]}
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((2,), "float32")) -> R.Tensor((2,), "float32"):
        return x
# ---
# error: an external module does not read: expected a module of TVMScript (a class under @I.ir_module, or functions under @R.function or @T.prim_func), got text without one
