# RUN: MergeCompositeFunctions
# What only takes a call's results apart goes with it, and what uses the parts for the same compiler follows; not so where all of them
# are needed elsewhere.
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function(private=True)
    def split_a(x: R.Tensor((4,), dtype="float32")) -> R.Tuple(R.Tensor((2,), dtype="float32"), R.Tensor((2,), dtype="float32")):
        R.func_attr({"Composite": "compiler_A.split", "Primitive": True})
        with R.dataflow():
            y = R.split(x, indices_or_sections=2, axis=0)
            R.output(y)
        return y

    @R.function(private=True)
    def add_a(x: R.Tensor((2,), dtype="float32"), y: R.Tensor((2,), dtype="float32")) -> R.Tensor((2,), dtype="float32"):
        R.func_attr({"Composite": "compiler_A.add", "Primitive": True})
        with R.dataflow():
            z = R.add(x, y)
            R.output(z)
        return z

    @R.function
    def main(x: R.Tensor((4,), dtype="float32")) -> R.Tensor((2,), dtype="float32"):
        cls = Module
        with R.dataflow():
            p = cls.split_a(x)
            a = p[0]
            b = p[1]
            c = cls.add_a(a, b)
            R.output(c)
        return c

    @R.function
    def whole(x: R.Tensor((4,), dtype="float32")) -> R.Tuple(R.Tensor((4,), dtype="float32"), R.Tensor((2,), dtype="float32")):
        cls = Module
        with R.dataflow():
            p = cls.split_a(x)
            a = p[0]
            c = cls.add_a(a, a)
            d = R.concat(p, axis=0)
            e = (d, c)
            R.output(e)
        return e

    @R.function
    def given(x: R.Tensor((4,), dtype="float32")) -> R.Tuple(R.Tuple(R.Tensor((2,), dtype="float32"), R.Tensor((2,), dtype="float32")), R.Tensor((2,), dtype="float32")):
        cls = Module
        with R.dataflow():
            p = cls.split_a(x)
            a = p[0]
            c = cls.add_a(a, a)
            R.output(p, c)
        return (p, c)
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def fused_add_a_compiler_A(a: R.Tensor((2,), dtype="float32")) -> R.Tensor((2,), dtype="float32"):
        R.func_attr({"Codegen": "compiler_A"})
        # from tvm.script import relax as R
        
        @R.function
        def gv(x: R.Tensor((2,), dtype="float32"), y: R.Tensor((2,), dtype="float32")) -> R.Tensor((2,), dtype="float32"):
            R.func_attr({"Composite": "compiler_A.add"})
            with R.dataflow():
                z: R.Tensor((2,), dtype="float32") = R.add(x, y)
                R.output(z)
            return z

        c: R.Tensor((2,), dtype="float32") = gv(a, a)
        return c

    @R.function
    def fused_split_a_add_a_compiler_A(x: R.Tensor((4,), dtype="float32")) -> R.Tensor((2,), dtype="float32"):
        R.func_attr({"Codegen": "compiler_A"})
        # from tvm.script import relax as R
        
        @R.function
        def gv(x_1: R.Tensor((4,), dtype="float32")) -> R.Tuple(R.Tensor((2,), dtype="float32"), R.Tensor((2,), dtype="float32")):
            R.func_attr({"Composite": "compiler_A.split"})
            with R.dataflow():
                y: R.Tuple(R.Tensor((2,), dtype="float32"), R.Tensor((2,), dtype="float32")) = R.split(x_1, indices_or_sections=2, axis=0)
                R.output(y)
            return y

        p: R.Tuple(R.Tensor((2,), dtype="float32"), R.Tensor((2,), dtype="float32")) = gv(x)
        a: R.Tensor((2,), dtype="float32") = p[0]
        b: R.Tensor((2,), dtype="float32") = p[1]
        # from tvm.script import relax as R
        
        @R.function
        def gv_1(x_1: R.Tensor((2,), dtype="float32"), y: R.Tensor((2,), dtype="float32")) -> R.Tensor((2,), dtype="float32"):
            R.func_attr({"Composite": "compiler_A.add"})
            with R.dataflow():
                z: R.Tensor((2,), dtype="float32") = R.add(x_1, y)
                R.output(z)
            return z

        c: R.Tensor((2,), dtype="float32") = gv_1(a, b)
        return c

    @R.function
    def fused_split_a_compiler_A(x: R.Tensor((4,), dtype="float32")) -> R.Tuple(R.Tensor((2,), dtype="float32"), R.Tensor((2,), dtype="float32")):
        R.func_attr({"Codegen": "compiler_A"})
        # from tvm.script import relax as R
        
        @R.function
        def gv(x_1: R.Tensor((4,), dtype="float32")) -> R.Tuple(R.Tensor((2,), dtype="float32"), R.Tensor((2,), dtype="float32")):
            R.func_attr({"Composite": "compiler_A.split"})
            with R.dataflow():
                y: R.Tuple(R.Tensor((2,), dtype="float32"), R.Tensor((2,), dtype="float32")) = R.split(x_1, indices_or_sections=2, axis=0)
                R.output(y)
            return y

        p: R.Tuple(R.Tensor((2,), dtype="float32"), R.Tensor((2,), dtype="float32")) = gv(x)
        return p

    @R.function
    def given(x: R.Tensor((4,), dtype="float32")) -> R.Tuple(R.Tuple(R.Tensor((2,), dtype="float32"), R.Tensor((2,), dtype="float32")), R.Tensor((2,), dtype="float32")):
        cls = Module
        with R.dataflow():
            p: R.Tuple(R.Tensor((2,), dtype="float32"), R.Tensor((2,), dtype="float32")) = cls.fused_split_a_compiler_A(x)
            a: R.Tensor((2,), dtype="float32") = p[0]
            c: R.Tensor((2,), dtype="float32") = cls.fused_add_a_compiler_A(a)
            R.output(p, c)
        return (p, c)

    @R.function
    def whole(x: R.Tensor((4,), dtype="float32")) -> R.Tuple(R.Tensor((4,), dtype="float32"), R.Tensor((2,), dtype="float32")):
        cls = Module
        with R.dataflow():
            p: R.Tuple(R.Tensor((2,), dtype="float32"), R.Tensor((2,), dtype="float32")) = cls.fused_split_a_compiler_A(x)
            a: R.Tensor((2,), dtype="float32") = p[0]
            c: R.Tensor((2,), dtype="float32") = cls.fused_add_a_compiler_A(a)
            d: R.Tensor((4,), dtype="float32") = R.concat(p, axis=0)
            e: R.Tuple(R.Tensor((4,), dtype="float32"), R.Tensor((2,), dtype="float32")) = d, c
            R.output(e)
        return e

    @R.function
    def main(x: R.Tensor((4,), dtype="float32")) -> R.Tensor((2,), dtype="float32"):
        cls = Module
        with R.dataflow():
            c: R.Tensor((2,), dtype="float32") = cls.fused_split_a_add_a_compiler_A(x)
            R.output(c)
        return c
