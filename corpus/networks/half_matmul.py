# Products of matrices of half precision, which tensor cores compute: with sums of float32, and of a transposed matrix.
from tvm.script import ir as I
from tvm.script import relax as R


@I.ir_module
class Module:
    @R.function
    def product(a: R.Tensor((128, 128), "float16"), b: R.Tensor((128, 128), "float16")):
        with R.dataflow():
            y = R.matmul(a, b, out_dtype="float32")
            R.output(y)
        return y

    @R.function
    def of_transposed(a: R.Tensor((128, 128), "float16"), b: R.Tensor((128, 128), "float16")):
        with R.dataflow():
            y = R.matmul(a, R.permute_dims(b))
            R.output(y)
        return y
