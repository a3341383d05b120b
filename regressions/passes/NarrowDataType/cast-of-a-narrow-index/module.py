# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True)
    def kernel0(a0: T.Buffer((1,), "int32"), out1: T.Buffer((1,), "int32")):
        for i0_wide in range(T.int64(1)):
            out1[T.Cast("int32", i0_wide)] = 0

    @R.function
    def main(x0: R.Tensor((1,), dtype="int32")) -> R.Tensor((1,), dtype="int32"):
        return x0
