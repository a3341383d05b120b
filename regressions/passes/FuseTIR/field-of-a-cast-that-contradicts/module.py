# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor(ndim=1), y: R.Tensor((2,), dtype="float32")) -> R.Tensor((), dtype="float32"):
        p: R.Tuple(R.Tensor(ndim=1), R.Tensor((2,), dtype="float32")) = x, y
        q: R.Tuple(R.Tensor((2,), dtype="float32"), R.Tensor((1,), dtype="float32")) = R.match_cast(p, R.Tuple(R.Tensor((2,), dtype="float32"), R.Tensor((1,), dtype="float32")))
        gv: R.Tensor((1,), dtype="float32") = q[1]
        gv_3: R.Tensor((), dtype="float32") = R.sum(gv, axis=None, keepdims=False)
        return gv_3
