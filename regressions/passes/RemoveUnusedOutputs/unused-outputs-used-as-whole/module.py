from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function(private=True)
    def several(x: R.Tensor((3,), "float32")) -> R.Tuple(R.Tensor((3,), "float32"), R.Tensor((3,), "float32"), R.Tensor((3,), "float32")):
        y = R.exp(x)
        z = R.tanh(x)
        w = R.add(y, z)
        return (y, z, w)

    @R.function
    def main(x: R.Tensor((3,), "float32")):
        cls = Module
        t = cls.several(x)
        y = t[1]
        w = R.multiply(y, x)
        s = cls.several(w)
        return (w, s)
