# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((1, 1), dtype="float32"), a: R.Tensor((1, 1), dtype="float32"), b: R.Tensor((1, 1), dtype="float32"), c: R.Tensor((1,), dtype="float32"), d: R.Tensor((1,), dtype="float32")) -> R.Tensor((1, 1), dtype="float32"):
        m: R.Tensor((1, 1), dtype="float32") = R.matmul(x, a, out_dtype=None)
        p: R.Tensor((1, 1), dtype="float32") = R.add(m, c)
        r: R.Tensor((1, 1), dtype="float32") = R.nn.relu(p)
        n: R.Tensor((1, 1), dtype="float32") = R.matmul(x, b, out_dtype=None)
        q: R.Tensor((1, 1), dtype="float32") = R.add(n, d)
        s: R.Tensor((1, 1), dtype="float32") = R.nn.relu(n)
        return s
