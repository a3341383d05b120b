# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def kernel(x: T.Buffer((2,), "float32"), y: T.Buffer((2,), "float32")):
        T.func_attr({"tirx.noalias": True})
        for i in range(2):
            y[i] = x[i] + T.float32(1.0)

    @R.function
    def main(x: R.Tensor((2,), dtype="float32")) -> R.Tensor((2,), dtype="float32"):
        cls = Module
        with R.dataflow():
            lv0 = R.call_tir(cls.kernel, (x,), out_ty=R.Tensor((2,), dtype="float32"))
            lv1 = R.call_tir(cls.kernel, (lv0,), out_ty=R.Tensor((2,), dtype="float32"))
            R.output(lv1)
        return lv1
