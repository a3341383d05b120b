# RUN: FuseOps
# Shows a mutant of passes/fuse/fuse_ops.cc (condition): (op == "relax.call_tir" || op == "relax.call_tir_inplace")
# TVM gives the same.
from tvm.script import ir as I
from tvm.script import tirx as T
from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def kernel(a0: T.Buffer((T.int64(1), T.int64(1)), "bool"), a1: T.Buffer((T.int64(1), T.int64(1)), "float32"), a2: T.Buffer((T.int64(1), T.int64(1)), "uint32"), out0: T.Buffer((T.int64(1),), "float32")):
        T.func_attr({"op_pattern": 1})
        # with T.sblock("root"):
        with T.sblock("out0"):
            v0 = T.axis.spatial(T.int64(1), T.int64(0))
            T.where(T.bool(False))
            T.reads(a0[v0, v0], a1[v0, v0])
            T.writes(out0[v0])
            out0[v0] = T.float32(0.0)

    @T.prim_func(private=True, s_tir=True)
    def where(x2: T.Buffer((T.int64(1), T.int64(1)), "bool"), x0: T.Buffer((T.int64(1), T.int64(1)), "uint32"), x0_1: T.Buffer((T.int64(1), T.int64(1)), "uint32"), T_where: T.Buffer((T.int64(1), T.int64(1)), "uint32")):
        T.func_attr({"op_pattern": 0})
        # with T.sblock("root"):
        with T.sblock("T_where"):
            v_ax0 = T.axis.spatial(T.int64(1), T.int64(0))
            v_ax1 = T.axis.spatial(T.int64(1), T.int64(0))
            T.reads(x2[v_ax0, v_ax1], x0[v_ax0, v_ax1], x0_1[v_ax0, v_ax1])
            T.writes(T_where[v_ax0, v_ax1])
            T_where[v_ax0, v_ax1] = T.uint32(0)

    @R.function
    def main(x0: R.Tensor((1, 1), dtype="uint32"), x2: R.Tensor((1, 1), dtype="bool"), x3: R.Tensor((1, 1), dtype="float32")) -> R.Tensor((1,), dtype="float32"):
        cls = Module
        with R.dataflow():
            lv0 = R.call_tir(cls.where, (x2, x0, x0), out_ty=R.Tensor((1, 1), dtype="uint32"))
            lv2: R.Tensor((1,), dtype="float32") = R.call_tir_with_grad(cls.kernel, (x2, x3, lv0), out_ty=R.Tensor((1,), dtype="float32"), te_grad_name="assay_grad")
            R.output(lv2)
        return lv2
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def kernel(a0: T.Buffer((T.int64(1), T.int64(1)), "bool"), a1: T.Buffer((T.int64(1), T.int64(1)), "float32"), a2: T.Buffer((T.int64(1), T.int64(1)), "uint32"), out0: T.Buffer((T.int64(1),), "float32")):
        T.func_attr({"op_pattern": 1})
        # with T.sblock("root"):
        with T.sblock("out0"):
            v0 = T.axis.spatial(T.int64(1), T.int64(0))
            T.where(T.bool(False))
            T.reads(a0[v0, v0], a1[v0, v0])
            T.writes(out0[v0])
            out0[v0] = T.float32(0.0)

    @T.prim_func(private=True, s_tir=True)
    def where(x2: T.Buffer((T.int64(1), T.int64(1)), "bool"), x0: T.Buffer((T.int64(1), T.int64(1)), "uint32"), x0_1: T.Buffer((T.int64(1), T.int64(1)), "uint32"), T_where: T.Buffer((T.int64(1), T.int64(1)), "uint32")):
        T.func_attr({"op_pattern": 0})
        # with T.sblock("root"):
        with T.sblock("T_where"):
            v_ax0 = T.axis.spatial(T.int64(1), T.int64(0))
            v_ax1 = T.axis.spatial(T.int64(1), T.int64(0))
            T.reads(x2[v_ax0, v_ax1], x0[v_ax0, v_ax1], x0_1[v_ax0, v_ax1])
            T.writes(T_where[v_ax0, v_ax1])
            T_where[v_ax0, v_ax1] = T.uint32(0)

    @R.function
    def main(x0: R.Tensor((1, 1), dtype="uint32"), x2: R.Tensor((1, 1), dtype="bool"), x3: R.Tensor((1, 1), dtype="float32")) -> R.Tensor((1,), dtype="float32"):
        cls = Module
        with R.dataflow():
            lv0 = R.call_tir(cls.where, (x2, x0, x0), out_ty=R.Tensor((1, 1), dtype="uint32"))
            lv2: R.Tensor((1,), dtype="float32") = R.call_tir_with_grad(cls.kernel, (x2, x3, lv0), out_ty=R.Tensor((1,), dtype="float32"), te_grad_name="assay_grad")
            R.output(lv2)
        return lv2
