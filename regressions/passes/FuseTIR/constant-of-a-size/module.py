# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(p: T.int64) -> R.Tensor((p,), dtype="float32"):
        a: R.Tensor((p,), dtype="float32") = R.match_cast(R.const([1.0], "float32"), R.Tensor((p,), dtype="float32"))
        f: R.Tensor((p,), dtype="float32") = R.negative(a)
        return f
