# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True)
    def kernel(x: T.Buffer((1,), "int64"), y: T.Buffer((1,), "int64")):
        for i in range(1):
            y[i] = x[i] + T.Cast("int64", T.Cast("uint16", i) - T.uint16(100))

    @R.function
    def main(x: R.Tensor((1,), dtype="int64")) -> R.Tensor((1,), dtype="int64"):
        cls = Module
        gv = R.call_tir(cls.kernel, (x,), out_ty=R.Tensor((1,), dtype="int64"))
        return gv
