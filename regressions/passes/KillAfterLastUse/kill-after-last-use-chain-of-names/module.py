# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x1: R.Tensor((1,), dtype="float32"), lv: T.uint16) -> R.Tensor((1,), dtype="float32"):
        lv_1: T.uint16 = lv
        lv3: T.uint16 = lv_1
        return x1
