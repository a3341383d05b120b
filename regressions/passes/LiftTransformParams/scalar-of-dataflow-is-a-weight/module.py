# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function(private=True)
    def helper(x0: R.Tensor((1, 1, 1), dtype="float32")) -> T.int32:
        lv1: T.int32 = T.int32(1)
        return lv1

    @R.function
    def main(x0: R.Tensor((), dtype="int32"), x1: R.Tensor(dtype="int32", ndim=1), x2: T.int32, x3: R.Tensor((1, 1, 1), dtype="float32"), x4: R.Tensor((1, 1, 1), dtype="float32")) -> R.Tuple(T.int32, T.int32):
        R.func_attr({"num_input": 4})
        cls = Module
        with R.dataflow():
            lv6: T.int32 = cls.helper(x4)
            lv7: R.Tuple(T.int32, T.int32) = x2, lv6
            R.output(lv7)
        return lv7
