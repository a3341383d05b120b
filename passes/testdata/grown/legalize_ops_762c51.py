# RUN: LegalizeOps
# Shows a mutant of passes/lower/known_kernels.cc (negation): !AreDistinctVars(call)
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x0: R.Tensor((), dtype="float16"), lv2: R.Tensor((), dtype="float16"), lv3: R.Tensor((), dtype="float16")) -> R.Tensor((), dtype="bool"):
        lv4: R.Tensor((), dtype="bool") = R.not_equal(lv3, lv2)
        lv8: R.Tensor((), dtype="bool") = R.not_equal(R.const(0.0, "float16"), x0)
        return lv8
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def not_equal(lv3: T.Buffer((), "float16"), lv2: T.Buffer((), "float16"), T_not_equal: T.Buffer((), "bool")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        with T.sblock("T_not_equal"):
            vi = T.axis.spatial(1, T.int64(0))
            T.reads(lv3[()], lv2[()])
            T.writes(T_not_equal[()])
            T_not_equal[()] = lv3[()] != lv2[()]

    @T.prim_func(private=True, s_tir=True)
    def not_equal1(x0: T.Buffer((), "float16"), T_not_equal: T.Buffer((), "bool")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        with T.sblock("T_not_equal"):
            vi = T.axis.spatial(1, T.int64(0))
            T.reads(x0[()])
            T.writes(T_not_equal[()])
            T_not_equal[()] = T.float16(0.0) != x0[()]

    @R.function
    def main(x0: R.Tensor((), dtype="float16"), lv2: R.Tensor((), dtype="float16"), lv3: R.Tensor((), dtype="float16")) -> R.Tensor((), dtype="bool"):
        cls = Module
        lv4 = R.call_tir(cls.not_equal, (lv3, lv2), out_ty=R.Tensor((), dtype="bool"))
        lv8 = R.call_tir(cls.not_equal1, (x0,), out_ty=R.Tensor((), dtype="bool"))
        return lv8
