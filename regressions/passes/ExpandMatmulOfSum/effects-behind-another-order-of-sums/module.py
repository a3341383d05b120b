# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function(pure=False)
    def main(x4: R.Tensor((2, 2), dtype="float32"), x5: R.Tensor((2, 2), dtype="float32"), x6: R.Tensor((2, 2), dtype="float32")) -> R.Tuple:
        gv3: R.Tensor((2, 2), dtype="float32") = R.add(x4, x5)
        gv4: R.Tensor((2, 2), dtype="float64") = R.matmul(x6, gv3, out_dtype="float64")
        gv8: R.Tuple = R.print(gv4, format=R.str("{}"))
        return gv8
