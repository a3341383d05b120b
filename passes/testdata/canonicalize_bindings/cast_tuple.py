# RUN: CanonicalizeBindings
# A field of a tuple that was cast is no other name of what went into the tuple, where that knows less.
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor(ndim=1), y: R.Tensor((2,), "float32")) -> R.Tensor((3,), "float32"):
        p = (x, y)
        q = R.match_cast(p, R.Tuple(R.Tensor((3,), "float32"), R.Tensor((2,), "float32")))
        a = q[0]
        b = q[1]
        c = R.add(a, R.sum(b))
        return c
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor(ndim=1), y: R.Tensor((2,), dtype="float32")) -> R.Tensor((3,), dtype="float32"):
        p: R.Tuple(R.Tensor(ndim=1), R.Tensor((2,), dtype="float32")) = x, y
        q: R.Tuple(R.Tensor((3,), dtype="float32"), R.Tensor((2,), dtype="float32")) = R.match_cast(p, R.Tuple(R.Tensor((3,), dtype="float32"), R.Tensor((2,), dtype="float32")))
        a: R.Tensor((3,), dtype="float32") = q[0]
        gv4: R.Tensor((), dtype="float32") = R.sum(y, axis=None, keepdims=False)
        c: R.Tensor((3,), dtype="float32") = R.add(a, gv4)
        return c
