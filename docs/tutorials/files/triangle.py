from tvm.script import ir as I, relax as R, tirx as T


@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def sums(x: T.Buffer((8,), "float32"), y: T.Buffer((8,), "float32")):
        for i in range(8):
            y[i] = x[i]
        for i in range(2, 8):
            for j in range(i, 8):
                y[j] = y[j] + x[i]

    @R.function
    def main(x: R.Tensor((8,), "float32")) -> R.Tensor((8,), "float32"):
        cls = Module
        y = R.call_tir(cls.sums, (x,), out_ty=R.Tensor((8,), "float32"))
        z = R.negative(y)
        return z
