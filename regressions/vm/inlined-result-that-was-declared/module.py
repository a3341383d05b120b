# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function(private=True)
    def helper(x0: R.Tensor(("m", 1, "m", 4), dtype="float32")) -> R.Tensor(("m", 1, 1, 4), dtype="float32"):
        m = T.int64()
        lv0: R.Tensor(dtype="float32", ndim=4) = R.dynamic_strided_slice(x0, R.const([-4, -3, -2, 5], "int64"), R.const([1, -1, 2, -4], "int64"), R.const([1, 1, 3, 1], "int64"))
        return lv0

    @R.function
    def main(x6: R.Tensor((4, 1, 4, 4), dtype="float32")) -> R.Tensor((4, 1, 1, 1), dtype="float32"):
        cls = Module
        lv3: R.Tensor((4, 1, 1, 4), dtype="float32") = cls.helper(x6)
        gv5: R.Tensor((4, 1, 1, 1), dtype="float32") = R.collapse_sum_to(lv3, R.shape([4, 1, 1, 1]))
        return gv5
