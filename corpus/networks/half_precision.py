# Half precision with sums in single precision, as large models are run.
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T


@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor(("n", 8), "float16"), w: R.Tensor((8, 4), "float16"), b: R.Tensor((4,), "float32")):
        n = T.int64()
        with R.dataflow():
            a = R.matmul(x, w, out_dtype="float32")
            c = R.add(a, b)
            m = R.mean(c, axis=[-1], keepdims=True)
            v = R.variance(c, axis=[-1], keepdims=True)
            d = R.divide(R.subtract(c, m), R.sqrt(R.add(v, R.const(0.001, "float32"))))
            y = R.astype(d, "float16")
            R.output(y)
        return y
