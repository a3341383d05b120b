# RUN: SpecializePrimFuncBasedOnCallSite
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(private=True)
    def exp(px: T.handle, py: T.handle):
        n = T.int64()
        m = T.int64()
        x = T.match_buffer(px, (n, m), "float32")
        y = T.match_buffer(py, (n, m), "float32")
        for i, j in T.grid(n, m):
            y[i, j] = T.exp(x[i, j])

    @T.prim_func(private=True)
    def shared(px: T.handle, py: T.handle):
        n = T.int64()
        x = T.match_buffer(px, (n,), "float32")
        y = T.match_buffer(py, (n,), "float32")
        for i in range(n):
            y[i] = T.exp(x[i])

    @R.function
    def main(x: R.Tensor((2, "k"), dtype="float32"), a: R.Tensor((2,), dtype="float32"), b: R.Tensor((3,), dtype="float32")) -> R.Tensor((2, "k"), dtype="float32"):
        k = T.int64()
        cls = Module
        y = R.call_tir(cls.exp, (x,), out_ty=R.Tensor((2, k), dtype="float32"))
        c = R.call_tir(cls.shared, (a,), out_ty=R.Tensor((2,), dtype="float32"))
        d = R.call_tir(cls.shared, (b,), out_ty=R.Tensor((3,), dtype="float32"))
        return y
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True)
    def exp(x: T.Buffer((T.int64(2), "m"), "float32"), y: T.Buffer((T.int64(2), m), "float32")):
        m = T.int64()
        T.func_attr({"scoped": 1})
        for i, j in T.grid(T.int64(2), m):
            y[i, j] = T.exp(x[i, j])

    @T.prim_func(private=True)
    def shared(x: T.Buffer(("n",), "float32"), y: T.Buffer((n,), "float32")):
        n = T.int64()
        for i in range(n):
            y[i] = T.exp(x[i])

    @R.function
    def main(x: R.Tensor((2, "k"), dtype="float32"), a: R.Tensor((2,), dtype="float32"), b: R.Tensor((3,), dtype="float32")) -> R.Tensor((2, "k"), dtype="float32"):
        k = T.int64()
        cls = Module
        y = R.call_tir(cls.exp, (x,), out_ty=R.Tensor((2, k), dtype="float32"))
        c = R.call_tir(cls.shared, (a,), out_ty=R.Tensor((2,), dtype="float32"))
        d = R.call_tir(cls.shared, (b,), out_ty=R.Tensor((3,), dtype="float32"))
        return y
