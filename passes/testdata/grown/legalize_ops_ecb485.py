# RUN: LegalizeOps
# Shows a mutant of passes/lower/known_kernels.cc (condition): !AreDistinctVars(call)
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x0: R.Tensor((), dtype="int16"), x3: R.Tensor((), dtype="int16")) -> R.Tensor((), dtype="int16"):
        gv0: R.Tensor((), dtype="int16") = R.bitwise_and(x0, x0)
        gv7: R.Tensor((), dtype="int16") = R.bitwise_and(x0, x3)
        return gv7
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def bitwise_and(x0: T.Buffer((), "int16"), x0_1: T.Buffer((), "int16"), T_bitwise_and: T.Buffer((), "int16")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        with T.sblock("T_bitwise_and"):
            vi = T.axis.spatial(T.int64(1), T.int64(0))
            T.reads(x0[()], x0_1[()])
            T.writes(T_bitwise_and[()])
            T_bitwise_and[()] = T.bitwise_and(x0[()], x0_1[()])

    @R.function
    def main(x0: R.Tensor((), dtype="int16"), x3: R.Tensor((), dtype="int16")) -> R.Tensor((), dtype="int16"):
        cls = Module
        gv0 = R.call_tir(cls.bitwise_and, (x0, x0), out_ty=R.Tensor((), dtype="int16"))
        gv7 = R.call_tir(cls.bitwise_and, (x0, x3), out_ty=R.Tensor((), dtype="int16"))
        return gv7
