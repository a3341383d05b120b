# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(p: R.Tensor((), dtype="int32"), q: R.Tensor((1,), dtype="float32")) -> R.Tensor((), dtype="int32"):
        with R.dataflow():
            a: R.Tensor((), dtype="int32") = R.negative(p)
            t: R.Tuple(R.Tensor((), dtype="int32")) = (a,)
            R.output(t)
        b: R.Tensor((1,), dtype="float32") = R.negative(q)
        with R.dataflow():
            c: R.Tensor((), dtype="int32") = t[0]
            d: R.Tensor((), dtype="int32") = R.negative(c)
            R.output(d)
        return d
