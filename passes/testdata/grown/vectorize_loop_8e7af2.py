# RUN: VectorizeLoop
# Shows a mutant of passes/tir/vectorize_loop.cc (comparison): kind == NodeKind::kAdd
# TVM gives the same.
from tvm.script import ir as I
from tvm.script import tirx as T
from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def eye(eye: T.Buffer((T.int64(2), T.int64(2)), "bfloat16")):
        for ax0 in range(T.int64(2)):
            for ax1 in T.vectorized(T.int64(2)):
                eye[ax0, ax1] = T.Select(ax1 - ax0 == T.int64(1), T.bfloat16(1.0), T.bfloat16(0.0))

    @R.function
    def main(x0: R.Tensor((1,), dtype="bfloat16")) -> R.Tensor((1,), dtype="bfloat16"):
        return x0
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def eye(eye: T.Buffer((T.int64(2), T.int64(2)), "bfloat16")):
        for ax0 in range(T.int64(2)):
            eye[ax0, T.int64(0):T.int64(2)] = T.Select(T.Ramp(T.int64(0) - ax0, T.int64(1), 2) == T.Broadcast(T.int64(1), 2), T.Broadcast(T.bfloat16(1.0), 2), T.Broadcast(T.bfloat16(0.0), 2))

    @R.function
    def main(x0: R.Tensor((1,), dtype="bfloat16")) -> R.Tensor((1,), dtype="bfloat16"):
        return x0
