# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((3, 4), "float32")):
        with R.dataflow():
            a = R.tril(x, -9223372036854775808)
            b = R.tril(x, 9223372036854775807)
            c = R.triu(x, -9223372036854775808)
            d = R.triu(x, 9223372036854775807)
            gv = (a, b, c, d)
            R.output(gv)
        return gv
