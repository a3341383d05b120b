# RUN: SpecializePrimFuncBasedOnCallSite
# The argument says what n is, the output leaves it open: a kernel that knew it would contradict out_ty.
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def k(A: T.Buffer(("n",), "float32"), B: T.Buffer(("n",), "float32")):
        n = T.int32()
        for i in range(n):
            with T.sblock("b"):
                vi = T.axis.spatial(n, i)
                B[vi] = A[vi]
    @R.function
    def main(x: R.Tensor((1,), "float32"), y: R.Tensor(("m",), "float32")) -> R.Tensor(("m",), "float32"):
        m = T.int64()
        z = R.call_tir(Module.k, (x,), out_ty=R.Tensor((m,), "float32"))
        return z
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def k(A: T.Buffer(("n",), "float32"), B: T.Buffer((n,), "float32")):
        n = T.int32()
        # with T.sblock("root"):
        for i in range(n):
            with T.sblock("b"):
                vi = T.axis.spatial(n, i)
                T.reads(A[vi])
                T.writes(B[vi])
                B[vi] = A[vi]

    @R.function
    def main(x: R.Tensor((1,), dtype="float32"), y: R.Tensor(("m",), dtype="float32")) -> R.Tensor(("m",), dtype="float32"):
        m = T.int64()
        cls = Module
        z = R.call_tir(cls.k, (x,), out_ty=R.Tensor((m,), dtype="float32"))
        return z
