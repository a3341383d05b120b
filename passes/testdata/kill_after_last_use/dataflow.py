# RUN: KillAfterLastUse
# In a dataflow block nothing is killed: what can be seen behind it is killed there, what cannot stays.
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(private=True)
    def exp(x: T.Buffer((T.int64(4),), "float32"), y: T.Buffer((T.int64(4),), "float32")):
        for i in range(4):
            y[i] = T.exp(x[i])

    @R.function
    def main(x: R.Tensor((4,), dtype="float32")) -> R.Tensor((4,), dtype="float32"):
        R.func_attr({"relax.force_pure": True})
        cls = Module
        y = R.call_tir(cls.exp, (x,), out_ty=R.Tensor((4,), dtype="float32"))
        with R.dataflow():
            a = R.call_tir(cls.exp, (y,), out_ty=R.Tensor((4,), dtype="float32"))
            b = R.call_tir(cls.exp, (a,), out_ty=R.Tensor((4,), dtype="float32"))
            R.output(b)
        c = R.call_tir(cls.exp, (b,), out_ty=R.Tensor((4,), dtype="float32"))
        return c
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True)
    def exp(x: T.Buffer((T.int64(4),), "float32"), y: T.Buffer((T.int64(4),), "float32")):
        for i in range(4):
            y[i] = T.exp(x[i])

    @R.function
    def main(x: R.Tensor((4,), dtype="float32")) -> R.Tensor((4,), dtype="float32"):
        R.func_attr({"relax.force_pure": True})
        cls = Module
        y = R.call_tir(cls.exp, (x,), out_ty=R.Tensor((4,), dtype="float32"))
        with R.dataflow():
            a = R.call_tir(cls.exp, (y,), out_ty=R.Tensor((4,), dtype="float32"))
            b = R.call_tir(cls.exp, (a,), out_ty=R.Tensor((4,), dtype="float32"))
            R.output(b)
        R.memory.kill_tensor(y)
        c = R.call_tir(cls.exp, (b,), out_ty=R.Tensor((4,), dtype="float32"))
        R.memory.kill_tensor(b)
        return c
