# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor(("q",), dtype="float32")) -> R.Tensor(("q",), dtype="float32"):
        q = T.int64()
        e: T.int64 = q
        with R.dataflow():
            a: R.Tensor((e,), dtype="float32") = R.zeros(R.shape([e]), dtype="float32")
            f: R.Tensor((e,), dtype="float32") = R.negative(a)
            R.output(a)
        return x
