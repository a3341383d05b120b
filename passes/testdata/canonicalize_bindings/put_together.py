# RUN: CanonicalizeBindings
# A tuple of all fields of another, in their order, is that one; in another order, of some of them, or of two tuples it is not.
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((4,), dtype="float32"), y: R.Tensor((4,), dtype="float32")):
        t = R.split(x, indices_or_sections=2, axis=0)
        u = R.split(y, indices_or_sections=2, axis=0)
        a = t[0]
        b = t[1]
        c = u[1]
        same = (a, b)
        turned = (b, a)
        part = (a,)
        mixed = (a, c)
        r = R.concat(same, axis=0)
        s = R.concat(turned, axis=0)
        p = R.concat(part, axis=0)
        q = R.concat(mixed, axis=0)
        return (r, s, p, q)
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((4,), dtype="float32"), y: R.Tensor((4,), dtype="float32")) -> R.Tuple(R.Tensor((4,), dtype="float32"), R.Tensor((4,), dtype="float32"), R.Tensor((2,), dtype="float32"), R.Tensor((4,), dtype="float32")):
        t: R.Tuple(R.Tensor((2,), dtype="float32"), R.Tensor((2,), dtype="float32")) = R.split(x, indices_or_sections=2, axis=0)
        u: R.Tuple(R.Tensor((2,), dtype="float32"), R.Tensor((2,), dtype="float32")) = R.split(y, indices_or_sections=2, axis=0)
        a: R.Tensor((2,), dtype="float32") = t[0]
        b: R.Tensor((2,), dtype="float32") = t[1]
        c: R.Tensor((2,), dtype="float32") = u[1]
        same: R.Tuple(R.Tensor((2,), dtype="float32"), R.Tensor((2,), dtype="float32")) = a, b
        turned: R.Tuple(R.Tensor((2,), dtype="float32"), R.Tensor((2,), dtype="float32")) = b, a
        part: R.Tuple(R.Tensor((2,), dtype="float32")) = (a,)
        mixed: R.Tuple(R.Tensor((2,), dtype="float32"), R.Tensor((2,), dtype="float32")) = a, c
        r: R.Tensor((4,), dtype="float32") = R.concat(same, axis=0)
        s: R.Tensor((4,), dtype="float32") = R.concat(turned, axis=0)
        p: R.Tensor((2,), dtype="float32") = R.concat(part, axis=0)
        q: R.Tensor((4,), dtype="float32") = R.concat(mixed, axis=0)
        return (r, s, p, q)
