# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(gv33: R.Tensor((1,), dtype="int64")) -> R.Tensor((1,), dtype="int64"):
        # from tvm.script import relax as R
        
        @R.function
        def gv27(a24: R.Tensor((), dtype="uint16")) -> R.Tensor((1,), dtype="int64"):
            gv25: R.Tensor((1,), dtype="int64") = R.full(R.shape([1]), R.const(3, "int64"), dtype="int64")
            gv26: R.Shape(ndim=1) = R.tensor_to_shape(gv25)
            return gv25

        gv34: R.Shape(ndim=1) = R.tensor_to_shape(gv33)
        return gv33
