# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def kernel(x: T.Buffer((1, 1), "float32"), u: T.Buffer((1,), "float32"), v: T.Buffer((1,), "float32"), y: T.Buffer((1, 1), "float32")):
        with T.sblock("y"):
            T.reads()
            T.writes(y[0, 0])
            y[0, 0] = T.float32(0.0)

    @R.function
    def main(x: R.Tensor((1, 1), dtype="float32"), w: R.Tensor((1, 1), dtype="float32"), u: R.Tensor((1,), dtype="float32")) -> R.Tensor((1, 1), dtype="float32"):
        cls = Module
        with R.dataflow():
            a: R.Tensor((1, 1), dtype="float32") = R.matmul(x, w, out_dtype=None)
            k = R.call_tir(cls.kernel, (a, u, u), out_ty=R.Tensor((1, 1), dtype="float32"))
            R.output(k)
        return k
