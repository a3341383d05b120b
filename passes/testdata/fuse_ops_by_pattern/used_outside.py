# RUN: FuseOpsByPattern{"patterns":[["a.relu_exp","nn.relu(exp(_))","closed"]]}
# A closed pattern takes no value that something else needs.
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((4,), dtype="float32")) -> R.Tensor((4,), dtype="float32"):
        with R.dataflow():
            a = R.exp(x)
            b = R.nn.relu(a)
            c = R.add(a, b)
            d = R.exp(c)
            e = R.nn.relu(d)
            R.output(e)
        return e
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function(private=True)
    def fused_relax_exp_relax_nn_relu(c: R.Tensor((4,), dtype="float32")) -> R.Tensor((4,), dtype="float32"):
        R.func_attr({"Composite": "a.relu_exp", "Primitive": True})
        with R.dataflow():
            d: R.Tensor((4,), dtype="float32") = R.exp(c)
            e: R.Tensor((4,), dtype="float32") = R.nn.relu(d)
            R.output(e)
        return e

    @R.function
    def main(x: R.Tensor((4,), dtype="float32")) -> R.Tensor((4,), dtype="float32"):
        cls = Module
        with R.dataflow():
            a: R.Tensor((4,), dtype="float32") = R.exp(x)
            b: R.Tensor((4,), dtype="float32") = R.nn.relu(a)
            c: R.Tensor((4,), dtype="float32") = R.add(a, b)
            e: R.Tensor((4,), dtype="float32") = cls.fused_relax_exp_relax_nn_relu(c)
            R.output(e)
        return e
