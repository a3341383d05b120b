# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def kernel(a0: T.Buffer(("s0", s0, 1, s0), "float32"), a1: T.Buffer((s0, s0, 1, s0), "float32"), a2: T.Buffer((s0, s0, 1, s0), "int64"), out0: T.Buffer((s0, s0, 1, s0), "float32")):
        s0 = T.int32()
        # with T.sblock("root"):
        with T.sblock("out0"):
            v0 = T.axis.spatial(s0, 0)
            v1 = T.axis.spatial(s0, 0)
            v2 = T.axis.spatial(1, 0)
            v3 = T.axis.spatial(s0, 0)
            v4 = T.axis.reduce(s0, 0)
            T.reads(a2[v0, v0, v2, v4])
            T.writes(out0[v0, v1, v2, v3])
            with T.init():
                out0[v0, v1, v2, v3] = T.float32(340282346638528859811704183484516925440.0)
            out0[v0, v1, v2, v3] = T.float32(0.0)

    @T.prim_func(private=True)
    def kernel_in_in(a0: T.Buffer((T.int64(1), T.int64(1), T.int64(1)), "float32"), a1: T.Buffer((T.int64(1), T.int64(1)), "int16"), a2: T.Buffer((T.int64(1), T.int64(1), T.int64(1), T.int64(1)), "float32"), out0: T.Buffer((T.int64(1), T.int64(1), T.int64(1), T.int64(1)), "int16")):
        T.func_attr({"operator_name": "assay.kernel0"})
        t0 = T.alloc_buffer((T.int64(1), T.int64(1)), "uint16")

    @R.function
    def main(x0: R.Tensor((1, 1), dtype="int16"), x8: R.Tensor((1, 1, 1), dtype="float32"), gv3: R.Tensor((1, 1, 1, 1), dtype="float32")) -> R.Tensor((1, 1, 1, 1), dtype="int16"):
        cls = Module
        gv22 = R.call_tir(cls.kernel_in_in, (x8, x0, gv3), out_ty=R.Tensor((1, 1, 1, 1), dtype="int16"))
        return gv22
