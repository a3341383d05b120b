# RUN: FuseOpsByPattern{"patterns":[["a.relu_exp","nn.relu(exp(_))"]]}
# Functions that another pass has made are left alone: primitive ones, composites, and those for a compiler.
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function(private=True)
    def primitive(x: R.Tensor((4,), dtype="float32")) -> R.Tensor((4,), dtype="float32"):
        R.func_attr({"Primitive": True})
        with R.dataflow():
            a = R.exp(x)
            b = R.nn.relu(a)
            R.output(b)
        return b

    @R.function(private=True)
    def composite(x: R.Tensor((4,), dtype="float32")) -> R.Tensor((4,), dtype="float32"):
        R.func_attr({"Composite": "b.relu_exp"})
        with R.dataflow():
            a = R.exp(x)
            b = R.nn.relu(a)
            R.output(b)
        return b

    @R.function
    def compiled(x: R.Tensor((4,), dtype="float32")) -> R.Tensor((4,), dtype="float32"):
        R.func_attr({"Codegen": "b"})
        with R.dataflow():
            a = R.exp(x)
            b = R.nn.relu(a)
            R.output(b)
        return b

    @R.function
    def main(x: R.Tensor((4,), dtype="float32")) -> R.Tensor((4,), dtype="float32"):
        cls = Module
        with R.dataflow():
            a = R.exp(x)
            b = R.nn.relu(a)
            c = cls.primitive(b)
            d = cls.composite(c)
            e = cls.compiled(d)
            R.output(e)
        return e
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def compiled(x: R.Tensor((4,), dtype="float32")) -> R.Tensor((4,), dtype="float32"):
        R.func_attr({"Codegen": "b"})
        with R.dataflow():
            a: R.Tensor((4,), dtype="float32") = R.exp(x)
            b: R.Tensor((4,), dtype="float32") = R.nn.relu(a)
            R.output(b)
        return b

    @R.function(private=True)
    def composite(x: R.Tensor((4,), dtype="float32")) -> R.Tensor((4,), dtype="float32"):
        R.func_attr({"Composite": "b.relu_exp"})
        with R.dataflow():
            a: R.Tensor((4,), dtype="float32") = R.exp(x)
            b: R.Tensor((4,), dtype="float32") = R.nn.relu(a)
            R.output(b)
        return b

    @R.function(private=True)
    def fused_relax_exp_relax_nn_relu(x: R.Tensor((4,), dtype="float32")) -> R.Tensor((4,), dtype="float32"):
        R.func_attr({"Composite": "a.relu_exp", "Primitive": True})
        with R.dataflow():
            a: R.Tensor((4,), dtype="float32") = R.exp(x)
            b: R.Tensor((4,), dtype="float32") = R.nn.relu(a)
            R.output(b)
        return b

    @R.function(private=True)
    def primitive(x: R.Tensor((4,), dtype="float32")) -> R.Tensor((4,), dtype="float32"):
        R.func_attr({"Primitive": True})
        with R.dataflow():
            a: R.Tensor((4,), dtype="float32") = R.exp(x)
            b: R.Tensor((4,), dtype="float32") = R.nn.relu(a)
            R.output(b)
        return b

    @R.function
    def main(x: R.Tensor((4,), dtype="float32")) -> R.Tensor((4,), dtype="float32"):
        cls = Module
        with R.dataflow():
            b: R.Tensor((4,), dtype="float32") = cls.fused_relax_exp_relax_nn_relu(x)
            c: R.Tensor((4,), dtype="float32") = cls.primitive(b)
            d: R.Tensor((4,), dtype="float32") = cls.composite(c)
            e: R.Tensor((4,), dtype="float32") = cls.compiled(d)
            R.output(e)
        return e
