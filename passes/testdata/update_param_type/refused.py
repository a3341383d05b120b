# RUN: UpdateParamType{"ty_func":{"wieght":"R.Tensor((64, 16), 'float32')"}}
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(weight: R.Tensor((32, 16), dtype="float32")) -> R.Tensor((32, 16), dtype="float32"):
        return weight
# ---
# error: no function has the parameter 'wieght'
