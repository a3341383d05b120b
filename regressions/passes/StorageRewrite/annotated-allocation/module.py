# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func
    def kernel(a0: T.Buffer((T.int64(1), T.int64(1)), "bool"), a1: T.Buffer((T.int64(1), T.int64(1), T.int64(1)), "bool"), a2: T.Buffer((T.int64(1), T.int64(1), T.int64(1)), "bool"), out0: T.Buffer((T.int64(1), T.int64(1), T.int64(1)), "bool")):
        m12 = T.alloc_buffer((T.int64(1),), "bool", scope="wmma.matrix_a", annotations={"assay.note": T.float8_e4m3fn(1.0)})

    @R.function
    def main(sizes: R.Shape([1])) -> R.Shape([1]):
        return sizes
