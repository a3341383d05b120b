# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main() -> R.Tensor((1,), dtype="float32"):
        with R.dataflow():
            lv: R.Tensor((1,), dtype="float32") = R.add(R.const([2.75], "float32"), T.float32(1.0000000000000001e-05))
            R.output(lv)
        return lv
