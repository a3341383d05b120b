# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def twice(x: T.Buffer((1,), "float32"), y: T.Buffer((1,), "float32")):
        # with T.sblock("root"):
        with T.sblock("y"):
            v = T.axis.spatial(1, 0)
            T.reads(x[v])
            T.writes(y[v])
            y[v] = T.float32(0.0)

    @R.function
    def main(x: R.Tensor((1,), dtype="float32")) -> R.Tensor((1,), dtype="float32"):
        R.func_attr({"relax.force_pure": True})
        cls = Module
        d: R.Tensor((1,), dtype="float32") = x
        R.memory.kill_tensor(x)
        f = R.call_tir(cls.twice, (d,), out_ty=R.Tensor((1,), dtype="float32"))
        return f
