# RUN: KillAfterLastUse
# A local function has blocks of its own: what is killed behind the block around it is not killed inside.
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
        a = R.call_tir(cls.exp, (x,), out_ty=R.Tensor((4,), dtype="float32"))
        with R.dataflow():
            b = R.call_tir(cls.exp, (a,), out_ty=R.Tensor((4,), dtype="float32"))
            @R.function
            def f(y: R.Tensor((4,), dtype="float32")) -> R.Tensor((4,), dtype="float32"):
                R.func_attr({"relax.force_pure": True})
                with R.dataflow():
                    z = R.call_tir(cls.exp, (y,), out_ty=R.Tensor((4,), dtype="float32"))
                    R.output(z)
                return z
            c = f(b)
            d = f(c)
            R.output(d)
        return d
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
        a = R.call_tir(cls.exp, (x,), out_ty=R.Tensor((4,), dtype="float32"))
        with R.dataflow():
            b = R.call_tir(cls.exp, (a,), out_ty=R.Tensor((4,), dtype="float32"))
            # from tvm.script import tirx as T
            # from tvm.tirx.layout import Axis
            # from tvm.script import relax as R
            
            @R.function
            def f(y: R.Tensor((4,), dtype="float32")) -> R.Tensor((4,), dtype="float32"):
                R.func_attr({"relax.force_pure": True})
                cls = Module
                with R.dataflow():
                    z = R.call_tir(cls.exp, (y,), out_ty=R.Tensor((4,), dtype="float32"))
                    R.output(z)
                return z

            c: R.Tensor((4,), dtype="float32") = f(b)
            d: R.Tensor((4,), dtype="float32") = f(c)
            R.output(d)
        R.memory.kill_tensor(a)
        return d
