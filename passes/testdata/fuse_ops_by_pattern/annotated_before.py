# RUN: FuseOpsByPattern{"patterns":["assay.matmul"],"annotate_codegen":true}
# What a compiler has been given already stays as it is, whatever it calls.
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

@I.ir_module
class Module:
    @R.function(private=True)
    def composite(x: R.Tensor((2, 3), dtype="float32")) -> R.Tensor((2, 3), dtype="float32"):
        R.func_attr({"Composite": "assay.relu"})
        with R.dataflow():
            y = R.nn.relu(x)
            R.output(y)
        return y

    @R.function
    def given(x: R.Tensor((2, 3), dtype="float32")) -> R.Tensor((2, 3), dtype="float32"):
        R.func_attr({"Codegen": "assay"})
        cls = Module
        y = cls.composite(x)
        return y

    @R.function
    def main(x: R.Tensor((2, 3), dtype="float32")) -> R.Tensor((2, 3), dtype="float32"):
        cls = Module
        with R.dataflow():
            y = cls.given(x)
            R.output(y)
        return y
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function(private=True)
    def composite(x: R.Tensor((2, 3), dtype="float32")) -> R.Tensor((2, 3), dtype="float32"):
        R.func_attr({"Composite": "assay.relu"})
        with R.dataflow():
            y: R.Tensor((2, 3), dtype="float32") = R.nn.relu(x)
            R.output(y)
        return y

    @R.function
    def given(x: R.Tensor((2, 3), dtype="float32")) -> R.Tensor((2, 3), dtype="float32"):
        R.func_attr({"Codegen": "assay"})
        cls = Module
        y: R.Tensor((2, 3), dtype="float32") = cls.composite(x)
        return y

    @R.function
    def main(x: R.Tensor((2, 3), dtype="float32")) -> R.Tensor((2, 3), dtype="float32"):
        cls = Module
        with R.dataflow():
            y: R.Tensor((2, 3), dtype="float32") = cls.given(x)
            R.output(y)
        return y
