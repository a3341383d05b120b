# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True)
    def kernel(x: T.Buffer((8,), "int64"), y: T.Buffer((8,), "int64")):
        for i in range(8):
            y[i] = x[i] + T.min(T.Cast("int64", T.Cast("uint32", i - 4)), T.int64(6))

    @R.function
    def main(x: R.Tensor((8,), dtype="int64")) -> R.Tensor((8,), dtype="int64"):
        cls = Module
        gv = R.call_tir(cls.kernel, (x,), out_ty=R.Tensor((8,), dtype="int64"))
        return gv
