# RUN: SplitCallTIRByPattern{"patterns":["# from tvm.script import ir as I\n# from tvm.script import tirx as T\n# from tvm.tirx.layout import Axis\n\n@I.ir_module\nclass Module:\n    @T.prim_func(private=True, s_tir=True)\n    def pattern(a0: T.Buffer((T.int64(3),), \"float16\"), out0: T.Buffer((T.int64(3),), \"float32\")):\n        # with T.sblock(\"root\"):\n        for i0 in range(T.int64(3)):\n            with T.sblock(\"out0\"):\n                v0 = T.axis.spatial(T.int64(3), i0)\n                T.reads(a0[v0])\n                T.writes(out0[v0])\n                out0[v0] = T.cos(T.Cast(\"float32\", a0[v0]) - T.Cast(\"float32\", a0[v0]))","# from tvm.script import ir as I\n# from tvm.script import tirx as T\n# from tvm.tirx.layout import Axis\n\n@I.ir_module\nclass Module:\n    @T.prim_func(private=True, s_tir=True)\n    def pattern(a0: T.Buffer((T.int64(3),), \"float16\"), out0: T.Buffer((T.int64(3), T.int64(4)), \"int8\")):\n        # with T.sblock(\"root\"):\n        for i0, i1 in T.grid(T.int64(2), T.int64(2)):\n            for i2 in T.unroll(T.int64(4)):\n                with T.sblock(\"out0\"):\n                    v0 = T.axis.spatial(T.int64(3), i0 * T.int64(2) + i1)\n                    v1 = T.axis.spatial(T.int64(4), i2)\n                    T.where(i0 * T.int64(2) + i1 < T.int64(3))\n                    T.reads(a0[T.int64(0):T.int64(3)])\n                    T.writes(out0[v0, v1])\n                    t = T.int8()\n                    out0[v0, v1] = T.Let(T.max(t, T.Cast(\"int8\", a0[v0])), where={t: T.int8(2)}) + T.Cast(\"int8\", a0[T.int64(2) - v0])","# from tvm.script import ir as I\n# from tvm.script import tirx as T\n# from tvm.tirx.layout import Axis\n\n@I.ir_module\nclass Module:\n    @T.prim_func(private=True, s_tir=True)\n    def pattern(a1: T.Buffer((T.int64(3),), \"float32\"), out0: T.Buffer((T.int64(3), T.int64(3)), \"float16\")):\n        # with T.sblock(\"root\"):\n        for i0 in T.unroll(T.int64(3)):\n            for i1 in T.unroll(T.int64(3)):\n                with T.sblock(\"out0\"):\n                    v0, v1 = T.axis.remap(\"SS\", [i0, i1])\n                    T.reads(a1[v1])\n                    T.writes(out0[v0, v1])\n                    out0[v0, v1] = T.Cast(\"float16\", a1[v1]) - T.float16(-3.28125)"]}
# Shows a mutant of passes/fuse/split_call_tir_by_pattern.cc (condition): mentioned.contains(name.text())
from tvm.script import ir as I
from tvm.script import tirx as T
from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def kernel(a0: T.Buffer((T.int64(3),), "float16"), out0: T.Buffer((T.int64(3),), "float32")):
        # with T.sblock("root"):
        for i0 in range(T.int64(3)):
            with T.sblock("out0"):
                v0 = T.axis.spatial(T.int64(3), i0)
                T.reads(a0[v0])
                T.writes(out0[v0])
                out0[v0] = T.cos(T.Cast("float32", a0[v0]) - T.Cast("float32", a0[v0]))

    @R.function
    def main(x1: R.Tensor((3,), dtype="float16")) -> R.Tensor((3,), dtype="float32"):
        cls = Module
        lv1 = R.call_tir(cls.kernel, (x1,), out_ty=R.Tensor((3,), dtype="float32"))
        lv2: R.Tensor((3,), dtype="float32") = R.call_tir_with_grad(cls.kernel, (x1,), out_ty=R.Tensor((3,), dtype="float32"), te_grad_name="assay_grad")
        return lv2
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_attrs({"external_mods": ["# from tvm.script import ir as I\n# from tvm.script import tirx as T\n# from tvm.tirx.layout import Axis\n# from tvm.script import relax as R\n\n@I.ir_module\nclass Module:\n    @T.prim_func(private=True, s_tir=True)\n    def kernel_kernel(a0: T.Buffer((T.int64(3),), \"float16\"), out0: T.Buffer((T.int64(3),), \"float32\")):\n        # with T.sblock(\"root\"):\n        for i0 in range(T.int64(3)):\n            with T.sblock(\"out0\"):\n                v0 = T.axis.spatial(T.int64(3), i0)\n                T.reads(a0[v0])\n                T.writes(out0[v0])\n                out0[v0] = T.cos(T.Cast(\"float32\", a0[v0]) - T.Cast(\"float32\", a0[v0]))\n\n    @R.function\n    def kernel(a0: R.Tensor((3,), dtype=\"float16\")) -> R.Tensor((3,), dtype=\"float32\"):\n        cls = Module\n        output = R.call_tir(cls.kernel_kernel, (a0,), out_ty=R.Tensor((3,), dtype=\"float32\"))\n        return output"]})
    @T.prim_func(private=True, s_tir=True)
    def kernel(a0: T.Buffer((T.int64(3),), "float16"), out0: T.Buffer((T.int64(3),), "float32")):
        # with T.sblock("root"):
        for i0 in range(T.int64(3)):
            with T.sblock("out0"):
                v0 = T.axis.spatial(T.int64(3), i0)
                T.reads(a0[v0])
                T.writes(out0[v0])
                out0[v0] = T.cos(T.Cast("float32", a0[v0]) - T.Cast("float32", a0[v0]))

    @R.function
    def main(x1: R.Tensor((3,), dtype="float16")) -> R.Tensor((3,), dtype="float32"):
        cls = Module
        lv1 = R.call_dps_packed("kernel", (x1,), out_ty=R.Tensor((3,), dtype="float32"))
        lv2: R.Tensor((3,), dtype="float32") = R.call_tir_with_grad(cls.kernel, (x1,), out_ty=R.Tensor((3,), dtype="float32"), te_grad_name="assay_grad")
        return lv2
