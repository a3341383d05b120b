# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function(private=True)
    def f(n: T.int64) -> T.int64:
        return n

    @R.function
    def main(x: R.Tensor(("n",), dtype="float32")) -> T.int64:
        n = T.int64()
        cls = Module
        y: T.int64 = cls.f(n)
        return y
