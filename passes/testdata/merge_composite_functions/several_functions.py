# RUN: MergeCompositeFunctions
# TVM #17210: every function with composites takes part, whatever its name; static shapes and constants that functions
# share belong to each of them. Neither the order of functions nor a missing main matters.
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function(private=True)
    def flat(x: R.Tensor((2, 2), dtype="float32"), shape: R.Shape([4])) -> R.Tensor((4,), dtype="float32"):
        R.func_attr({"Composite": "compiler_A.flat", "Primitive": True})
        with R.dataflow():
            y = R.reshape(x, R.shape([4]))
            R.output(y)
        return y

    @R.function(private=True)
    def relu_a(x: R.Tensor((4,), dtype="float32")) -> R.Tensor((4,), dtype="float32"):
        R.func_attr({"Composite": "compiler_A.relu", "Primitive": True})
        with R.dataflow():
            y = R.nn.relu(x)
            R.output(y)
        return y

    @R.function
    def first(x: R.Tensor((2, 2), dtype="float32")) -> R.Tensor((4,), dtype="float32"):
        cls = Module
        with R.dataflow():
            a = cls.flat(x, R.shape([4]))
            b = cls.relu_a(a)
            R.output(b)
        return b

    @R.function
    def second(x: R.Tensor((2, 2), dtype="float32"), y: R.Tensor((4,), dtype="float32")) -> R.Tuple(R.Tensor((4,), dtype="float32"), R.Tensor((4,), dtype="float32")):
        cls = Module
        with R.dataflow():
            a = cls.flat(x, R.shape([4]))
            b = cls.relu_a(y)
            z = R.zeros(R.shape([4]), dtype="float32")
            c = R.add(a, z)
            R.output(b, c)
        return (b, c)
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def first(x: R.Tensor((2, 2), dtype="float32")) -> R.Tensor((4,), dtype="float32"):
        cls = Module
        with R.dataflow():
            b: R.Tensor((4,), dtype="float32") = cls.fused_flat_relu_a_compiler_A(x)
            R.output(b)
        return b

    @R.function
    def fused_flat_compiler_A(x: R.Tensor((2, 2), dtype="float32")) -> R.Tensor((4,), dtype="float32"):
        R.func_attr({"Codegen": "compiler_A"})
        # from tvm.script import relax as R
        
        @R.function
        def gv(x_1: R.Tensor((2, 2), dtype="float32"), shape: R.Shape([4])) -> R.Tensor((4,), dtype="float32"):
            R.func_attr({"Composite": "compiler_A.flat"})
            with R.dataflow():
                y: R.Tensor((4,), dtype="float32") = R.reshape(x_1, R.shape([4]))
                R.output(y)
            return y

        a: R.Tensor((4,), dtype="float32") = gv(x, R.shape([4]))
        return a

    @R.function
    def fused_flat_relu_a_compiler_A(x: R.Tensor((2, 2), dtype="float32")) -> R.Tensor((4,), dtype="float32"):
        R.func_attr({"Codegen": "compiler_A"})
        # from tvm.script import relax as R
        
        @R.function
        def gv(x_1: R.Tensor((2, 2), dtype="float32"), shape: R.Shape([4])) -> R.Tensor((4,), dtype="float32"):
            R.func_attr({"Composite": "compiler_A.flat"})
            with R.dataflow():
                y: R.Tensor((4,), dtype="float32") = R.reshape(x_1, R.shape([4]))
                R.output(y)
            return y

        a: R.Tensor((4,), dtype="float32") = gv(x, R.shape([4]))
        # from tvm.script import relax as R
        
        @R.function
        def gv_1(x_1: R.Tensor((4,), dtype="float32")) -> R.Tensor((4,), dtype="float32"):
            R.func_attr({"Composite": "compiler_A.relu"})
            with R.dataflow():
                y: R.Tensor((4,), dtype="float32") = R.nn.relu(x_1)
                R.output(y)
            return y

        b: R.Tensor((4,), dtype="float32") = gv_1(a)
        return b

    @R.function
    def fused_relu_a_compiler_A(y: R.Tensor((4,), dtype="float32")) -> R.Tensor((4,), dtype="float32"):
        R.func_attr({"Codegen": "compiler_A"})
        # from tvm.script import relax as R
        
        @R.function
        def gv(x: R.Tensor((4,), dtype="float32")) -> R.Tensor((4,), dtype="float32"):
            R.func_attr({"Composite": "compiler_A.relu"})
            with R.dataflow():
                y_1: R.Tensor((4,), dtype="float32") = R.nn.relu(x)
                R.output(y_1)
            return y_1

        b: R.Tensor((4,), dtype="float32") = gv(y)
        return b

    @R.function
    def second(x: R.Tensor((2, 2), dtype="float32"), y: R.Tensor((4,), dtype="float32")) -> R.Tuple(R.Tensor((4,), dtype="float32"), R.Tensor((4,), dtype="float32")):
        cls = Module
        with R.dataflow():
            a: R.Tensor((4,), dtype="float32") = cls.fused_flat_compiler_A(x)
            b: R.Tensor((4,), dtype="float32") = cls.fused_relu_a_compiler_A(y)
            z: R.Tensor((4,), dtype="float32") = R.zeros(R.shape([4]), dtype="float32")
            c: R.Tensor((4,), dtype="float32") = R.add(a, z)
            R.output(b, c)
        return (b, c)
