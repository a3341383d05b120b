# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def kernel(a0: T.Buffer(("s0", 1), "float32"), out0: T.Buffer((s0, 1), "float32")):
        s0 = T.int32()
        # with T.sblock("root"):
        with T.sblock("free1"):
            b0 = T.axis.scan(4, 1)
            T.reads(a0[0:s0, 0], out0[0:s0, 0])
            T.writes(out0[0:s0, 0])
            with T.sblock("free7"):
                b6 = T.axis.scan(1, 0)
                T.reads(a0[0:s0, 0], out0[0:s0, 0])
                T.writes(out0[0:s0, 0])
                m13: T.float32
                for f14 in range(1):
                    m13 = T.float32(0.0)

    @R.function
    def main(x0: R.Tensor((), dtype="float32")) -> R.Tensor((), dtype="float32"):
        return x0