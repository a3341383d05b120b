# RUN: MergeCompositeFunctions
# A tuple that an earlier block has made is needed whole where it goes by another name, or is a field of another tuple.
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

    @R.function
    def renamed(x: R.Tensor((4,), dtype="float32")) -> R.Tuple(R.Tensor((2,), dtype="float32"), R.Tensor((2,), dtype="float32")):
        cls = Module
        p = cls.split_a(x)
        with R.dataflow():
            q = p
            R.output(q)
        return q

    @R.function
    def within(x: R.Tensor((4,), dtype="float32")) -> R.Tuple(R.Tuple(R.Tensor((2,), dtype="float32"), R.Tensor((2,), dtype="float32")), R.Tensor((4,), dtype="float32")):
        cls = Module
        p = cls.split_a(x)
        with R.dataflow():
            q = (p, x)
            R.output(q)
        return q
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def fused_compiler_A(p: R.Tuple(R.Tensor((2,), dtype="float32"), R.Tensor((2,), dtype="float32"))) -> R.Tuple(R.Tensor((2,), dtype="float32"), R.Tensor((2,), dtype="float32")):
        R.func_attr({"Codegen": "compiler_A"})
        q: R.Tuple(R.Tensor((2,), dtype="float32"), R.Tensor((2,), dtype="float32")) = p
        return q

    @R.function
    def renamed(x: R.Tensor((4,), dtype="float32")) -> R.Tuple(R.Tensor((2,), dtype="float32"), R.Tensor((2,), dtype="float32")):
        cls = Module
        p: R.Tuple(R.Tensor((2,), dtype="float32"), R.Tensor((2,), dtype="float32")) = cls.split_a(x)
        with R.dataflow():
            q: R.Tuple(R.Tensor((2,), dtype="float32"), R.Tensor((2,), dtype="float32")) = cls.fused_compiler_A(p)
            R.output(q)
        return q

    @R.function(private=True)
    def split_a(x: R.Tensor((4,), dtype="float32")) -> R.Tuple(R.Tensor((2,), dtype="float32"), R.Tensor((2,), dtype="float32")):
        R.func_attr({"Composite": "compiler_A.split", "Primitive": True})
        with R.dataflow():
            y: R.Tuple(R.Tensor((2,), dtype="float32"), R.Tensor((2,), dtype="float32")) = R.split(x, indices_or_sections=2, axis=0)
            R.output(y)
        return y

    @R.function
    def within(x: R.Tensor((4,), dtype="float32")) -> R.Tuple(R.Tuple(R.Tensor((2,), dtype="float32"), R.Tensor((2,), dtype="float32")), R.Tensor((4,), dtype="float32")):
        cls = Module
        p: R.Tuple(R.Tensor((2,), dtype="float32"), R.Tensor((2,), dtype="float32")) = cls.split_a(x)
        with R.dataflow():
            q: R.Tuple(R.Tuple(R.Tensor((2,), dtype="float32"), R.Tensor((2,), dtype="float32")), R.Tensor((4,), dtype="float32")) = p, x
            R.output(q)
        return q
