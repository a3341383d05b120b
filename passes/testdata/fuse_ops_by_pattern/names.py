# RUN: FuseOpsByPattern{"patterns":[["a.named","add(var(\"x\"), _)"]]}
# A pattern may say what a variable is called.
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((4,), "float32"), y: R.Tensor((4,), "float32")) -> R.Tensor((4,), "float32"):
        with R.dataflow():
            a = R.add(x, y)
            b = R.add(y, a)
            R.output(b)
        return b
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function(private=True)
    def fused_relax_add(x: R.Tensor((4,), dtype="float32"), y: R.Tensor((4,), dtype="float32")) -> R.Tensor((4,), dtype="float32"):
        R.func_attr({"Composite": "a.named", "Primitive": True})
        with R.dataflow():
            a: R.Tensor((4,), dtype="float32") = R.add(x, y)
            R.output(a)
        return a

    @R.function
    def main(x: R.Tensor((4,), dtype="float32"), y: R.Tensor((4,), dtype="float32")) -> R.Tensor((4,), dtype="float32"):
        cls = Module
        with R.dataflow():
            a: R.Tensor((4,), dtype="float32") = cls.fused_relax_add(x, y)
            b: R.Tensor((4,), dtype="float32") = R.add(y, a)
            R.output(b)
        return b
