# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor(("n",), "float32")):
        n = T.int64()
        with R.dataflow():
            a = R.arange(5, 0, -2, dtype="int64")
            b = R.arange(n, 0, -2, dtype="int64")
            c = R.arange(0, 1, -1, dtype="int64")
            d = R.arange(5, -5, -4, dtype="int64")
            gv = (a, b, c, d)
            R.output(gv)
        return gv
