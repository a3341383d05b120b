# RUN: EliminateCommonSubexpr
# Of a conditional only the condition changes, only one branch, or the other.
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((), dtype="float32"), y: R.Tensor((), dtype="float32")):
        c = R.less(x, y)
        d = R.less(x, y)
        e = R.exp(x)
        if d:
            r = R.tanh(x)
        else:
            r = R.sin(x)
        if c:
            s = R.exp(x)
        else:
            s = R.cos(x)
        if c:
            t = R.cos(x)
        else:
            t = R.exp(x)
        return (e, r, s, t)
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((), dtype="float32"), y: R.Tensor((), dtype="float32")) -> R.Tuple(R.Tensor((), dtype="float32"), R.Tensor((), dtype="float32"), R.Tensor((), dtype="float32"), R.Tensor((), dtype="float32")):
        c: R.Tensor((), dtype="bool") = R.less(x, y)
        d: R.Tensor((), dtype="bool") = c
        e: R.Tensor((), dtype="float32") = R.exp(x)
        if c:
            r_then: R.Tensor((), dtype="float32") = R.tanh(x)
            r: R.Tensor((), dtype="float32") = r_then
        else:
            r_else: R.Tensor((), dtype="float32") = R.sin(x)
            r: R.Tensor((), dtype="float32") = r_else
        if c:
            s_then: R.Tensor((), dtype="float32") = e
            s: R.Tensor((), dtype="float32") = e
        else:
            s_else: R.Tensor((), dtype="float32") = R.cos(x)
            s: R.Tensor((), dtype="float32") = s_else
        if c:
            t_then: R.Tensor((), dtype="float32") = R.cos(x)
            t: R.Tensor((), dtype="float32") = t_then
        else:
            t_else: R.Tensor((), dtype="float32") = e
            t: R.Tensor((), dtype="float32") = e
        return (e, r, s, t)
