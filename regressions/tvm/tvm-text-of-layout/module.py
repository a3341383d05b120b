# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(gv0: R.Tensor((1,), dtype="int32")) -> R.Tensor((1,), dtype="int32"):
        gv2: R.Tensor((1,), dtype="int32") = R.bucketize(gv0, gv0, out_int32=True, right=False)
        return gv2
