# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((2,), dtype="float32"), c: R.Tensor((), dtype="int32")) -> R.Tensor((2,), dtype="float32"):
        # from tvm.script import relax as R
        
        @R.function
        def loop(i: R.Tensor((), dtype="int32"), acc: R.Tensor((2,), dtype="float32")) -> R.Tensor((2,), dtype="float32"):
            stop: R.Tensor((), dtype="bool") = R.greater_equal(i, R.const(3, "int32"))
            if stop:
                r: R.Tensor((2,), dtype="float32") = acc
            else:
                j: R.Tensor((), dtype="int32") = R.add(i, R.const(1, "int32"))
                b: R.Tensor((2,), dtype="float32") = R.add(acc, x)
                me: R.Callable((R.Tensor((), dtype="int32"), R.Tensor((2,), dtype="float32")), R.Tensor((2,), dtype="float32"), True) = loop
                r_else: R.Tensor((2,), dtype="float32") = me(j, b)
                r: R.Tensor((2,), dtype="float32") = r_else
            return r

        y: R.Tensor((2,), dtype="float32") = loop(c, x)
        return y
