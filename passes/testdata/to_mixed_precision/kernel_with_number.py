# RUN: ToMixedPrecision
# A kernel gets its tensors as they were also where a number stands beside them.
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def shift(A: T.Buffer((T.int64(4), T.int64(4)), "float32"), n: T.int64, B: T.Buffer((T.int64(4), T.int64(4)), "float32")):
        for i, j in T.grid(T.int64(4), T.int64(4)):
            with T.sblock("B"):
                vi, vj = T.axis.remap("SS", [i, j])
                B[vi, vj] = A[vi, vj] + T.Cast("float32", n)

    @R.function
    def main(x: R.Tensor((4, 4), dtype="float32"), y: R.Tensor((4, 4), dtype="float32")) -> R.Tensor((4, 4), dtype="float32"):
        cls = Module
        with R.dataflow():
            a = R.matmul(x, y)
            b = R.call_tir(cls.shift, (x, 3), out_ty=R.Tensor((4, 4), dtype="float32"))
            c = R.add(a, b)
            R.output(c)
        return c
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def shift(A: T.Buffer((T.int64(4), T.int64(4)), "float32"), n: T.int64, B: T.Buffer((T.int64(4), T.int64(4)), "float32")):
        # with T.sblock("root"):
        for i, j in T.grid(T.int64(4), T.int64(4)):
            with T.sblock("B"):
                vi, vj = T.axis.remap("SS", [i, j])
                T.reads(A[vi, vj])
                T.writes(B[vi, vj])
                B[vi, vj] = A[vi, vj] + T.Cast("float32", n)

    @R.function
    def main(x: R.Tensor((4, 4), dtype="float32"), y: R.Tensor((4, 4), dtype="float32")) -> R.Tensor((4, 4), dtype="float32"):
        cls = Module
        with R.dataflow():
            lv: R.Tensor((4, 4), dtype="float16") = R.astype(x, dtype="float16")
            lv_1: R.Tensor((4, 4), dtype="float16") = R.astype(y, dtype="float16")
            lv_2: R.Tensor((4, 4), dtype="float32") = R.matmul(lv, lv_1, out_dtype="float32")
            a: R.Tensor((4, 4), dtype="float16") = R.astype(lv_2, dtype="float16")
            lv_3: R.Tensor((4, 4), dtype="float32") = R.astype(lv, dtype="float32")
            b = R.call_tir(cls.shift, (lv_3, 3), out_ty=R.Tensor((4, 4), dtype="float32"))
            lv_4: R.Tensor((4, 4), dtype="float32") = R.astype(a, dtype="float32")
            c: R.Tensor((4, 4), dtype="float32") = R.add(lv_4, b)
            R.output(c)
        return c
