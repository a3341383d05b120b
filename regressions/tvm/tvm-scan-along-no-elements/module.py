# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((1, 0), dtype="float32"), y: R.Tensor((1, 1), dtype="float32"), z: R.Tensor((1, 1), dtype="int64")) -> R.Tensor((1, 1), dtype="int64"):
        gv: R.Tensor((1, 1), dtype="int64") = R.multinomial_from_uniform(x, y, z, dtype="int64")
        return gv
