# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True)
    def kernel_1(a0: T.Buffer((1, 1, 1, 1), "float32"), a1: T.Buffer(("s0", s0, 1, 1), "float32"), a2: T.Buffer((1, 1, 1, 1), "uint32"), out0: T.Buffer((s0, 1, 1), "float32"), out1: T.Buffer((1, 1, 1, 1), "float32")):
        s0 = T.int32()
        out0[0, 0, 0] = T.Cast("float32", a2[0, 0, 0, 0])

    @R.function
    def main(x5: R.Tensor((1, 1, 1, 1), dtype="float32"), x8: R.Tensor((1, 1, 1, 1), dtype="float32"), x9: R.Tensor((1, 1, 1, 1), dtype="uint32"), lv16: R.Tensor((1, 1, 1, 1), dtype="float32")) -> R.Tensor((1, 1, 1, 1), dtype="float32"):
        cls = Module
        with R.dataflow():
            lv15 = R.call_tir(cls.kernel_1, (x5, x8, x9), out_ty=[R.Tensor((1, 1, 1), dtype="float32"), R.Tensor((1, 1, 1, 1), dtype="float32")])
            R.output()
        return lv16
