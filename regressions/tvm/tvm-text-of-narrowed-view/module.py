# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True)
    def kernel4(a0: T.Buffer((T.int64(1),), "int8"), a1: T.Buffer((T.int64(1),), "int8"), out2: T.Buffer((T.int64(1),), "int8")):
        out2[T.int64(0)] = T.int8(0)

    @R.function
    def main(x0: R.Tensor((1,), dtype="uint64")) -> R.Tensor((1,), dtype="uint64"):
        return x0
