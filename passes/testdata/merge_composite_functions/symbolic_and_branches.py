# RUN: MergeCompositeFunctions
# Symbolic shapes are known in the function that is made; what stands in branches and outside of dataflow blocks stays as
# it is; nested tuples are taken apart outside.
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

@I.ir_module
class Module:
    @R.function(private=True)
    def relu_a(x: R.Tensor(("n", 4), dtype="float32")) -> R.Tensor(("n", 4), dtype="float32"):
        n = T.int64()
        R.func_attr({"Composite": "compiler_A.relu", "Primitive": True})
        with R.dataflow():
            y: R.Tensor((n, 4), dtype="float32") = R.nn.relu(x)
            R.output(y)
        return y

    @R.function
    def main(x: R.Tensor(("m", 4), dtype="float32"), c: R.Tensor((), dtype="bool")) -> R.Tuple(R.Tensor(("m", 4), dtype="float32"), R.Tuple(R.Tensor(("m", 4), dtype="float32"), R.Tensor(("m", 4), dtype="float32"))):
        m = T.int64()
        cls = Module
        with R.dataflow():
            a: R.Tensor((m, 4), dtype="float32") = cls.relu_a(x)
            b: R.Tensor((m, 4), dtype="float32") = cls.relu_a(a)
            t = (a, (b, x))
            R.output(a, t)
        if c:
            d: R.Tensor((m, 4), dtype="float32") = cls.relu_a(a)
            r: R.Tensor((m, 4), dtype="float32") = R.exp(d)
        else:
            r: R.Tensor((m, 4), dtype="float32") = x
        u: R.Tuple(R.Tensor((m, 4), dtype="float32"), R.Tensor((m, 4), dtype="float32")) = t[1]
        return (r, u)
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def fused_relu_a_relu_a_compiler_A(x: R.Tensor(("m", 4), dtype="float32")) -> R.Tuple(R.Tensor(("m", 4), dtype="float32"), R.Tensor(("m", 4), dtype="float32")):
        m = T.int64()
        R.func_attr({"Codegen": "compiler_A"})
        # from tvm.script import tirx as T
        # from tvm.tirx.layout import Axis
        # from tvm.script import relax as R
        
        @R.function
        def gv(x_1: R.Tensor(("n", 4), dtype="float32")) -> R.Tensor(("n", 4), dtype="float32"):
            n = T.int64()
            R.func_attr({"Composite": "compiler_A.relu"})
            with R.dataflow():
                y: R.Tensor((n, 4), dtype="float32") = R.nn.relu(x_1)
                R.output(y)
            return y

        a: R.Tensor((m, 4), dtype="float32") = gv(x)
        b: R.Tensor((m, 4), dtype="float32") = gv(a)
        return (a, b)

    @R.function(private=True)
    def relu_a(x: R.Tensor(("n", 4), dtype="float32")) -> R.Tensor(("n", 4), dtype="float32"):
        n = T.int64()
        R.func_attr({"Composite": "compiler_A.relu", "Primitive": True})
        with R.dataflow():
            y: R.Tensor((n, 4), dtype="float32") = R.nn.relu(x)
            R.output(y)
        return y

    @R.function
    def main(x: R.Tensor(("m", 4), dtype="float32"), c: R.Tensor((), dtype="bool")) -> R.Tuple(R.Tensor(("m", 4), dtype="float32"), R.Tuple(R.Tensor(("m", 4), dtype="float32"), R.Tensor(("m", 4), dtype="float32"))):
        m = T.int64()
        cls = Module
        with R.dataflow():
            lv: R.Tuple(R.Tensor((m, 4), dtype="float32"), R.Tensor((m, 4), dtype="float32")) = cls.fused_relu_a_relu_a_compiler_A(x)
            a: R.Tensor((m, 4), dtype="float32") = lv[0]
            b: R.Tensor((m, 4), dtype="float32") = lv[1]
            t: R.Tuple(R.Tensor((m, 4), dtype="float32"), R.Tuple(R.Tensor((m, 4), dtype="float32"), R.Tensor((m, 4), dtype="float32"))) = a, (b, x)
            R.output(a, t)
        if c:
            d: R.Tensor((m, 4), dtype="float32") = cls.relu_a(a)
            r_then: R.Tensor((m, 4), dtype="float32") = R.exp(d)
            r: R.Tensor((m, 4), dtype="float32") = r_then
        else:
            r: R.Tensor((m, 4), dtype="float32") = x
        u: R.Tuple(R.Tensor((m, 4), dtype="float32"), R.Tensor((m, 4), dtype="float32")) = t[1]
        return (r, u)
