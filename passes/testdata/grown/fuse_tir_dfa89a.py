# RUN: FuseTIR
# Shows a mutant of passes/fuse/fused_kernel.cc (left-out call): own.push_back(static_cast<const Buffer*>(parts.Of(copied_, buffer)));
# TVM gives the same.
from tvm.script import ir as I
from tvm.script import tirx as T
from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def mean(x2: T.Buffer((T.int64(1),), "float32"), T_divide: T.Buffer((), "float32")):
        # with T.sblock("root"):
        x2_red = T.sblock_alloc_buffer(())
        with T.sblock("x2_red"):
            v_k0 = T.axis.reduce(T.int64(1), T.int64(0))
            T.reads(x2[v_k0])
            T.writes(x2_red[()])
            with T.init():
                x2_red[()] = T.float32(0.0)
            x2_red[()] = T.float32(0.0)

    @R.function(private=True)
    def fused_mean_relu(x2: R.Tensor((1,), dtype="float32")) -> R.Tensor((), dtype="float32"):
        R.func_attr({"Primitive": True})
        cls = Module
        lv1 = R.call_tir(cls.mean, (x2,), out_ty=R.Tensor((), dtype="float32"))
        return lv1

    @R.function
    def main(x2: R.Tensor((1,), dtype="float32")) -> R.Tensor((), dtype="float32"):
        cls = Module
        lv2: R.Tensor((), dtype="float32") = cls.fused_mean_relu(x2)
        return lv2
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def fused_mean_relu(x2: T.Buffer((T.int64(1),), "float32"), T_divide_intermediate: T.Buffer((), "float32")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        x2_red = T.sblock_alloc_buffer(())
        with T.sblock("x2_red"):
            v_k0 = T.axis.reduce(T.int64(1), T.int64(0))
            T.reads(x2[v_k0])
            T.writes(x2_red[()])
            with T.init():
                x2_red[()] = T.float32(0.0)
            x2_red[()] = T.float32(0.0)

    @R.function
    def main(x2: R.Tensor((1,), dtype="float32")) -> R.Tensor((), dtype="float32"):
        cls = Module
        lv2 = R.call_tir(cls.fused_mean_relu, (x2,), out_ty=R.Tensor((), dtype="float32"))
        return lv2
