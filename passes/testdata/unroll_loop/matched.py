# RUN: UnrollLoop
# Iterations match buffers of their own, with offsets of their own.
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def rows(x: T.Buffer((2, 1), "float32"), y: T.Buffer((2, 1), "float32")):
        for i in T.unroll(2):
            with T.sblock("row"):
                T.reads(x[i, 0])
                T.writes(y[i, 0])
                r = T.match_buffer(x[i, 0], (1,), offset_factor=1)
                w = T.match_buffer(y[i, 0], (1,), offset_factor=1)
                w[0] = r[0] + T.float32(1.0)

    @R.function
    def main(x: R.Tensor((2, 1), dtype="float32")) -> R.Tensor((2, 1), dtype="float32"):
        cls = Module
        gv = R.call_tir(cls.rows, (x,), out_ty=R.Tensor((2, 1), dtype="float32"))
        return gv
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def rows(x: T.Buffer((2, 1), "float32"), y: T.Buffer((2, 1), "float32")):
        # with T.sblock("root"):
        with T.sblock("row"):
            T.reads(x[0, 0])
            T.writes(y[0, 0])
            r = T.match_buffer(x[0, 0], (1,), offset_factor=1)
            w = T.match_buffer(y[0, 0], (1,), offset_factor=1)
            w[0] = r[0] + T.float32(1.0)
        with T.sblock("row"):
            T.reads(x[1, 0])
            T.writes(y[1, 0])
            r = T.match_buffer(x[1, 0], (1,), offset_factor=1)
            w = T.match_buffer(y[1, 0], (1,), offset_factor=1)
            w[0] = r[0] + T.float32(1.0)

    @R.function
    def main(x: R.Tensor((2, 1), dtype="float32")) -> R.Tensor((2, 1), dtype="float32"):
        cls = Module
        gv = R.call_tir(cls.rows, (x,), out_ty=R.Tensor((2, 1), dtype="float32"))
        return gv
