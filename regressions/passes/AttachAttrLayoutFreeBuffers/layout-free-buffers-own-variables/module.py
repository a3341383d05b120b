# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def kernel(a0: T.Buffer((), "float32"), a1: T.Buffer((T.int64(1), T.int64(1)), "float32"), a2: T.Buffer((T.int64(1), T.int64(1), T.int64(1)), "float32"), out0: T.Buffer((), "float32"), out1: T.Buffer((T.int64(1), T.int64(1)), "float32")):
        # with T.sblock("root"):
        with T.sblock("out0"):
            v0 = T.axis.spatial(T.int64(1), T.int64(0))
            T.reads(a2[T.int64(0), T.int64(0), T.int64(0)], a0[()])
            T.writes(out0[()])
            out0[()] = T.float32(0.0)

    @R.function
    def main(x0: R.Tensor((1, 1, 1), dtype="float32"), x2: R.Tensor((), dtype="float32"), gv2: R.Tensor((1, 1), dtype="float32")) -> R.Tuple(R.Tensor((), dtype="float32"), R.Tensor((1, 1), dtype="float32")):
        cls = Module
        gv5 = R.call_tir(cls.kernel, (x2, gv2, x0), out_ty=[R.Tensor((), dtype="float32"), R.Tensor((1, 1), dtype="float32")])
        return gv5
