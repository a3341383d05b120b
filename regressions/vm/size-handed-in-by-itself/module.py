# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(p: T.int64, x: R.Tensor(("p", "n"), dtype="float32")) -> R.Tensor(("p", "n"), dtype="float32"):
        n = T.int64()
        y: R.Tensor((p, n), dtype="float32") = R.negative(x)
        return y
