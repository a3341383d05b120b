# RUN: SplitCallTIRByPattern{"patterns": ["from tvm.script import ir as I\nfrom tvm.script import tirx as T\n\n@I.ir_module\nclass Module:\n    @T.prim_func(private=True, s_tir=True)\n    def pattern(a: T.Buffer((T.int64(4),), \"float32\"), b: T.Buffer((T.int64(4),), \"float32\"), k: T.float32):\n        for i in range(T.int64(4)):\n            with T.sblock(\"pattern\"):\n                v = T.axis.spatial(T.int64(4), i)\n                T.reads(a[v])\n                T.writes(b[v])\n                b[v] = k * a[v]\n"]}
# The first stage goes to the library, a kernel of one stage as a whole, and what does not match stays.
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def twice_exp(x: T.Buffer((T.int64(4),), "float32"), z: T.Buffer((T.int64(4),), "float32"), out: T.Buffer((T.int64(4),), "float32")):
        T.func_attr({"tirx.noalias": True})
        y = T.sblock_alloc_buffer((T.int64(4),))
        for i0 in range(T.int64(4)):
            with T.sblock("y"):
                v_i0 = T.axis.spatial(T.int64(4), i0)
                T.reads(x[v_i0])
                T.writes(y[v_i0])
                y[v_i0] = x[v_i0] * T.float32(2)
        for i0 in range(T.int64(4)):
            with T.sblock("out"):
                v_i0 = T.axis.spatial(T.int64(4), i0)
                T.reads(y[v_i0], z[v_i0])
                T.writes(out[v_i0])
                out[v_i0] = T.exp(y[v_i0]) + z[v_i0]

    @T.prim_func(private=True, s_tir=True)
    def thrice(x: T.Buffer((T.int64(4),), "float32"), y: T.Buffer((T.int64(4),), "float32")):
        T.func_attr({"tirx.noalias": True})
        for i0 in range(T.int64(4)):
            with T.sblock("y"):
                v_i0 = T.axis.spatial(T.int64(4), i0)
                T.reads(x[v_i0])
                T.writes(y[v_i0])
                y[v_i0] = x[v_i0] * T.float32(3)

    @T.prim_func(private=True, s_tir=True)
    def square(x: T.Buffer((T.int64(4),), "float32"), y: T.Buffer((T.int64(4),), "float32")):
        T.func_attr({"tirx.noalias": True})
        for i0 in range(T.int64(4)):
            with T.sblock("y"):
                v_i0 = T.axis.spatial(T.int64(4), i0)
                T.reads(x[v_i0])
                T.writes(y[v_i0])
                y[v_i0] = T.exp(x[v_i0])

    @R.function
    def main(x: R.Tensor((4,), "float32"), z: R.Tensor((4,), "float32")) -> R.Tensor((4,), "float32"):
        cls = Module
        with R.dataflow():
            a = R.call_tir(cls.twice_exp, (x, z), out_ty=R.Tensor((4,), "float32"))
            b = R.call_tir(cls.thrice, (a,), out_ty=R.Tensor((4,), "float32"))
            c = R.call_tir(cls.square, (b,), out_ty=R.Tensor((4,), "float32"))
            R.output(c)
        return c
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_attrs({"external_mods": ["# from tvm.script import ir as I\n# from tvm.script import tirx as T\n# from tvm.tirx.layout import Axis\n# from tvm.script import relax as R\n\n@I.ir_module\nclass Module:\n    @T.prim_func(private=True, s_tir=True)\n    def thrice_kernel(x: T.Buffer((T.int64(4),), \"float32\"), y: T.Buffer((T.int64(4),), \"float32\")):\n        T.func_attr({\"tirx.noalias\": True})\n        # with T.sblock(\"root\"):\n        for i0 in range(T.int64(4)):\n            with T.sblock(\"y\"):\n                v_i0 = T.axis.spatial(T.int64(4), i0)\n                T.reads(x[v_i0])\n                T.writes(y[v_i0])\n                y[v_i0] = x[v_i0] * T.float32(3.0)\n\n    @R.function\n    def thrice(x: R.Tensor((4,), dtype=\"float32\")) -> R.Tensor((4,), dtype=\"float32\"):\n        cls = Module\n        output = R.call_tir(cls.thrice_kernel, (x,), out_ty=R.Tensor((4,), dtype=\"float32\"))\n        return output", "# from tvm.script import ir as I\n# from tvm.script import tirx as T\n# from tvm.tirx.layout import Axis\n# from tvm.script import relax as R\n\n@I.ir_module\nclass Module:\n    @T.prim_func(private=True, s_tir=True)\n    def twice_exp_kernel(x: T.Buffer((T.int64(4),), \"float32\"), y: T.Buffer((T.int64(4),), \"float32\")):\n        T.func_attr({\"tirx.noalias\": True})\n        # with T.sblock(\"root\"):\n        for i0 in range(T.int64(4)):\n            with T.sblock(\"y\"):\n                v_i0 = T.axis.spatial(T.int64(4), i0)\n                T.reads(x[v_i0])\n                T.writes(y[v_i0])\n                y[v_i0] = x[v_i0] * T.float32(2.0)\n\n    @R.function\n    def twice_exp(x: R.Tensor((4,), dtype=\"float32\")) -> R.Tensor((4,), dtype=\"float32\"):\n        cls = Module\n        output = R.call_tir(cls.twice_exp_kernel, (x,), out_ty=R.Tensor((4,), dtype=\"float32\"))\n        return output"]})
    @T.prim_func(private=True, s_tir=True)
    def square(x: T.Buffer((T.int64(4),), "float32"), y: T.Buffer((T.int64(4),), "float32")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        for i0 in range(T.int64(4)):
            with T.sblock("y"):
                v_i0 = T.axis.spatial(T.int64(4), i0)
                T.reads(x[v_i0])
                T.writes(y[v_i0])
                y[v_i0] = T.exp(x[v_i0])

    @T.prim_func(private=True, s_tir=True)
    def twice_exp(x: T.Buffer((T.int64(4),), "float32"), z: T.Buffer((T.int64(4),), "float32"), out: T.Buffer((T.int64(4),), "float32")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        y = T.sblock_alloc_buffer((T.int64(4),))
        for i0 in range(T.int64(4)):
            with T.sblock("y"):
                v_i0 = T.axis.spatial(T.int64(4), i0)
                T.reads(x[v_i0])
                T.writes(y[v_i0])
                y[v_i0] = x[v_i0] * T.float32(2.0)
        for i0 in range(T.int64(4)):
            with T.sblock("out"):
                v_i0 = T.axis.spatial(T.int64(4), i0)
                T.reads(y[v_i0], z[v_i0])
                T.writes(out[v_i0])
                out[v_i0] = T.exp(y[v_i0]) + z[v_i0]

    @T.prim_func(private=True, s_tir=True)
    def unfused_epilogue(y: T.Buffer((T.int64(4),), "float32"), z: T.Buffer((T.int64(4),), "float32"), out: T.Buffer((T.int64(4),), "float32")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        for i0 in range(T.int64(4)):
            with T.sblock("out"):
                v_i0 = T.axis.spatial(T.int64(4), i0)
                T.reads(y[v_i0], z[v_i0])
                T.writes(out[v_i0])
                out[v_i0] = T.exp(y[v_i0]) + z[v_i0]

    thrice = R.ExternFunc("thrice")
    @R.function
    def main(x: R.Tensor((4,), dtype="float32"), z: R.Tensor((4,), dtype="float32")) -> R.Tensor((4,), dtype="float32"):
        cls = Module
        with R.dataflow():
            lv = R.call_dps_packed("twice_exp", (x,), out_ty=R.Tensor((4,), dtype="float32"))
            a = R.call_tir(cls.unfused_epilogue, (lv, z), out_ty=R.Tensor((4,), dtype="float32"))
            b = R.call_dps_packed("thrice", (a,), out_ty=R.Tensor((4,), dtype="float32"))
            c = R.call_tir(cls.square, (b,), out_ty=R.Tensor((4,), dtype="float32"))
            R.output(c)
        return c
