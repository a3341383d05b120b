from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((2, 3), "float32")):
        y = R.strided_slice(x, (0,), (1,), (9,), (1,), assume_inbound=False)
        return y
