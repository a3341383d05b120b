# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function(private=True)
    def fused_multiply(t_0: R.Tensor((1,), dtype="float32")) -> R.Tensor((1,), dtype="float32"):
        return t_0

    @R.function(private=True)
    def grouped(p: R.Tensor((1,), dtype="float32")) -> R.Tuple(R.Tensor((1,), dtype="float32")):
        return (p,)

    @R.function
    def main(w: R.Tensor((1,), dtype="float32")) -> R.Tensor((1,), dtype="float32"):
        cls = Module
        with R.dataflow():
            w_1: R.Tensor((1,), dtype="float32") = R.negative(w)
            t: R.Tuple(R.Tensor((1,), dtype="float32")) = cls.grouped(w_1)
            lv: R.Tensor((1,), dtype="float32") = t[0]
            f: R.Tensor((1,), dtype="float32") = cls.fused_multiply(lv)
            R.output(f)
        return f
