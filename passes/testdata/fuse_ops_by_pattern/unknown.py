# RUN: FuseOpsByPattern{"patterns":["dnnl.conv2d"]}
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((4,), "float32")) -> R.Tensor((4,), "float32"):
        return x
# ---
# error: no pattern is called 'dnnl.conv2d'
