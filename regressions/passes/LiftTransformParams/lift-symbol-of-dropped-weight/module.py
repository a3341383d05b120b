# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x0: R.Tensor(("n", 1, 1), dtype="float16"), lv1: R.Shape([1, 1])) -> R.Shape([1, 1]):
        n = T.int64()
        R.func_attr({"num_input": 0})
        with R.dataflow():
            lv0: R.Tensor((1, n, 1), dtype="float16") = R.zeros(R.shape([1, n, 1]), dtype="float16")
            R.output(lv0)
        return lv1
