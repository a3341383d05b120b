# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True)
    def inc(y: T.Buffer((2,), "float32")):
        # with T.sblock("root"):
        for i in range(2):
            with T.sblock("s"):
                v = T.axis.spatial(2, i)
                T.reads(y[v])
                T.writes(y[v])
                y[v] = y[v] + T.float32(1.0)

    @R.function(pure=False)
    def main(x: R.Tensor((2,), dtype="float32"), w: R.Tensor((2,), dtype="float32")) -> R.Tensor((2,), dtype="float32"):
        R.func_attr({"num_input": 1})
        cls = Module
        cls.inc(w)
        with R.dataflow():
            a: R.Tensor((2,), dtype="float32") = R.add(w, w)
            R.output(a)
        return a
