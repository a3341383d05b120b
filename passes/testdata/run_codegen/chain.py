# RUN: FuseOpsByPattern{"patterns":["assay.matmul_bias_relu","assay.arithmetic"]}, MergeCompositeFunctions, RunCodegen
# The whole way: patterns, one function for all that hangs together, and the external call.
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((2, 3), "float32"), w: R.Tensor((3, 4), "float32")) -> R.Tensor((2, 4), "float32"):
        with R.dataflow():
            a = R.matmul(x, w)
            b = R.add(a, R.const([1.0, 2.0, 3.0, 4.0], "float32"))
            c = R.nn.relu(b)
            d = R.multiply(c, c)
            e = R.exp(d)
            R.output(e)
        return e
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_attrs({"external_mods": ["# from tvm.script import ir as I\n# from tvm.script import relax as R\n\n@I.ir_module\nclass Module:\n    @R.function\n    def fused_relax_matmul_relax_add_relax_nn_relu_relax_multiply_assay(x: R.Tensor((2, 3), dtype=\"float32\"), w: R.Tensor((3, 4), dtype=\"float32\")) -> R.Tensor((2, 4), dtype=\"float32\"):\n        R.func_attr({\"Codegen\": \"assay\"})\n        # from tvm.script import relax as R\n        \n        @R.function\n        def gv(x_1: R.Tensor((2, 3), dtype=\"float32\"), w_1: R.Tensor((3, 4), dtype=\"float32\")) -> R.Tensor((2, 4), dtype=\"float32\"):\n            R.func_attr({\"Composite\": \"assay.matmul_bias_relu\"})\n            with R.dataflow():\n                a: R.Tensor((2, 4), dtype=\"float32\") = R.matmul(x_1, w_1, out_dtype=None)\n                b: R.Tensor((2, 4), dtype=\"float32\") = R.add(a, R.const([1.0, 2.0, 3.0, 4.0], \"float32\"))\n                c: R.Tensor((2, 4), dtype=\"float32\") = R.nn.relu(b)\n                R.output(c)\n            return c\n\n        c: R.Tensor((2, 4), dtype=\"float32\") = gv(x, w)\n        # from tvm.script import relax as R\n        \n        @R.function\n        def gv_1(c_1: R.Tensor((2, 4), dtype=\"float32\")) -> R.Tensor((2, 4), dtype=\"float32\"):\n            R.func_attr({\"Composite\": \"assay.arithmetic\"})\n            with R.dataflow():\n                d: R.Tensor((2, 4), dtype=\"float32\") = R.multiply(c_1, c_1)\n                R.output(d)\n            return d\n\n        d: R.Tensor((2, 4), dtype=\"float32\") = gv_1(c)\n        return d"]})
    @R.function
    def main(x: R.Tensor((2, 3), dtype="float32"), w: R.Tensor((3, 4), dtype="float32")) -> R.Tensor((2, 4), dtype="float32"):
        with R.dataflow():
            d = R.call_dps_packed("fused_relax_matmul_relax_add_relax_nn_relu_relax_multiply_assay", (x, w), out_ty=R.Tensor((2, 4), dtype="float32"))
            e: R.Tensor((2, 4), dtype="float32") = R.exp(d)
            R.output(e)
        return e
