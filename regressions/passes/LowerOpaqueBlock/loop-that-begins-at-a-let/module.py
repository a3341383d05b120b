# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def kernel(a0: T.Buffer((), "float32"), a1: T.Buffer((1,), "uint8"), out0: T.Buffer((), "float32")):
        with T.sblock("root"):
            T.reads()
            T.writes()
            with T.sblock("free2"):
                T.reads(a0[()], a1[0], out0[()])
                T.writes(out0[()])
                m5 = T.alloc_buffer((1, 1), "uint8", scope="wmma.accumulator")
                with T.sblock("free10"):
                    T.reads(a0[()], a1[0], out0[()], m5[0, 0])
                    T.writes(out0[()], m5[0, 0])
                    m11 = T.alloc_buffer((1, 1), "uint8")
                    for f20 in range(T.Let(1, where={t19: 0}), T.Let(1, where={t19: 0}) + 1):
                        t19 = T.int32()
                        m11[f20, 0] = m5[0, f20]

    @R.function
    def main(x0: R.Tensor((), dtype="float32")) -> R.Tensor((), dtype="float32"):
        return x0
