# RUN: FuseTransposeMatmul
# A transposed matrix that something else uses stays; other permutations are not fused.
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((2, 1, 3, 4), dtype="float32"), w: R.Tensor((5, 6, 4), dtype="float32"), v: R.Tensor((4,), dtype="float32"), m: R.Tensor((6, 4), dtype="float32")):
        with R.dataflow():
            a = R.permute_dims(w, axes=[0, 2, 1])
            b = R.matmul(x, a)
            c = R.permute_dims(m)
            d = R.matmul(v, c)
            e = R.permute_dims(w, axes=[1, 2, 0])
            f = R.matmul(v, e)
            R.output(b, c, d, f)
        return (b, c, d, f)
