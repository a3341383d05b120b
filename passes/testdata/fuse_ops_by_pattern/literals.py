# RUN: FuseOpsByPattern{"patterns":[["mine","builtin.alloc_tensor(_, _, _, _)"]]}
# What an operator reads as it is written stays with it: a dtype, a string.
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main() -> R.Tensor((1,), dtype="float32"):
        with R.dataflow():
            a = R.builtin.alloc_tensor(R.shape([1]), R.dtype("float32"), R.prim_value(0), R.str("global"))
            R.output(a)
        return a
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function(private=True)
    def fused_relax_builtin_alloc_tensor() -> R.Tensor((1,), dtype="float32"):
        R.func_attr({"Composite": "mine", "Primitive": True})
        with R.dataflow():
            a: R.Tensor((1,), dtype="float32") = R.builtin.alloc_tensor(R.shape([1]), R.dtype("float32"), 0, R.str("global"))
            R.output(a)
        return a

    @R.function
    def main() -> R.Tensor((1,), dtype="float32"):
        cls = Module
        with R.dataflow():
            a: R.Tensor((1,), dtype="float32") = cls.fused_relax_builtin_alloc_tensor()
            R.output(a)
        return a
