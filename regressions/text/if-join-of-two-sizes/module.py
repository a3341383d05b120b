from tvm.script import ir as I
from tvm.script import relax as R
@I.ir_module
class Module:
    @R.function
    def main(c: R.Tensor((), "bool"), x: R.Tensor((1, 2), "float32")):
        if c:
            s = R.shape([1, 2])
        else:
            s = R.shape([3, 2])
        if c:
            t = R.shape([3, 2])
        else:
            t = R.shape([1, 2])
        y = R.broadcast_to(x, s)
        z = R.broadcast_to(x, t)
        return (y, z)
