# RUN: NarrowDataType
# Shows a mutant of passes/tir/index_narrower.cc (condition): UsesNarrowed(e)
from tvm.script import ir as I
from tvm.script import tirx as T
from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def log_softmax1(gv3: T.Buffer((T.int64(1), T.int64(1), T.int64(1), T.int64(1)), "float32"), compute: T.Buffer((T.int64(1), T.int64(1), T.int64(1), T.int64(1)), "float32")):
        T_softmax_maxelem = T.alloc_buffer((T.int64(1),))
        if T.EQ(T.int64(0), T.int64(0)):
            T_softmax_maxelem[T.int64(0)] = T.float32(-340282346638528859811704183484516925440.0)

    @R.function
    def main(sizes: R.Shape([1])) -> R.Shape([1]):
        return sizes
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def log_softmax1(gv3: T.Buffer((T.int64(1), T.int64(1), T.int64(1), T.int64(1)), "float32"), compute: T.Buffer((T.int64(1), T.int64(1), T.int64(1), T.int64(1)), "float32")):
        T_softmax_maxelem = T.alloc_buffer((T.int64(1),))
        if T.EQ(T.int64(0), T.int64(0)):
            T_softmax_maxelem[0] = T.float32(-340282346638528859811704183484516925440.0)

    @R.function
    def main(sizes: R.Shape([1])) -> R.Shape([1]):
        return sizes
