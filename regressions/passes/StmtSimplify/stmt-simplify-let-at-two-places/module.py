# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True)
    def kernel(a0: T.Buffer((T.int64(1), T.int64(1)), "float32"), a1: T.Buffer((T.int64(1), T.int64(1)), "float32"), a2: T.Buffer((T.int64(1),), "float32"), out0: T.Buffer((T.int64(1),), "int32")):
        t = T.float32()
        w: T.let[T.int32] = T.Cast("int32", T.Let(T.float32(0.0), where={t: T.float32(2.375)}))
        u: T.let[T.int32] = w

    @R.function
    def main(x0: R.Tensor((1, 1, 1, 1), dtype="float32")) -> R.Tensor((1, 1, 1, 1), dtype="float32"):
        return x0
