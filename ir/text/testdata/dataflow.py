# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((2, "n"), dtype="float32")) -> R.Tensor(dtype="float32", ndim=1):
        n = T.int64()
        R.func_attr({"num_input": 1})
        q = T.int64()
        with R.dataflow():
            lv: R.Tensor((2, n), dtype="float32") = R.add(x, x)
            gv: R.Tensor((2 * n,), dtype="float32") = R.flatten(lv)
            R.output(gv)
        s: R.Shape([2 * n]) = R.shape_of(gv)
        with R.dataflow():
            lv1: R.Tensor((q,), dtype="float32") = R.match_cast(gv, R.Tensor((q,), dtype="float32"))
            gv2: R.Tensor((q,), dtype="float32") = lv1
            R.output(gv2)
        w: R.Shape([q]) = R.match_cast(s, R.Shape([q]))
        return gv2
