# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def kernel_1(a0: T.Buffer((0, "s0", 1), "float16"), a1: T.Buffer((1, s0, 1), "float16"), a2: T.Buffer((), "float32"), out0: T.Buffer((), "float16")):
        s0 = T.int32()
        # with T.sblock("root"):
        t0 = T.sblock_alloc_buffer((), "int16")
        for i1 in T.unroll(0):
            with T.sblock("out0"):
                v0 = T.axis.reduce(0, i1)
                T.reads(a2[()], a1[0, 0, 0])
                T.writes(out0[()])
                with T.init():
                    out0[()] = T.float16(0.0)
                out0[()] = T.float16(0.0)

    @R.function
    def main(x0: R.Tensor((1, 1, 1), dtype="float16"), x5: R.Tensor((), dtype="float32"), gv4: R.Tensor((0, 1, 1), dtype="float16")) -> R.Tensor((), dtype="float16"):
        cls = Module
        gv10 = R.call_tir(cls.kernel_1, (gv4, x0, x5), out_ty=R.Tensor((), dtype="float16"))
        return gv10
