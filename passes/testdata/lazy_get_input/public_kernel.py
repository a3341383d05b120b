# RUN: LazyGetInput
# A public kernel that is called keeps its parameters: it is no function that gets others.
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def twice(x: T.Buffer((T.int64(4),), "float32"), y: T.Buffer((T.int64(4),), "float32")):
        for i in range(T.int64(4)):
            with T.sblock("y"):
                v = T.axis.spatial(T.int64(4), i)
                T.reads(x[v])
                T.writes(y[v])
                y[v] = x[v] * T.float32(2)

    @R.function
    def main(x: R.Tensor((4,), "float32"), w: R.Tensor((4,), "float32")) -> R.Tensor((4,), "float32"):
        R.func_attr({"num_input": 1})
        cls = Module
        a = R.call_tir(cls.twice, (w,), out_ty=R.Tensor((4,), "float32"))
        b = R.add(a, x)
        return b
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def twice(x: T.Buffer((T.int64(4),), "float32"), y: T.Buffer((T.int64(4),), "float32")):
        # with T.sblock("root"):
        for i in range(T.int64(4)):
            with T.sblock("y"):
                v = T.axis.spatial(T.int64(4), i)
                T.reads(x[v])
                T.writes(y[v])
                y[v] = x[v] * T.float32(2.0)

    @R.function
    def main(x: R.Tensor((4,), dtype="float32"), fget_param: R.Callable((T.int64, R.Any), R.Any, True)) -> R.Tensor((4,), dtype="float32"):
        R.func_attr({"num_input": 2})
        cls = Module
        w_untyped: R.Any = fget_param(0, R.str("w"))
        w: R.Tensor((4,), dtype="float32") = R.match_cast(w_untyped, R.Tensor((4,), dtype="float32"))
        a = R.call_tir(cls.twice, (w,), out_ty=R.Tensor((4,), dtype="float32"))
        b: R.Tensor((4,), dtype="float32") = R.add(a, x)
        return b
