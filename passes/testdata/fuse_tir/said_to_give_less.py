# RUN: FuseTIR
# A call that is said to give less than its callee does.
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def exp(A: T.Buffer((T.int64(4),), "float32"), B: T.Buffer((T.int64(4),), "float32")):
        T.func_attr({"op_pattern": 0, "tirx.noalias": True})
        for i in range(T.int64(4)):
            with T.sblock("B"):
                vi = T.axis.spatial(T.int64(4), i)
                B[vi] = T.exp(A[vi])

    @R.function(private=True)
    def once(x: R.Tensor((4,), dtype="float32")) -> R.Tensor((4,), dtype="float32"):
        R.func_attr({"Primitive": True})
        cls = Module
        with R.dataflow():
            a = R.call_tir(cls.exp, (x,), out_ty=R.Tensor((4,), dtype="float32"))
            R.output(a)
        return a

    @R.function
    def main(x: R.Tensor((4,), dtype="float32")) -> R.Tensor(ndim=1, dtype="float32"):
        cls = Module
        y: R.Tensor(ndim=1, dtype="float32") = cls.once(x)
        return y
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def once(x: T.Buffer((T.int64(4),), "float32"), B_intermediate: T.Buffer((T.int64(4),), "float32")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        for i in range(T.int64(4)):
            with T.sblock("B"):
                vi = T.axis.spatial(T.int64(4), i)
                T.reads(x[vi])
                T.writes(B_intermediate[vi])
                B_intermediate[vi] = T.exp(x[vi])

    @R.function
    def main(x: R.Tensor((4,), dtype="float32")) -> R.Tensor((4,), dtype="float32"):
        cls = Module
        y = R.call_tir(cls.once, (x,), out_ty=R.Tensor((4,), dtype="float32"))
        return y
