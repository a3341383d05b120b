# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def kernel_1(a0: T.Buffer(("s0", s0), "bfloat16"), a1: T.Buffer(("s1", 2), "float32"), a2: T.Buffer((s1, 2), "float32"), out0: T.Buffer((s1,), "float32"), out1: T.Buffer((s0, s0), "float32")):
        s0 = T.int32()
        s1 = T.int32()
        # with T.sblock("root"):
        with T.sblock("out0"):
            v0 = T.axis.spatial(s1, 0)
            T.reads(a2[v0, 0])
            T.writes(out0[v0])
            out0[v0] = T.float32(0.0)

    @R.function
    def main(x0: R.Tensor((1, 1), dtype="bfloat16"), x2: R.Tensor((1, 2), dtype="float32"), x10: R.Tensor((1, 1), dtype="bfloat16"), x11: R.Tensor((2, 2), dtype="float32")) -> R.Tuple(R.Tensor((2,), dtype="float32"), R.Tensor((1, 1), dtype="float32")):
        cls = Module
        lv4: R.Tuple(R.Tensor((1,), dtype="float32"), R.Tensor((1, 1), dtype="float32")) = R.call_tir_with_grad(cls.kernel_1, (x0, x2, x2), out_ty=[R.Tensor((1,), dtype="float32"), R.Tensor((1, 1), dtype="float32")], te_grad_name="assay_grad")
        lv15 = R.call_tir(cls.kernel_1, (x10, x11, x11), out_ty=[R.Tensor((2,), dtype="float32"), R.Tensor((1, 1), dtype="float32")])
        return lv15
