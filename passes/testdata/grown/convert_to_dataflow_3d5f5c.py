# RUN: ConvertToDataflow
# Shows a mutant of passes/relax/convert_to_dataflow.cc (condition): !keeps_run_
# TVM gives the same.
from tvm.script import ir as I
from tvm.script import tirx as T
from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def kernel(a0: T.Buffer((T.int64(1),), "float64"), out0: T.Buffer((T.int64(1),), "float32"), out1: T.Buffer((T.int64(1), T.int64(1)), "uint16")):
        # with T.sblock("root"):
        with T.sblock("out0"):
            v0 = T.axis.spatial(T.int64(1), T.int64(0))
            v1 = T.axis.reduce(T.int64(1), T.int64(0))
            T.reads(a0[T.int64(0)])
            T.writes(out0[v0])
            with T.init():
                out0[v0] = T.float32(0.0)
            out0[v0] = T.float32(0.0)

    @R.function
    def main(x0: R.Tensor((1,), dtype="float64")) -> R.Tuple(R.Tensor((1,), dtype="float32"), R.Tensor((1, 1), dtype="uint16")):
        cls = Module
        with R.dataflow():
            lv0 = R.call_tir(cls.kernel, (x0,), out_ty=[R.Tensor((1,), dtype="float32"), R.Tensor((1, 1), dtype="uint16")])
            R.output(lv0)
        return lv0
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def kernel(a0: T.Buffer((T.int64(1),), "float64"), out0: T.Buffer((T.int64(1),), "float32"), out1: T.Buffer((T.int64(1), T.int64(1)), "uint16")):
        # with T.sblock("root"):
        with T.sblock("out0"):
            v0 = T.axis.spatial(T.int64(1), T.int64(0))
            v1 = T.axis.reduce(T.int64(1), T.int64(0))
            T.reads(a0[T.int64(0)])
            T.writes(out0[v0])
            with T.init():
                out0[v0] = T.float32(0.0)
            out0[v0] = T.float32(0.0)

    @R.function
    def main(x0: R.Tensor((1,), dtype="float64")) -> R.Tuple(R.Tensor((1,), dtype="float32"), R.Tensor((1, 1), dtype="uint16")):
        cls = Module
        with R.dataflow():
            lv0 = R.call_tir(cls.kernel, (x0,), out_ty=[R.Tensor((1,), dtype="float32"), R.Tensor((1, 1), dtype="uint16")])
            R.output(lv0)
        return lv0
