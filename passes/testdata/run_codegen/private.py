# RUN: RunCodegen{"entry_functions": ["main"]}
# A function without a symbol is called by its name, and the compiler knows it by that.
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function(private=True)
    def helper(x: R.Tensor((1,), dtype="float32")) -> R.Tensor((1,), dtype="float32"):
        R.func_attr({"Codegen": "assay"})
        return x

    @R.function
    def main(x: R.Tensor((1,), dtype="float32")) -> R.Tensor((1,), dtype="float32"):
        cls = Module
        y: R.Tensor((1,), dtype="float32") = cls.helper(x)
        return y
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_attrs({"external_mods": ["# from tvm.script import ir as I\n# from tvm.script import relax as R\n\n@I.ir_module\nclass Module:\n    @R.function\n    def helper(x: R.Tensor((1,), dtype=\"float32\")) -> R.Tensor((1,), dtype=\"float32\"):\n        R.func_attr({\"Codegen\": \"assay\"})\n        return x"]})
    @R.function
    def main(x: R.Tensor((1,), dtype="float32")) -> R.Tensor((1,), dtype="float32"):
        y = R.call_dps_packed("helper", (x,), out_ty=R.Tensor((1,), dtype="float32"))
        return y
