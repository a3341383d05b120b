# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function(private=True)
    def helper(sizes: R.Shape([1, "m"]), x1: R.Tensor(dtype="uint64", ndim=1), lv3: R.Tensor((1,), dtype="uint64")) -> R.Tuple(R.Tensor(("m + 1",), dtype="uint64"), R.Tensor((1,), dtype="uint64"), R.Tensor(("m + 1",), dtype="uint64")):
        m = T.int64()
        return (x1, lv3, x1)

    @R.function
    def main(x0: R.Tensor((), dtype="uint64")) -> R.Tensor((), dtype="uint64"):
        return x0
