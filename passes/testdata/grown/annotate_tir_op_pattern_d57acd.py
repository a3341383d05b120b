# RUN: AnnotateTIROpPattern
# Shows a mutant of passes/analysis/op_pattern.cc (condition): AllowsReuse(*store, *b)
# TVM gives the same.
from tvm.script import ir as I
from tvm.script import tirx as T
from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def matmul1(gv6: T.Buffer((T.int64(1),), "float16"), x15: T.Buffer((T.int64(1), T.int64(1)), "float16"), matmul: T.Buffer((T.int64(1),), "float16")):
        # with T.sblock("root"):
        with T.sblock("matmul"):
            v_i0 = T.axis.spatial(T.int64(1), T.int64(0))
            v_k = T.axis.reduce(T.int64(1), T.int64(0))
            T.reads(gv6[v_k], x15[v_k, v_i0])
            T.writes(matmul[v_i0])
            with T.init():
                matmul[v_i0] = T.float16(0.0)
            matmul[v_i0] = matmul[v_i0] + gv6[v_k] * x15[v_k, v_i0]

    @R.function
    def main(sizes: R.Shape([1, 1])) -> R.Shape([1, 1]):
        return sizes
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def matmul1(gv6: T.Buffer((T.int64(1),), "float16"), x15: T.Buffer((T.int64(1), T.int64(1)), "float16"), matmul: T.Buffer((T.int64(1),), "float16")):
        T.func_attr({"op_pattern": 3})
        # with T.sblock("root"):
        with T.sblock("matmul"):
            v_i0 = T.axis.spatial(T.int64(1), T.int64(0))
            v_k = T.axis.reduce(T.int64(1), T.int64(0))
            T.reads(gv6[v_k], x15[v_k, v_i0])
            T.writes(matmul[v_i0])
            with T.init():
                matmul[v_i0] = T.float16(0.0)
            matmul[v_i0] = matmul[v_i0] + gv6[v_k] * x15[v_k, v_i0]

    @R.function
    def main(sizes: R.Shape([1, 1])) -> R.Shape([1, 1]):
        return sizes
