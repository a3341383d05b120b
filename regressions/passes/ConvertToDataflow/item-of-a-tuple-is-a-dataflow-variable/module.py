# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((1,), dtype="float32"), c: R.Tensor((), dtype="bool")) -> R.Tensor((1,), dtype="float32"):
        with R.dataflow():
            lv: R.Tensor((1,), dtype="float32") = R.negative(x)
            a: R.Tensor((1,), dtype="float32") = lv
            pair: R.Tuple(R.Tensor((1,), dtype="float32"), R.Tensor((1,), dtype="float32")) = a, x
            R.output(a, pair)
        if c:
            b: R.Tensor((1,), dtype="float32") = x
        else:
            b: R.Tensor((1,), dtype="float32") = x
        with R.dataflow():
            first: R.Tensor((1,), dtype="float32") = pair[0]
            sum: R.Tensor((1,), dtype="float32") = R.add(first, b)
            R.output(first, sum)
        return sum
