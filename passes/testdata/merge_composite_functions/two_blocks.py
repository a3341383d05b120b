# RUN: MergeCompositeFunctions
# What goes to one compiler stands in two blocks, with something impure between them: it becomes two functions.
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function(private=True)
    def relu_a(x: R.Tensor((4,), "float32")) -> R.Tensor((4,), "float32"):
        R.func_attr({"Composite": "a.relu", "Primitive": True})
        with R.dataflow():
            y = R.nn.relu(x)
            R.output(y)
        return y

    @R.function(pure=False)
    def main(x: R.Tensor((4,), "float32")) -> R.Tensor((4,), "float32"):
        cls = Module
        with R.dataflow():
            a = cls.relu_a(x)
            b = cls.relu_a(a)
            R.output(b)
        _ = R.print(format="between")
        with R.dataflow():
            c = cls.relu_a(b)
            d = cls.relu_a(c)
            R.output(d)
        return d
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def fused_relu_a_relu_a_a(x: R.Tensor((4,), dtype="float32")) -> R.Tensor((4,), dtype="float32"):
        R.func_attr({"Codegen": "a"})
        # from tvm.script import relax as R
        
        @R.function
        def gv(x_1: R.Tensor((4,), dtype="float32")) -> R.Tensor((4,), dtype="float32"):
            R.func_attr({"Composite": "a.relu"})
            with R.dataflow():
                y: R.Tensor((4,), dtype="float32") = R.nn.relu(x_1)
                R.output(y)
            return y

        a: R.Tensor((4,), dtype="float32") = gv(x)
        b: R.Tensor((4,), dtype="float32") = gv(a)
        return b

    @R.function(pure=False)
    def main(x: R.Tensor((4,), dtype="float32")) -> R.Tensor((4,), dtype="float32"):
        cls = Module
        with R.dataflow():
            b: R.Tensor((4,), dtype="float32") = cls.fused_relu_a_relu_a_a(x)
            R.output(b)
        R.print(format=R.str("between"))
        with R.dataflow():
            d: R.Tensor((4,), dtype="float32") = cls.fused_relu_a_relu_a_a(b)
            R.output(d)
        return d
