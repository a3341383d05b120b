# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(c: R.Tensor((), dtype="bool")) -> R.Shape(ndim=2):
        if c:
            t: R.Shape(ndim=2) = R.shape([1, 1])
        else:
            t: R.Shape(ndim=2) = R.shape([1, 1])
        return t
