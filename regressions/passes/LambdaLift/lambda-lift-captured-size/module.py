# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x0: R.Tensor((1, "n", 1, 1), dtype="float32"), x2: R.Tensor((1, 1), dtype="bfloat16"), x3: R.Tensor((1, 1, 1, "n * n"), dtype="float32")) -> R.Tensor((1, 1), dtype="bfloat16"):
        n = T.int64()
        # from tvm.script import tirx as T
        # from tvm.tirx.layout import Axis
        # from tvm.script import relax as R
        
        @R.function
        def gv12(a10: R.Tensor((1, 1), dtype="bfloat16")) -> R.Tensor((1, 1), dtype="bfloat16"):
            gv11: R.Shape([1, 1, 1, n * n]) = R.shape_of(x3)
            return a10

        return x2
