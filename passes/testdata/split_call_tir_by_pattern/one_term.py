# RUN: SplitCallTIRByPattern{"patterns": ["from tvm.script import ir as I\nfrom tvm.script import tirx as T\n\n@I.ir_module\nclass Module:\n    @T.prim_func(private=True, s_tir=True)\n    def pattern(a: T.Buffer((T.int64(4),), \"float32\"), b: T.Buffer((T.int64(4),), \"float32\")):\n        for i in range(T.int64(4)):\n            with T.sblock(\"pattern\"):\n                v = T.axis.spatial(T.int64(4), i)\n                T.reads(a[v])\n                T.writes(b[v])\n                b[v] = T.exp(a[v]) + a[v]\n"]}
# A sum is not matched by one of its terms, nor by more than it has; the order of the terms does not matter.
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def copy(x: T.Buffer((T.int64(4),), "float32"), y: T.Buffer((T.int64(4),), "float32")):
        for i0 in range(T.int64(4)):
            with T.sblock("y"):
                v_i0 = T.axis.spatial(T.int64(4), i0)
                T.reads(x[v_i0])
                T.writes(y[v_i0])
                y[v_i0] = x[v_i0]

    @T.prim_func(private=True, s_tir=True)
    def other_order(x: T.Buffer((T.int64(4),), "float32"), y: T.Buffer((T.int64(4),), "float32")):
        for i0 in range(T.int64(4)):
            with T.sblock("y"):
                v_i0 = T.axis.spatial(T.int64(4), i0)
                T.reads(x[v_i0])
                T.writes(y[v_i0])
                y[v_i0] = x[v_i0] + T.exp(x[v_i0])

    @T.prim_func(private=True, s_tir=True)
    def three_terms(x: T.Buffer((T.int64(4),), "float32"), y: T.Buffer((T.int64(4),), "float32")):
        for i0 in range(T.int64(4)):
            with T.sblock("y"):
                v_i0 = T.axis.spatial(T.int64(4), i0)
                T.reads(x[v_i0])
                T.writes(y[v_i0])
                y[v_i0] = x[v_i0] + T.exp(x[v_i0]) + x[v_i0]

    @R.function
    def main(x: R.Tensor((4,), "float32")) -> R.Tensor((4,), "float32"):
        cls = Module
        with R.dataflow():
            a = R.call_tir(cls.copy, (x,), out_ty=R.Tensor((4,), "float32"))
            b = R.call_tir(cls.other_order, (a,), out_ty=R.Tensor((4,), "float32"))
            c = R.call_tir(cls.three_terms, (b,), out_ty=R.Tensor((4,), "float32"))
            R.output(c)
        return c
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_attrs({"external_mods": ["# from tvm.script import ir as I\n# from tvm.script import tirx as T\n# from tvm.tirx.layout import Axis\n# from tvm.script import relax as R\n\n@I.ir_module\nclass Module:\n    @T.prim_func(private=True, s_tir=True)\n    def other_order_kernel(x: T.Buffer((T.int64(4),), \"float32\"), y: T.Buffer((T.int64(4),), \"float32\")):\n        # with T.sblock(\"root\"):\n        for i0 in range(T.int64(4)):\n            with T.sblock(\"y\"):\n                v_i0 = T.axis.spatial(T.int64(4), i0)\n                T.reads(x[v_i0])\n                T.writes(y[v_i0])\n                y[v_i0] = x[v_i0] + T.exp(x[v_i0])\n\n    @R.function\n    def other_order(x: R.Tensor((4,), dtype=\"float32\")) -> R.Tensor((4,), dtype=\"float32\"):\n        cls = Module\n        output = R.call_tir(cls.other_order_kernel, (x,), out_ty=R.Tensor((4,), dtype=\"float32\"))\n        return output"]})
    @T.prim_func(private=True, s_tir=True)
    def copy(x: T.Buffer((T.int64(4),), "float32"), y: T.Buffer((T.int64(4),), "float32")):
        # with T.sblock("root"):
        for i0 in range(T.int64(4)):
            with T.sblock("y"):
                v_i0 = T.axis.spatial(T.int64(4), i0)
                T.reads(x[v_i0])
                T.writes(y[v_i0])
                y[v_i0] = x[v_i0]

    @T.prim_func(private=True, s_tir=True)
    def three_terms(x: T.Buffer((T.int64(4),), "float32"), y: T.Buffer((T.int64(4),), "float32")):
        # with T.sblock("root"):
        for i0 in range(T.int64(4)):
            with T.sblock("y"):
                v_i0 = T.axis.spatial(T.int64(4), i0)
                T.reads(x[v_i0])
                T.writes(y[v_i0])
                y[v_i0] = x[v_i0] + T.exp(x[v_i0]) + x[v_i0]

    other_order = R.ExternFunc("other_order")
    @R.function
    def main(x: R.Tensor((4,), dtype="float32")) -> R.Tensor((4,), dtype="float32"):
        cls = Module
        with R.dataflow():
            a = R.call_tir(cls.copy, (x,), out_ty=R.Tensor((4,), dtype="float32"))
            b = R.call_dps_packed("other_order", (a,), out_ty=R.Tensor((4,), dtype="float32"))
            c = R.call_tir(cls.three_terms, (b,), out_ty=R.Tensor((4,), dtype="float32"))
            R.output(c)
        return c
