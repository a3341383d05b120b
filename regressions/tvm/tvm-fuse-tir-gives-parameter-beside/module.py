# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def same(x: T.Buffer((1,), "float32"), y: T.Buffer((1,), "float32")):
        # with T.sblock("root"):
        with T.sblock("y"):
            T.reads(x[0])
            T.writes(y[0])
            y[0] = T.copysign(x[0], x[0])

    @R.function(private=True)
    def grouped(p: R.Tensor((1,), dtype="float32")) -> R.Tuple(R.Tensor((1,), dtype="float32"), R.Tensor((1,), dtype="float32")):
        R.func_attr({"Primitive": True})
        cls = Module
        with R.dataflow():
            a = R.call_tir(cls.same, (p,), out_ty=R.Tensor((1,), dtype="float32"))
            R.output(a)
        return (a, p)

    @R.function
    def main(x: R.Tensor((1,), dtype="float32")) -> R.Tuple(R.Tensor((1,), dtype="float32"), R.Tensor((1,), dtype="float32")):
        cls = Module
        gv: R.Tuple(R.Tensor((1,), dtype="float32"), R.Tensor((1,), dtype="float32")) = cls.grouped(x)
        return gv
