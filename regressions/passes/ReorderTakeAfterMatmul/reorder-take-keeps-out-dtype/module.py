from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((2, 4), dtype="float16"), w: R.Tensor((4, 3), dtype="float16")) -> R.Tensor((2, 2), dtype="float32"):
        with R.dataflow():
            a = R.take(w, R.const([2, 0], "int64"), axis=1)
            b = R.matmul(x, a, out_dtype="float32")
            R.output(b)
        return b
