# RUN: FuseOpsByPattern{"patterns":[["a.unary","nn.relu(_) | exp(nn.relu(_))", "closed"]]}
# A match that holds an earlier one as a whole takes it over. Entry functions are all that nobody has fused.
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function(private=True)
    def done(x: R.Tensor((4,), "float32")) -> R.Tensor((4,), "float32"):
        R.func_attr({"Composite": "a.other", "Primitive": True})
        with R.dataflow():
            y = R.nn.relu(x)
            R.output(y)
        return y

    @R.function
    def main(x: R.Tensor((4,), "float32")) -> R.Tensor((4,), "float32"):
        cls = Module
        with R.dataflow():
            a = R.nn.relu(x)
            b = R.exp(a)
            c = cls.done(b)
            R.output(c)
        return c
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function(private=True)
    def done(x: R.Tensor((4,), dtype="float32")) -> R.Tensor((4,), dtype="float32"):
        R.func_attr({"Composite": "a.other", "Primitive": True})
        with R.dataflow():
            y: R.Tensor((4,), dtype="float32") = R.nn.relu(x)
            R.output(y)
        return y

    @R.function(private=True)
    def fused_relax_nn_relu_relax_exp(x: R.Tensor((4,), dtype="float32")) -> R.Tensor((4,), dtype="float32"):
        R.func_attr({"Composite": "a.unary", "Primitive": True})
        with R.dataflow():
            a: R.Tensor((4,), dtype="float32") = R.nn.relu(x)
            b: R.Tensor((4,), dtype="float32") = R.exp(a)
            R.output(b)
        return b

    @R.function
    def main(x: R.Tensor((4,), dtype="float32")) -> R.Tensor((4,), dtype="float32"):
        cls = Module
        with R.dataflow():
            b: R.Tensor((4,), dtype="float32") = cls.fused_relax_nn_relu_relax_exp(x)
            c: R.Tensor((4,), dtype="float32") = cls.done(b)
            R.output(c)
        return c
