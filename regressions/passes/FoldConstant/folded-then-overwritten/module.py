# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True)
    def one(x: T.Buffer((2,), "float32"), y: T.Buffer((2,), "float32")):
        # with T.sblock("root"):
        for i in range(2):
            with T.sblock("s"):
                v = T.axis.spatial(2, i)
                T.reads(x[v])
                T.writes(y[v])
                y[v] = x[v] + T.float32(1.0)

    @R.function(pure=False)
    def main(x: R.Tensor((2,), dtype="float32")) -> R.Tuple(R.Tensor((2,), dtype="float32"), R.Tensor((2,), dtype="float32")):
        cls = Module
        with R.dataflow():
            a: R.Tensor((2,), dtype="float32") = R.add(R.const([1.0, 2.0], "float32"), R.const([1.0, 2.0], "float32"))
            y: R.Tensor((2,), dtype="float32") = R.add(a, x)
            R.output(a, y)
        cls.one(x, a)
        with R.dataflow():
            z: R.Tensor((2,), dtype="float32") = R.add(a, x)
            R.output(z)
        return (y, z)
