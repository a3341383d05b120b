# RUN: OptimizeLayoutTransform
# Two transforms make a copy, which may be written over: where something is, they stay.
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def twice(A: T.Buffer((T.int64(16),), "float32")):
        for i in range(T.int64(16)):
            with T.sblock("A"):
                vi = T.axis.spatial(T.int64(16), i)
                A[vi] = A[vi] * T.float32(2)

    @R.function
    def main(x: R.Tensor((16,), "float32")):
        cls = Module
        with R.dataflow():
            a = R.layout_transform(x, index_map=lambda i: (i // 4, i % 4), pad_value=None)
            b = R.layout_transform(a, index_map=lambda i, j: (i * 4 + j,), pad_value=None)
            c = R.call_tir_inplace(cls.twice, (b,), inplace_indices=[0], out_ty=R.Tensor((16,), dtype="float32"))
            R.output(c)
        return (c, x)
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def twice(A: T.Buffer((T.int64(16),), "float32")):
        # with T.sblock("root"):
        for i in range(T.int64(16)):
            with T.sblock("A"):
                vi = T.axis.spatial(T.int64(16), i)
                T.reads(A[vi])
                T.writes(A[vi])
                A[vi] = A[vi] * T.float32(2.0)

    @R.function
    def main(x: R.Tensor((16,), dtype="float32")) -> R.Tuple(R.Tensor((16,), dtype="float32"), R.Tensor((16,), dtype="float32")):
        cls = Module
        with R.dataflow():
            a: R.Tensor((4, 4), dtype="float32") = R.layout_transform(x, index_map=T.index_map(lambda i: (i // 4, i % 4)), pad_value=None)
            b: R.Tensor((16,), dtype="float32") = R.layout_transform(a, index_map=T.index_map(lambda i, j: (i * 4 + j,)), pad_value=None)
            c: R.Tensor((16,), dtype="float32") = R.call_tir_inplace(cls.twice, (b,), out_ty=R.Tensor((16,), dtype="float32"), inplace_indices=[0])
            R.output(c)
        return (c, x)
