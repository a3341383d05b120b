# RUN: RewriteDataflowReshape
# Shows a mutant of passes/analysis/reshape_pattern.cc (condition): !Below(e->a, e->b)
from tvm.script import ir as I
from tvm.script import tirx as T
from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def reshape(x0: T.Buffer((T.int64(1), "m", "n"), "uint64"), T_reshape: T.Buffer((T.int64(1),), "uint64")):
        m, n = T.int64(), T.int64()
        # with T.sblock("root"):
        with T.sblock("T_reshape"):
            v_ax0 = T.axis.spatial(T.int64(0), T.int64(0))
            T.reads(x0[T.int64(0), T.int64(0), v_ax0 % n])
            T.writes(T_reshape[v_ax0])
            T_reshape[v_ax0] = x0[T.int64(0), T.int64(0), v_ax0 % n]

    @R.function
    def main(x0: R.Tensor((1, 1, 1), dtype="uint64"), lv2: R.Tensor((1, 1), dtype="uint64")) -> R.Tensor((1, 1), dtype="uint64"):
        cls = Module
        with R.dataflow():
            lv1 = R.call_tir(cls.reshape, (x0,), out_ty=R.Tensor((1,), dtype="uint64"))
            R.output()
        return lv2
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def reshape(x0: T.Buffer((T.int64(1), "m", "n"), "uint64"), T_reshape: T.Buffer((T.int64(1),), "uint64")):
        m, n = T.int64(), T.int64()
        # with T.sblock("root"):
        with T.sblock("T_reshape"):
            v_ax0 = T.axis.spatial(T.int64(0), T.int64(0))
            T.reads(x0[T.int64(0), T.int64(0), v_ax0 % n])
            T.writes(T_reshape[v_ax0])
            T_reshape[v_ax0] = x0[T.int64(0), T.int64(0), v_ax0 % n]

    @R.function
    def main(x0: R.Tensor((1, 1, 1), dtype="uint64"), lv2: R.Tensor((1, 1), dtype="uint64")) -> R.Tensor((1, 1), dtype="uint64"):
        cls = Module
        with R.dataflow():
            lv1 = R.call_tir(cls.reshape, (x0,), out_ty=R.Tensor((1,), dtype="uint64"))
            R.output()
        return lv2
