# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((2,), "float32")) -> R.Tensor((2,), "float32"):
        R.func_attr({"a": R.dtype("float32"), "b": [R.dtype("int8"), "int8"], "c": {"d": R.dtype("bool")}})
        y: R.Tensor((2,), "float16") = R.astype(x, dtype="float16")
        return x
