# RUN: ConvertToDataflow
# Shows a mutant of passes/relax/canonicalize_plan.cc (left-out call): used_outside_.insert(source);
# TVM gives the same.
from tvm.script import ir as I
from tvm.script import tirx as T
from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def kernel_1(a0: T.Buffer((T.int64(1),), "int64"), a1: T.Buffer((T.int64(1), T.int64(1), T.int64(1), T.int64(1)), "float32"), a2: T.Buffer((T.int64(1), T.int64(1), T.int64(1), T.int64(1)), "float32"), out0: T.Buffer((T.int64(1), T.int64(1), T.int64(1)), "float32"), out1: T.Buffer((T.int64(1), T.int64(1), T.int64(1)), "float32")):
        # with T.sblock("root"):
        t0 = T.sblock_alloc_buffer((T.int64(1),))
        t1 = T.sblock_alloc_buffer((T.int64(1),))
        with T.sblock("t0"):
            v0 = T.axis.spatial(T.int64(1), T.int64(0))
            T.where(T.bool(False))
            T.reads(a2[T.int64(0), v0, v0, v0])
            T.writes(t0[v0])
            t0[v0] = T.float32(0.0)

    @R.function
    def main(x1: R.Tensor((1, 1, 1, 1), dtype="float32"), x2: R.Tensor((1, 1, 1, 1), dtype="float32"), x6: R.Tensor((), dtype="bool"), gv8: R.Tensor((1,), dtype="int64")) -> R.Tensor((), dtype="float32"):
        cls = Module
        gv15: R.Tensor((), dtype="float32") = R.const(-2.3125, "float32")
        gv17 = R.call_tir(cls.kernel_1, (gv8, x2, x1), out_ty=[R.Tensor((1, 1, 1), dtype="float32"), R.Tensor((1, 1, 1), dtype="float32")])
        if x6:
            gv18: R.Tensor((1,), dtype="int64") = R.bitwise_not(gv8)
            gv19: R.Tensor((), dtype="float32") = gv15
            gv21: R.Tensor((), dtype="float32") = gv19
        else:
            gv20: R.Tensor((), dtype="float32") = gv15
            gv21: R.Tensor((), dtype="float32") = gv20
        return gv21
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def kernel_1(a0: T.Buffer((T.int64(1),), "int64"), a1: T.Buffer((T.int64(1), T.int64(1), T.int64(1), T.int64(1)), "float32"), a2: T.Buffer((T.int64(1), T.int64(1), T.int64(1), T.int64(1)), "float32"), out0: T.Buffer((T.int64(1), T.int64(1), T.int64(1)), "float32"), out1: T.Buffer((T.int64(1), T.int64(1), T.int64(1)), "float32")):
        # with T.sblock("root"):
        t0 = T.sblock_alloc_buffer((T.int64(1),))
        t1 = T.sblock_alloc_buffer((T.int64(1),))
        with T.sblock("t0"):
            v0 = T.axis.spatial(T.int64(1), T.int64(0))
            T.where(T.bool(False))
            T.reads(a2[T.int64(0), v0, v0, v0])
            T.writes(t0[v0])
            t0[v0] = T.float32(0.0)

    @R.function
    def main(x1: R.Tensor((1, 1, 1, 1), dtype="float32"), x2: R.Tensor((1, 1, 1, 1), dtype="float32"), x6: R.Tensor((), dtype="bool"), gv8: R.Tensor((1,), dtype="int64")) -> R.Tensor((), dtype="float32"):
        cls = Module
        with R.dataflow():
            gv15: R.Tensor((), dtype="float32") = R.const(-2.3125, "float32")
            gv17 = R.call_tir(cls.kernel_1, (gv8, x2, x1), out_ty=[R.Tensor((1, 1, 1), dtype="float32"), R.Tensor((1, 1, 1), dtype="float32")])
            R.output(gv15)
        if x6:
            with R.dataflow():
                gv18: R.Tensor((1,), dtype="int64") = R.bitwise_not(gv8)
                R.output()
            gv21: R.Tensor((), dtype="float32") = R.const(-2.3125, "float32")
        else:
            gv21: R.Tensor((), dtype="float32") = R.const(-2.3125, "float32")
        return gv21
