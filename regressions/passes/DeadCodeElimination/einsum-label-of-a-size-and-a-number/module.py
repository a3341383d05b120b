# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor(("k", 1), dtype="float64"), i: R.Tensor((2,), dtype="int64")):
        k = T.int64()
        a: R.Tensor((1, k), dtype="float64") = R.reshape(x, R.shape([1, k]))
        b: R.Tensor((k, k), dtype="float64") = R.matmul(x, a, out_dtype=None)
        c: R.Tensor((k, 2), dtype="float64") = R.take(b, i, axis=1, mode="clip")
        d = R.einsum((c,), subscripts="ii->i")
        return d
