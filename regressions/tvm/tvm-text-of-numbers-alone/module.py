# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(n: T.int64) -> R.Shape([T.if_then_else(n < 3, T.int64(1), T.int64(2))]):
        return R.shape([T.if_then_else(n < 3, T.int64(1), T.int64(2))])
