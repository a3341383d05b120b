# RUN: AttachAttrLayoutFreeBuffers
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def twice(x: T.Buffer((T.int64(2),), "float32"), y: T.Buffer((T.int64(2),), "float32")):
        for i in range(2):
            y[i] = x[i] + x[i]

    @R.function
    def main(x: R.Tensor((2,), dtype="float32"), w: R.Tensor((2,), dtype="float32")) -> R.Tuple(R.Tensor((2,), dtype="float32"), R.Tensor((2,), dtype="float32")):
        R.func_attr({"num_input": 1})
        cls = Module
        a = R.call_tir(cls.twice, (x,), out_ty=R.Tensor((2,), dtype="float32"))
        b = R.call_tir(cls.twice, (w,), out_ty=R.Tensor((2,), dtype="float32"))
        return (a, b)
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def twice1(x: T.Buffer((T.int64(2),), "float32"), y: T.Buffer((T.int64(2),), "float32")):
        T.func_attr({"layout_free_buffers": []})
        for i in range(2):
            y[i] = x[i] + x[i]

    @T.prim_func(private=True, s_tir=True)
    def twice2(x: T.Buffer((T.int64(2),), "float32"), y: T.Buffer((T.int64(2),), "float32")):
        T.func_attr({"layout_free_buffers": [0]})
        for i in range(2):
            y[i] = x[i] + x[i]

    @R.function
    def main(x: R.Tensor((2,), dtype="float32"), w: R.Tensor((2,), dtype="float32")) -> R.Tuple(R.Tensor((2,), dtype="float32"), R.Tensor((2,), dtype="float32")):
        R.func_attr({"num_input": 1})
        cls = Module
        a = R.call_tir(cls.twice1, (x,), out_ty=R.Tensor((2,), dtype="float32"))
        b = R.call_tir(cls.twice2, (w,), out_ty=R.Tensor((2,), dtype="float32"))
        return (a, b)
