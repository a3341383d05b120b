# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1), dtype="float32"), i0: R.Tensor((1,), dtype="int64"), i1: R.Tensor((1,), dtype="int64"), i2: R.Tensor((1,), dtype="int64"), i3: R.Tensor((1,), dtype="int64"), i4: R.Tensor((1,), dtype="int64"), i5: R.Tensor((1,), dtype="int64"), i6: R.Tensor((1,), dtype="int64"), i7: R.Tensor((1,), dtype="int64"), i8: R.Tensor((1,), dtype="int64"), i9: R.Tensor((1,), dtype="int64"), i10: R.Tensor((1,), dtype="int64"), i11: R.Tensor((1,), dtype="int64"), v: R.Tensor((1,), dtype="float32")) -> R.Tensor((1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1), dtype="float32"):
        y: R.Tensor((1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1), dtype="float32") = R.index_put(x, (i0, i1, i2, i3, i4, i5, i6, i7, i8, i9, i10, i11), v, accumulate=False)
        return y
