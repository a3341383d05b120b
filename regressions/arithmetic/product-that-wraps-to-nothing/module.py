# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def kernel_1(a0: T.Buffer((1,), "uint8"), out0: T.Buffer((1,), "float64")):
        for b11 in T.thread_binding(1, thread="blockIdx.x"):
            u15: T.let[T.int32] = b11 * -2147483648 % 4

    @R.function
    def main(x0: R.Tensor((1,), dtype="uint8")) -> R.Tensor((1,), dtype="uint8"):
        return x0
