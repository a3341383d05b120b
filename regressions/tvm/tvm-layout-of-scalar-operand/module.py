# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(lv20: R.Tensor((1,), dtype="uint8")) -> R.Tensor((1,), dtype="uint8"):
        with R.dataflow():
            lv37: R.Tensor((1,), dtype="uint8") = R.bitwise_or(T.uint8(2), lv20)
            R.output(lv37)
        return lv37
