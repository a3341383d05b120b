# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def kernel(y: T.Buffer((1,), "int32")):
        with T.sblock("y"):
            v = T.axis.opaque(1, 0)
            T.reads()
            T.writes(y[0])
            t = T.int32()
            u: T.let[T.int32] = T.Let(t, where={t: T.min(8, v)})
            y[0] = u

    @R.function
    def main(x: R.Tensor((1,), dtype="float32")) -> R.Tensor((1,), dtype="float32"):
        return x
