# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True)
    def kernel(x: T.Buffer((T.int64(8),), "int64"), y: T.Buffer((T.int64(8),), "int64")):
        for i in range(T.int64(4)):
            y[i * T.int64(2):i * T.int64(2) + T.int64(2)] = T.Broadcast(i, 2)

    @R.function
    def main(x: R.Tensor((8,), dtype="int64")) -> R.Tensor((8,), dtype="int64"):
        cls = Module
        gv = R.call_tir(cls.kernel, (x,), out_ty=R.Tensor((8,), dtype="int64"))
        return gv
