# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x1: R.Tensor((1, 1, 1), dtype="float32"), x2: R.Tensor((1, 1, 1), dtype="float32"), x3: R.Tensor((1, 1, 1), dtype="float32"), x4: R.Tensor((1, 1, 1), dtype="bool")) -> R.Tensor((1, 1, 1), dtype="bool"):
        gv1: R.Tensor((1, 1, 1), dtype="float32") = R.rsqrt(x1)
        if R.const(True, "bool"):
            gv2: T.uint8 = R.inspect.tensor_dtype_code(gv1)
            gv3: R.Tensor((1, 1, 1), dtype="float32") = gv1
            gv5: R.Tensor((1, 1, 1), dtype="float32") = gv3
        else:
            gv4: R.Tensor((1, 1, 1), dtype="float32") = R.subtract(x2, x3)
            gv5: R.Tensor((1, 1, 1), dtype="float32") = gv4
        return x4
