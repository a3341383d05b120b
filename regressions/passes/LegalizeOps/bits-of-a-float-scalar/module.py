# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main() -> R.Tensor((1,), dtype="float32"):
        lv: R.Tensor((1,), dtype="float32") = R.bitwise_and(T.float32(1.0000000000000001e-05), R.const([0.5], "float32"))
        return lv
