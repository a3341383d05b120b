from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((2, 3), "float32"), y: R.Tensor((3, 2), "float32")):
        with R.dataflow():
            a = R.matmul(x, y)
            b = R.sum(a, axis=[0])
            c = R.nn.softmax(b)
            R.output(c)
        return c
