# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(y: R.Tensor(("k", 1), dtype="float32")) -> R.Shape([1, 1]):
        k = T.int64()
        with R.dataflow():
            sh: R.Shape([k, 1]) = R.shape_of(y)
            sb: R.Shape([1, 1]) = R.match_cast(sh, R.Shape([1, 1]))
            R.output(sb)
        return sb
