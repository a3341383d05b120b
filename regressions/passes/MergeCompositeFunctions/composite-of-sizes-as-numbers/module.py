# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function(private=True)
    def helper(n: T.int64, m: T.int64, x0: R.Tensor((1, n * m, n), dtype="float32")) -> R.Tensor((n * m, n), dtype="float32"):
        R.func_attr({"Composite": "assay.fused"})
        lv0: R.Tensor((n * m, n), dtype="float32") = R.squeeze(x0, axis=[0])
        return lv0

    @R.function
    def main(x5: R.Tensor((1, 1, 1), dtype="float32")) -> R.Tensor(dtype="float32", ndim=2):
        cls = Module
        with R.dataflow():
            lv4: R.Tensor(dtype="float32", ndim=2) = cls.helper(1, 1, x5)
            R.output(lv4)
        return lv4
