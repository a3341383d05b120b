from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(y: R.Tensor((2,), dtype="float32", vdevice="metal:-1:global")) -> R.Tensor((2,), dtype="float32", vdevice="metal:-1:global"):
        z: R.Tensor((2,), dtype="float32", vdevice="metal:-1:global") = R.add(y, y)
        return z
