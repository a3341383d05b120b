# RUN: MergeCompositeFunctions
# A tuple under another name is the same one: where one of its names is needed whole, parts of the other stay outside.
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
    def main(x: R.Tensor((4,), dtype="float32")) -> R.Tuple(R.Tensor((4,), dtype="float32"), R.Tensor((2,), dtype="float32")):
        cls = Module
        with R.dataflow():
            p = cls.split_a(x)
            q = p
            a = q[0]
            c = cls.add_a(a, a)
            d = R.concat(p, axis=0)
            e = (d, c)
            R.output(e)
        return e
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
    def fused_split_a_compiler_A(x: R.Tensor((4,), dtype="float32")) -> R.Tuple(R.Tuple(R.Tensor((2,), dtype="float32"), R.Tensor((2,), dtype="float32")), R.Tuple(R.Tensor((2,), dtype="float32"), R.Tensor((2,), dtype="float32"))):
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
        q: R.Tuple(R.Tensor((2,), dtype="float32"), R.Tensor((2,), dtype="float32")) = p
        return (q, p)

    @R.function
    def main(x: R.Tensor((4,), dtype="float32")) -> R.Tuple(R.Tensor((4,), dtype="float32"), R.Tensor((2,), dtype="float32")):
        cls = Module
        with R.dataflow():
            lv: R.Tuple(R.Tuple(R.Tensor((2,), dtype="float32"), R.Tensor((2,), dtype="float32")), R.Tuple(R.Tensor((2,), dtype="float32"), R.Tensor((2,), dtype="float32"))) = cls.fused_split_a_compiler_A(x)
            p: R.Tuple(R.Tensor((2,), dtype="float32"), R.Tensor((2,), dtype="float32")) = lv[1]
            q: R.Tuple(R.Tensor((2,), dtype="float32"), R.Tensor((2,), dtype="float32")) = lv[0]
            a: R.Tensor((2,), dtype="float32") = q[0]
            c: R.Tensor((2,), dtype="float32") = cls.fused_add_a_compiler_A(a)
            d: R.Tensor((4,), dtype="float32") = R.concat(p, axis=0)
            e: R.Tuple(R.Tensor((4,), dtype="float32"), R.Tensor((2,), dtype="float32")) = d, c
            R.output(e)
        return e
