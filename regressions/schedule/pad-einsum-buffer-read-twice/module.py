# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def kernel_1(a0: T.Buffer((T.int64(1), T.int64(1)), "uint32"), a1: T.Buffer((T.int64(1), T.int64(1)), "uint32"), out0: T.Buffer((T.int64(1),), "uint32")):
        # with T.sblock("root"):
        for i0, i1, i2 in T.grid(T.int64(1), T.int64(1), T.int64(1)):
            with T.sblock("out0"):
                v0, v1, v2 = T.axis.remap("SRR", [i0, i1, i2])
                T.reads(a1[T.int64(0), T.int64(0)])
                T.writes(out0[v0])
                with T.init():
                    out0[v0] = T.uint32(0)
                out0[v0] = out0[v0] + a1[v1, v2] * a1[v2, v1]

    @R.function
    def main(x0: R.Tensor((1, 1), dtype="uint32")) -> R.Tensor((1,), dtype="uint32"):
        cls = Module
        lv0 = R.call_tir(cls.kernel_1, (x0, x0), out_ty=R.Tensor((1,), dtype="uint32"))
        return lv0
