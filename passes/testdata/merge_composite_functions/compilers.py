# RUN: MergeCompositeFunctions
# Two calls in a row for one compiler go together, but not around a call for another one; the same function is contained
# once.
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function(private=True)
    def relu_a(x: R.Tensor((4,), dtype="float32")) -> R.Tensor((4,), dtype="float32"):
        R.func_attr({"Composite": "compiler_A.relu", "Primitive": True})
        with R.dataflow():
            y = R.nn.relu(x)
            R.output(y)
        return y

    @R.function(private=True)
    def add_a(x: R.Tensor((4,), dtype="float32"), y: R.Tensor((4,), dtype="float32")) -> R.Tensor((4,), dtype="float32"):
        R.func_attr({"Composite": "compiler_A.add", "Primitive": True})
        with R.dataflow():
            z = R.add(x, y)
            R.output(z)
        return z

    @R.function(private=True)
    def gelu_b(x: R.Tensor((4,), dtype="float32")) -> R.Tensor((4,), dtype="float32"):
        R.func_attr({"Composite": "compiler_B.gelu", "Primitive": True})
        with R.dataflow():
            y = R.nn.gelu(x)
            R.output(y)
        return y

    @R.function
    def main(x: R.Tensor((4,), dtype="float32")) -> R.Tensor((4,), dtype="float32"):
        cls = Module
        with R.dataflow():
            a = cls.relu_a(x)
            b = cls.relu_a(a)
            c = cls.gelu_b(b)
            d = cls.add_a(b, c)
            e = R.exp(d)
            R.output(e)
        return e
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def fused_add_a_compiler_A(b: R.Tensor((4,), dtype="float32"), c: R.Tensor((4,), dtype="float32")) -> R.Tensor((4,), dtype="float32"):
        R.func_attr({"Codegen": "compiler_A"})
        # from tvm.script import relax as R
        
        @R.function
        def gv(x: R.Tensor((4,), dtype="float32"), y: R.Tensor((4,), dtype="float32")) -> R.Tensor((4,), dtype="float32"):
            R.func_attr({"Composite": "compiler_A.add"})
            with R.dataflow():
                z: R.Tensor((4,), dtype="float32") = R.add(x, y)
                R.output(z)
            return z

        d: R.Tensor((4,), dtype="float32") = gv(b, c)
        return d

    @R.function
    def fused_gelu_b_compiler_B(b: R.Tensor((4,), dtype="float32")) -> R.Tensor((4,), dtype="float32"):
        R.func_attr({"Codegen": "compiler_B"})
        # from tvm.script import relax as R
        
        @R.function
        def gv(x: R.Tensor((4,), dtype="float32")) -> R.Tensor((4,), dtype="float32"):
            R.func_attr({"Composite": "compiler_B.gelu"})
            with R.dataflow():
                y: R.Tensor((4,), dtype="float32") = R.nn.gelu(x)
                R.output(y)
            return y

        c: R.Tensor((4,), dtype="float32") = gv(b)
        return c

    @R.function
    def fused_relu_a_relu_a_compiler_A(x: R.Tensor((4,), dtype="float32")) -> R.Tensor((4,), dtype="float32"):
        R.func_attr({"Codegen": "compiler_A"})
        # from tvm.script import relax as R
        
        @R.function
        def gv(x_1: R.Tensor((4,), dtype="float32")) -> R.Tensor((4,), dtype="float32"):
            R.func_attr({"Composite": "compiler_A.relu"})
            with R.dataflow():
                y: R.Tensor((4,), dtype="float32") = R.nn.relu(x_1)
                R.output(y)
            return y

        a: R.Tensor((4,), dtype="float32") = gv(x)
        b: R.Tensor((4,), dtype="float32") = gv(a)
        return b

    @R.function
    def main(x: R.Tensor((4,), dtype="float32")) -> R.Tensor((4,), dtype="float32"):
        cls = Module
        with R.dataflow():
            b: R.Tensor((4,), dtype="float32") = cls.fused_relu_a_relu_a_compiler_A(x)
            c: R.Tensor((4,), dtype="float32") = cls.fused_gelu_b_compiler_B(b)
            d: R.Tensor((4,), dtype="float32") = cls.fused_add_a_compiler_A(b, c)
            e: R.Tensor((4,), dtype="float32") = R.exp(d)
            R.output(e)
        return e
