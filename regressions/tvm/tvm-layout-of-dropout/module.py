# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x0: R.Tensor((1, 1), dtype="uint16")) -> R.Tuple(R.Tensor((1, 1), dtype="uint16"), R.Tensor((1, 1), dtype="uint16")):
        with R.dataflow():
            lv0: R.Tuple(R.Tensor((1, 1), dtype="uint16"), R.Tensor((1, 1), dtype="uint16")) = R.nn.dropout(x0, rate=0.375)
            R.output(lv0)
        return lv0
