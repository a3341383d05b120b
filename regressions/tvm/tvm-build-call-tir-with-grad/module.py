# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def kernel(a0: T.Buffer((), "float32"), a1: T.Buffer((), "float32"), a2: T.Buffer((), "float32"), out0: T.Buffer((), "bfloat16"), out1: T.Buffer((), "float32")):
        # with T.sblock("root"):
        with T.sblock("out0"):
            v0 = T.axis.spatial(T.int64(1), T.int64(0))
            T.reads(a0[()], a2[()], a1[()])
            T.writes(out0[()])
            out0[()] = T.bfloat16(0.0)

    @R.function
    def main(x0: R.Tensor((), dtype="float32"), x2: R.Tensor((), dtype="float32")) -> R.Tuple(R.Tensor((), dtype="bfloat16"), R.Tensor((), dtype="float32")):
        cls = Module
        lv0: R.Tuple(R.Tensor((), dtype="bfloat16"), R.Tensor((), dtype="float32")) = R.call_tir_with_grad(cls.kernel, (x0, x0, x2), out_ty=[R.Tensor((), dtype="bfloat16"), R.Tensor((), dtype="float32")], te_grad_name="assay_grad")
        return lv0
