# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function(private=True)
    def helper(n: T.int64, x0: R.Tensor((1, n, n, n + 1), dtype="bfloat16"), x1: R.Tensor((), dtype="bfloat16")) -> T.int64:
        return n

    @R.function
    def main(x2: R.Tensor((1, 0, 0, 1), dtype="bfloat16"), x3: R.Tensor((), dtype="bfloat16")) -> T.int64:
        cls = Module
        lv0: T.int64 = cls.helper(0, x2, x3)
        return lv0
