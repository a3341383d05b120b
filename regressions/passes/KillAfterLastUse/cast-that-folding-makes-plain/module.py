# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((1, 1), dtype="float32")) -> R.Tensor((1, 1), dtype="float32"):
        R.func_attr({"relax.force_pure": True})
        s: R.Tuple(R.Tensor((1, 1), dtype="float32"), R.Tensor((1, 1), dtype="float32")) = x, x
        z: R.Tensor(dtype="float32", ndim=2) = s[0]
        v: R.Tensor((1, 1), dtype="float32") = R.match_cast(z, R.Tensor((1, 1), dtype="float32"))
        return v
