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

    @T.prim_func(private=True)
    def two(x: T.Buffer((2,), "float32"), y: T.Buffer((2,), "float32")):
        # with T.sblock("root"):
        for i in range(2):
            with T.sblock("s"):
                v = T.axis.spatial(2, i)
                T.reads(x[v])
                T.writes(y[v])
                y[v] = x[v] * T.float32(2.0)

    @R.function(pure=False)
    def main(x: R.Tensor((2,), dtype="float32")) -> R.Tuple(R.Tensor((2,), dtype="float32"), R.Tensor((2,), dtype="float32")):
        cls = Module
        a: R.Tensor((2,), dtype="float32") = R.builtin.alloc_tensor(R.shape([2]), R.dtype("float32"), 0, R.str("global"))
        cls.one(x, a)
        y: R.Tensor((2,), dtype="float32") = R.add(a, a)
        cls.two(x, a)
        z: R.Tensor((2,), dtype="float32") = R.add(a, a)
        return (y, z)
