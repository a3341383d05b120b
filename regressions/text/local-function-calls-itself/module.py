# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((1,), dtype="float32"), u: R.Tuple(R.Tensor(dtype="float32", ndim=1), R.Tensor(dtype="float32", ndim=1))) -> R.Tuple(R.Tensor(dtype="float32", ndim=1), R.Tensor(dtype="float32", ndim=1)):
        # from tvm.script import relax as R
        
        @R.function
        def loop(i: R.Tensor((), dtype="int32"), acc: R.Tensor((1,), dtype="float32")) -> R.Tensor((1,), dtype="float32"):
            stop: R.Tensor((), dtype="bool") = R.greater_equal(i, R.const(3, "int32"))
            if stop:
                r: R.Tensor((1,), dtype="float32") = acc
            else:
                j: R.Tensor((), dtype="int32") = R.add(i, R.const(1, "int32"))
                b: R.Tensor((1,), dtype="float32") = R.add(acc, x)
                r_else: R.Tensor((1,), dtype="float32") = loop(j, b)
                r: R.Tensor((1,), dtype="float32") = r_else
            return r

        return u
