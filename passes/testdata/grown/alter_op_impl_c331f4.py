# RUN: AlterOpImpl{"op_buffer_transforms":{"assay.kernel0":["lambda i0: (i0, )","lambda i0: (i0, )",null]},"op_impl_map":{"assay.kernel0":"kernel","assay.kernel1":"kernel_1"}}
# Shows a mutant of passes/relax/alter_op_impl.cc (condition): !IsCallOf(call, "relax.call_tir")
from tvm.script import ir as I
from tvm.script import tirx as T
from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def kernel(a0: T.Buffer(("s0",), "int8"), a1: T.Buffer((s0,), "int8"), out0: T.Buffer((s0,), "float32")):
        s0 = T.int32()
        T.func_attr({"operator_name": "assay.kernel0"})
        # with T.sblock("root"):
        with T.sblock("out0"):
            v0 = T.axis.spatial(s0, 0)
            v1 = T.axis.reduce(s0, 0)
            T.reads(a1[v1], a0[0:s0])
            T.writes(out0[v0])
            with T.init():
                out0[v0] = T.float32(-340282346638528859811704183484516925440.0)
            out0[v0] = T.float32(0.0)

    @T.prim_func(private=True, s_tir=True)
    def kernel_1(a0: T.Buffer(("s0",), "float32"), a1: T.Buffer((s0,), "int8"), out0: T.Buffer((s0,), "float32")):
        s0 = T.int32()
        # with T.sblock("root"):
        with T.sblock("out0"):
            v0 = T.axis.spatial(s0, 0)
            T.reads(a0[0])
            T.writes(out0[v0])
            out0[v0] = T.float32(0.0)

    @R.function
    def main(x0: R.Tensor((1,), dtype="int8")) -> R.Tensor((1,), dtype="float32"):
        cls = Module
        lv1: R.Tensor((1,), dtype="float32") = R.call_tir_with_grad(cls.kernel, (x0, x0), out_ty=R.Tensor((1,), dtype="float32"), te_grad_name="assay_grad")
        return lv1
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def kernel(a0: T.Buffer(("s0",), "int8"), a1: T.Buffer((s0,), "int8"), out0: T.Buffer((s0,), "float32")):
        s0 = T.int32()
        T.func_attr({"operator_name": "assay.kernel0"})
        # with T.sblock("root"):
        with T.sblock("out0"):
            v0 = T.axis.spatial(s0, 0)
            v1 = T.axis.reduce(s0, 0)
            T.reads(a1[v1], a0[0:s0])
            T.writes(out0[v0])
            with T.init():
                out0[v0] = T.float32(-340282346638528859811704183484516925440.0)
            out0[v0] = T.float32(0.0)

    @T.prim_func(private=True, s_tir=True)
    def kernel_1(a0: T.Buffer(("s0",), "float32"), a1: T.Buffer((s0,), "int8"), out0: T.Buffer((s0,), "float32")):
        s0 = T.int32()
        # with T.sblock("root"):
        with T.sblock("out0"):
            v0 = T.axis.spatial(s0, 0)
            T.reads(a0[0])
            T.writes(out0[v0])
            out0[v0] = T.float32(0.0)

    @R.function
    def main(x0: R.Tensor((1,), dtype="int8")) -> R.Tensor((1,), dtype="float32"):
        cls = Module
        lv1: R.Tensor((1,), dtype="float32") = R.call_tir_with_grad(cls.kernel, (x0, x0), out_ty=R.Tensor((1,), dtype="float32"), te_grad_name="assay_grad")
        return lv1
