# RUN: ExpandTupleArguments
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

@I.ir_module
class Module:
    @R.function(private=True)
    def helper(t: R.Tuple(R.Tensor((2,), dtype="float32"), R.Tuple(R.Tensor((3,), dtype="float32"), R.Tensor((2,), dtype="float32"))), s: R.Tensor((2,), dtype="float32")) -> R.Tensor((2,), dtype="float32"):
        a = t[0]
        i = t[1]
        b = i[1]
        c = R.add(a, b)
        d = R.add(c, s)
        return d

    @R.function
    def main(x: R.Tensor((2,), dtype="float32"), y: R.Tensor((3,), dtype="float32"), t: R.Tuple(R.Tensor((2,), dtype="float32"), R.Tuple(R.Tensor((3,), dtype="float32"), R.Tensor((2,), dtype="float32")))) -> R.Tensor((2,), dtype="float32"):
        cls = Module
        a = cls.helper((x, (y, x)), x)
        b = cls.helper(t, a)
        return b
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function(private=True)
    def helper(t_0: R.Tensor((2,), dtype="float32"), t_1_0: R.Tensor((3,), dtype="float32"), t_1_1: R.Tensor((2,), dtype="float32"), s: R.Tensor((2,), dtype="float32")) -> R.Tensor((2,), dtype="float32"):
        c: R.Tensor((2,), dtype="float32") = R.add(t_0, t_1_1)
        d: R.Tensor((2,), dtype="float32") = R.add(c, s)
        return d

    @R.function
    def main(x: R.Tensor((2,), dtype="float32"), y: R.Tensor((3,), dtype="float32"), t: R.Tuple(R.Tensor((2,), dtype="float32"), R.Tuple(R.Tensor((3,), dtype="float32"), R.Tensor((2,), dtype="float32")))) -> R.Tensor((2,), dtype="float32"):
        cls = Module
        a: R.Tensor((2,), dtype="float32") = cls.helper(x, y, x, x)
        gv: R.Tensor((2,), dtype="float32") = t[0]
        gv_1: R.Tuple(R.Tensor((3,), dtype="float32"), R.Tensor((2,), dtype="float32")) = t[1]
        gv_2: R.Tensor((3,), dtype="float32") = gv_1[0]
        gv_3: R.Tensor((2,), dtype="float32") = gv_1[1]
        b: R.Tensor((2,), dtype="float32") = cls.helper(gv, gv_2, gv_3, a)
        return b
