# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function(pure=False)
    def main(A: R.Tensor(("N",))) -> R.Tensor(("N",)):
        N = T.int64()
        R.assert_op(N % 16 == 0, format=R.str(""))
        return A
