# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def kernel(a0: T.Buffer((), "float32"), a1: T.Buffer((2, 7, 2), "uint16"), out0: T.Buffer((), "float32")):
        # with T.sblock("root"):
        for i0 in T.thread_binding(2, thread="threadIdx.x"):
            for i1 in range(7):
                with T.sblock("out0"):
                    v0, v1 = T.axis.remap("RR", [i0, i1])
                    T.reads(a1[v0, v0, v0])
                    T.writes(out0[()])
                    with T.init():
                        out0[()] = T.float32(1.0)
                    out0[()] = out0[()] * T.Cast("float32", a1[v0, v0, v0])

    @R.function
    def main(x0: R.Tensor((), dtype="float32"), x1: R.Tensor((2, 7, 2), dtype="uint16")) -> R.Tensor((), dtype="float32"):
        cls = Module
        lv0: R.Tensor((), dtype="float32") = R.call_tir_with_grad(cls.kernel, (x0, x1), out_ty=R.Tensor((), dtype="float32"), te_grad_name="assay_grad")
        return lv0
