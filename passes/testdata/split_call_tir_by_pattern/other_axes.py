# RUN: SplitCallTIRByPattern{"patterns": ["from tvm.script import ir as I\nfrom tvm.script import tirx as T\n\n@I.ir_module\nclass Module:\n    @T.prim_func(private=True, s_tir=True)\n    def pattern(a: T.Buffer((T.int64(4), T.int64(4)), \"float32\"), b: T.Buffer((T.int64(4), T.int64(4)), \"float32\"), k: T.float32):\n        for i, j in T.grid(T.int64(4), T.int64(4)):\n            with T.sblock(\"pattern\"):\n                v = T.axis.spatial(T.int64(4), j)\n                w = T.axis.spatial(T.int64(4), i)\n                T.reads(a[v, w])\n                T.writes(b[v, w])\n                b[v, w] = k * a[v, w]\n", "from tvm.script import ir as I\nfrom tvm.script import tirx as T\n\n@I.ir_module\nclass Module:\n    @T.prim_func(private=True, s_tir=True)\n    def pattern(a: T.Buffer((T.int64(4), T.int64(4)), \"float32\"), b: T.Buffer((T.int64(4), T.int64(4)), \"float32\"), k: T.float32):\n        for i, j in T.grid(T.int64(4), T.int64(4)):\n            with T.sblock(\"pattern\"):\n                v = T.axis.spatial(T.int64(4), i)\n                w = T.axis.reduce(T.int64(4), j)\n                T.reads(a[v, w])\n                T.writes(b[v, w])\n                b[v, w] = k * a[v, w]\n"]}
# Patterns whose axes run over the loops in another order, or are of another kind, are not this kernel.
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def thrice(x: T.Buffer((T.int64(4), T.int64(4)), "float32"), y: T.Buffer((T.int64(4), T.int64(4)), "float32")):
        T.func_attr({"tirx.noalias": True})
        for i, j in T.grid(T.int64(4), T.int64(4)):
            with T.sblock("y"):
                v, w = T.axis.remap("SS", [i, j])
                T.reads(x[v, w])
                T.writes(y[v, w])
                y[v, w] = x[v, w] * T.float32(3)

    @R.function
    def main(x: R.Tensor((4, 4), "float32")) -> R.Tensor((4, 4), "float32"):
        cls = Module
        with R.dataflow():
            a = R.call_tir(cls.thrice, (x,), out_ty=R.Tensor((4, 4), "float32"))
            R.output(a)
        return a
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def thrice(x: T.Buffer((T.int64(4), T.int64(4)), "float32"), y: T.Buffer((T.int64(4), T.int64(4)), "float32")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        for i, j in T.grid(T.int64(4), T.int64(4)):
            with T.sblock("y"):
                v, w = T.axis.remap("SS", [i, j])
                T.reads(x[v, w])
                T.writes(y[v, w])
                y[v, w] = x[v, w] * T.float32(3.0)

    @R.function
    def main(x: R.Tensor((4, 4), dtype="float32")) -> R.Tensor((4, 4), dtype="float32"):
        cls = Module
        with R.dataflow():
            a = R.call_tir(cls.thrice, (x,), out_ty=R.Tensor((4, 4), dtype="float32"))
            R.output(a)
        return a
