# RUN: AttachExternModules{"extern_modules":["@I.ir_module\nclass Module:\n    @R.function\n    def twice(x: R.Tensor((2,), \"float32\")) -> R.Tensor((2,), \"float32\"):\n        y = R.add(x, x)\n        return y\n"]}
# One that is there already stays before it.
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_attrs({"external_mods": ["@I.ir_module\nclass Module:\n    pass\n"]})
    @R.function
    def main(x: R.Tensor((2,), "float32")) -> R.Tensor((2,), "float32"):
        y = R.call_dps_packed("twice", (x,), out_ty=R.Tensor((2,), "float32"))
        return y
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_attrs({"external_mods": ["@I.ir_module\nclass Module:\n    pass\n", "@I.ir_module\nclass Module:\n    @R.function\n    def twice(x: R.Tensor((2,), \"float32\")) -> R.Tensor((2,), \"float32\"):\n        y = R.add(x, x)\n        return y\n"]})
    @R.function
    def main(x: R.Tensor((2,), dtype="float32")) -> R.Tensor((2,), dtype="float32"):
        y = R.call_dps_packed("twice", (x,), out_ty=R.Tensor((2,), dtype="float32"))
        return y
