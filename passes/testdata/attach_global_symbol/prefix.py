# RUN: AttachGlobalSymbol,AttachGlobalSymbol
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

@I.ir_module
class Module:
    I.module_attrs({"system_lib_prefix": "hello_"})
    @T.prim_func(private=True, s_tir=True)
    def fill(x: T.Buffer((2,), "float32")):
        x[0] = T.float32(0.0)

    @R.function(private=True)
    def helper() -> R.Tensor((2,), dtype="float32"):
        cls = Module
        y = R.call_tir(cls.fill, R.tuple(), out_ty=R.Tensor((2,), dtype="float32"))
        return y

    @R.function
    def main() -> R.Tensor((2,), dtype="float32"):
        cls = Module
        y: R.Tensor((2,), dtype="float32") = cls.helper()
        return y
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_attrs({"system_lib_prefix": "hello_"})
    @T.prim_func(s_tir=True)
    def hello_fill(x: T.Buffer((2,), "float32")):
        x[0] = T.float32(0.0)

    @R.function
    def helper() -> R.Tensor((2,), dtype="float32"):
        cls = Module
        y = R.call_tir(cls.hello_fill, R.tuple(), out_ty=R.Tensor((2,), dtype="float32"))
        return y

    @R.function
    def main() -> R.Tensor((2,), dtype="float32"):
        cls = Module
        y: R.Tensor((2,), dtype="float32") = cls.helper()
        return y
