# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x1: R.Tensor((1,), dtype="int8"), gv: R.Tuple) -> R.Tensor((1,), dtype="int8"):
        with R.dataflow():
            gv0: R.Tuple = gv
            lv: R.Tuple = gv
            R.output(gv0)
        return x1
