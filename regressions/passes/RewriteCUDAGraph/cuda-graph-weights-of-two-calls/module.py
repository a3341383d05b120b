# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function(private=True)
    def f(x: R.Tensor((4,), dtype="float32"), w: R.Tensor((4,), dtype="float32")) -> R.Tensor((4,), dtype="float32"):
        R.func_attr({"num_input": 1})
        a: R.Tensor((4,), dtype="float32") = R.exp(w)
        b: R.Tensor((4,), dtype="float32") = R.negative(a)
        c: R.Tensor((4,), dtype="float32") = R.add(x, b)
        return c

    @R.function
    def main(x: R.Tensor((4,), dtype="float32"), y: R.Tensor((4,), dtype="float32"), z: R.Tensor((4,), dtype="float32")) -> R.Tuple(R.Tensor((4,), dtype="float32"), R.Tensor((4,), dtype="float32")):
        cls = Module
        a: R.Tensor((4,), dtype="float32") = cls.f(x, y)
        b: R.Tensor((4,), dtype="float32") = cls.f(x, z)
        return (a, b)
