# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def kernel(x: T.Buffer((2,), "float32"), y: T.Buffer((2,), "float32")):
        for k in range(2):
            c: T.let[T.int32] = k
            for i in range(2):
                v: T.let[T.bool] = i < 1
                y[i] = x[i]
                for j in range(2):
                    if v:
                        y[j] = T.float32(0.0)

    @R.function
    def main(x: R.Tensor((2,), dtype="float32")) -> R.Tensor((2,), dtype="float32"):
        cls = Module
        gv = R.call_tir(cls.kernel, (x,), out_ty=R.Tensor((2,), dtype="float32"))
        return gv
