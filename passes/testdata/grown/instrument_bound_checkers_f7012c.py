# RUN: InstrumentBoundCheckers
# Shows a mutant of passes/tir/instrument_bound_checkers.cc (condition): !Is<Op>(As<Call>(e)->op)
from tvm.script import ir as I
from tvm.script import tirx as T
from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def tir_sin(x6: T.Buffer((T.int64(1), T.int64(1)), "float32"), compute: T.Buffer((T.int64(1), T.int64(1)), "float32")):
        # with T.sblock("root"):
        with T.sblock("compute"):
            v_i0 = T.axis.spatial(T.int64(1), T.int64(0))
            v_i1 = T.axis.spatial(T.int64(1), T.int64(0))
            T.reads(x6[v_i0, v_i1])
            T.writes(compute[v_i0, v_i1])
            compute[v_i0, v_i1] = T.sin(x6[v_i0, v_i1])

    @R.function
    def main(x0: R.Tensor((1, 1, 1, 1), dtype="float32")) -> R.Tensor((1, 1, 1, 1), dtype="float32"):
        return x0
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def tir_sin(x6: T.Buffer((T.int64(1), T.int64(1)), "float32"), compute: T.Buffer((T.int64(1), T.int64(1)), "float32")):
        # with T.sblock("root"):
        with T.sblock("compute"):
            v_i0 = T.axis.spatial(T.int64(1), T.int64(0))
            v_i1 = T.axis.spatial(T.int64(1), T.int64(0))
            T.reads(x6[v_i0, v_i1])
            T.writes(compute[v_i0, v_i1])
            assert T.int64(0) <= v_i0 and v_i0 < T.int64(1) and (T.int64(0) <= v_i1 and v_i1 < T.int64(1)), ("RuntimeError", ["OUT OF THE BOUNDS of x6"])
            assert T.int64(0) <= v_i0 and v_i0 < T.int64(1) and (T.int64(0) <= v_i1 and v_i1 < T.int64(1)), ("RuntimeError", ["OUT OF THE BOUNDS of compute"])
            compute[v_i0, v_i1] = T.sin(x6[v_i0, v_i1])

    @R.function
    def main(x0: R.Tensor((1, 1, 1, 1), dtype="float32")) -> R.Tensor((1, 1, 1, 1), dtype="float32"):
        return x0
