from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T


@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((2,), dtype="float32"), s: R.Shape(ndim=2), p: R.Prim("int64"), t: R.Tuple(R.Tensor((2,), dtype="float32"), R.Tuple(R.Tensor((1,), dtype="int32")))):
        with R.dataflow():
            first = t[0]
            sum = R.add(x, first)
            gv = (sum, s, p, t[1])
            R.output(gv)
        return gv
