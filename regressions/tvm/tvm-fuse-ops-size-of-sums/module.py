# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(sizes: R.Shape([1, "m"]), x0: R.Tensor((1, 1, "m + 1", 1), dtype="float32"), x2: R.Tensor((1, 1, 1, 1), dtype="float32")) -> R.Tensor((1, 1, "m + 1", 1), dtype="float32"):
        m = T.int64(is_size_var=True)
        with R.dataflow():
            lv0: R.Tensor((1, 1, m + 1, 1), dtype="float32") = R.negative(x0)
            lv1: R.Tensor((1, 1, m + 1, 1), dtype="float32") = R.add(lv0, x2)
            R.output(lv1)
        return lv1
