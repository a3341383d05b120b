# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor(("q",), dtype="float32")) -> R.Tuple:
        q = T.int64()
        e: T.int64 = q
        a: R.Tensor((e,), dtype="float32") = R.zeros(R.shape([e]), dtype="float32")
        f: R.Tensor((e,), dtype="float32") = R.negative(a)
        return R.tuple()
