# RUN: LegalizeOps
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function(pure=False)
    def main(x: R.Tensor(dtype="float32", ndim=2), s: R.Tensor((2,), dtype="int64")) -> R.Tensor(dtype="float32"):
        a = R.add(x, x)
        b = R.builtin.stop_lift_params(a)
        t = R.tensor_to_shape(s)
        R.print(x, format=R.str("{}"))
        return b
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function(pure=False)
    def main(x: R.Tensor(dtype="float32", ndim=2), s: R.Tensor((2,), dtype="int64")) -> R.Tensor(dtype="float32", ndim=2):
        a: R.Tensor(dtype="float32", ndim=2) = R.add(x, x)
        b: R.Tensor(dtype="float32", ndim=2) = R.builtin.stop_lift_params(a)
        t: R.Shape(ndim=2) = R.tensor_to_shape(s)
        R.call_packed("relax.run.print", R.str("{}"), x, ty_args=(R.Tuple,))
        return b
# note: relax.add now: the shape of argument 0 is not known
# note: relax.builtin.stop_lift_params later by LiftTransformParams: LiftTransformParams removes it
