# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(s: R.Shape(["k"]), y: R.Tuple(R.Tensor((1,), dtype="float32"))) -> R.Tensor(("k",), dtype="float32"):
        k = T.int64()
        z: R.Tensor((1,), dtype="float32") = y[0]
        v: R.Tensor((k,), dtype="float32") = R.match_cast(z, R.Tensor((k,), dtype="float32"))
        return v
