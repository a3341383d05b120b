# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(n: T.int64, m: T.int64, x3: R.Tensor((1, m, n), dtype="float32")) -> T.int64:
        R.func_attr({"num_input": 1})
        return n
