from tvm.script import ir as I, relax as R


@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((2, 3), "float32"), w: R.Tensor((3, 4), "float32"), b: R.Tensor((4,), "float32")) -> R.Tensor((2, 4), "float32"):
        with R.dataflow():
            h = R.matmul(x, w)
            s = R.add(h, b)
            y = R.nn.softmax(s, axis=-1)
            R.output(y)
        return y
