# RUN: SplitCallTIRByPattern{"patterns":["# from tvm.script import ir as I\n# from tvm.script import tirx as T\n# from tvm.tirx.layout import Axis\n\n@I.ir_module\nclass Module:\n    @T.prim_func(private=True, s_tir=True)\n    def pattern(T_full: T.Buffer((T.int64(1),), \"int32\")):\n        # with T.sblock(\"root\"):\n        for ax0 in range(T.int64(1)):\n            with T.sblock(\"T_full\"):\n                v_ax0 = T.axis.spatial(T.int64(1), ax0)\n                T.reads()\n                T.writes(T_full[v_ax0])\n                T_full[v_ax0] = 2","# from tvm.script import ir as I\n# from tvm.script import tirx as T\n# from tvm.tirx.layout import Axis\n\n@I.ir_module\nclass Module:\n    @T.prim_func(private=True, s_tir=True)\n    def pattern(x4: T.Buffer((T.int64(1), T.int64(3), T.int64(6)), \"float32\"), lv7: T.Buffer((T.int64(1),), \"int32\"), rank: T.Buffer((T.int64(1), T.int64(3)), \"int64\")):\n        # with T.sblock(\"root\"):\n        for ax0, ax1, k in T.grid(T.int64(1), T.int64(3), T.int64(3)):\n            with T.sblock(\"rank\"):\n                v_ax0, v_ax1, v_k = T.axis.remap(\"SSR\", [ax0, ax1, k])\n                T.reads(lv7[v_ax0], x4[v_ax0, T.int64(0):T.int64(3), T.int64(1)])\n                T.writes(rank[v_ax0, v_ax1])\n                with T.init():\n                    rank[v_ax0, v_ax1] = T.int64(0)\n                rank[v_ax0, v_ax1] = rank[v_ax0, v_ax1] + T.Cast(\"int64\", v_k < T.min(T.max(T.Cast(\"int64\", lv7[v_ax0]), T.int64(0)), T.int64(3)) and (x4[v_ax0, v_k, T.int64(1)] > x4[v_ax0, v_ax1, T.int64(1)] or T.isnan(x4[v_ax0, v_k, T.int64(1)]) and not T.isnan(x4[v_ax0, v_ax1, T.int64(1)]) or not (x4[v_ax0, v_ax1, T.int64(1)] > x4[v_ax0, v_k, T.int64(1)] or T.isnan(x4[v_ax0, v_ax1, T.int64(1)]) and not T.isnan(x4[v_ax0, v_k, T.int64(1)])) and v_k < v_ax1))","# from tvm.script import ir as I\n# from tvm.script import tirx as T\n# from tvm.tirx.layout import Axis\n\n@I.ir_module\nclass Module:\n    @T.prim_func(private=True, s_tir=True)\n    def pattern(x0: T.Buffer((T.int64(3), T.int64(1), T.int64(1)), \"float32\"), compute: T.Buffer((T.int64(3), T.int64(1), T.int64(1)), \"float32\")):\n        # with T.sblock(\"root\"):\n        for i0, i1, i2 in T.grid(T.int64(3), T.int64(1), T.int64(1)):\n            with T.sblock(\"compute\"):\n                v_i0, v_i1, v_i2 = T.axis.remap(\"SSS\", [i0, i1, i2])\n                T.reads(x0[v_i0, v_i1, v_i2])\n                T.writes(compute[v_i0, v_i1, v_i2])\n                compute[v_i0, v_i1, v_i2] = T.rsqrt(x0[v_i0, v_i1, v_i2])"]}
# Shows a mutant of passes/fuse/kernel_pattern.cc (condition): MatchExpr(b, q)
from tvm.script import ir as I
from tvm.script import tirx as T
from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def non_max_suppression(x4: T.Buffer((T.int64(1), T.int64(3), T.int64(6)), "float32"), lv7: T.Buffer((T.int64(1),), "int32"), lv6: T.Buffer((T.int64(1), T.int64(3)), "int32"), out_data: T.Buffer((T.int64(1), T.int64(3), T.int64(6)), "float32")):
        # with T.sblock("root"):
        rank = T.sblock_alloc_buffer((T.int64(1), T.int64(3)), "int64")
        order = T.sblock_alloc_buffer((T.int64(1), T.int64(3)), "int64")
        source = T.sblock_alloc_buffer((T.int64(1), T.int64(3)), "int64")
        kept = T.sblock_alloc_buffer((T.int64(1),), "int64")
        best = T.sblock_alloc_buffer((T.int64(1),), "int64")
        held = T.sblock_alloc_buffer((T.int64(1),))
        for ax0, ax1, k in T.grid(T.int64(1), T.int64(3), T.int64(3)):
            with T.sblock("rank"):
                v_ax0, v_ax1, v_k = T.axis.remap("SSR", [ax0, ax1, k])
                T.reads(lv7[v_ax0], x4[v_ax0, T.int64(0):T.int64(3), T.int64(1)])
                T.writes(rank[v_ax0, v_ax1])
                with T.init():
                    rank[v_ax0, v_ax1] = T.int64(0)
                rank[v_ax0, v_ax1] = T.Add(rank[v_ax0, v_ax1], T.int64(0))

    @R.function
    def main(x4: R.Tensor((1, 3, 6), dtype="float32"), lv6: R.Tensor((1, 3), dtype="int32"), lv7: R.Tensor((1,), dtype="int32")) -> R.Tensor((1, 3, 6), dtype="float32"):
        cls = Module
        lv8 = R.call_tir(cls.non_max_suppression, (x4, lv7, lv6), out_ty=R.Tensor((1, 3, 6), dtype="float32"))
        return lv8
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def non_max_suppression(x4: T.Buffer((T.int64(1), T.int64(3), T.int64(6)), "float32"), lv7: T.Buffer((T.int64(1),), "int32"), lv6: T.Buffer((T.int64(1), T.int64(3)), "int32"), out_data: T.Buffer((T.int64(1), T.int64(3), T.int64(6)), "float32")):
        # with T.sblock("root"):
        rank = T.sblock_alloc_buffer((T.int64(1), T.int64(3)), "int64")
        order = T.sblock_alloc_buffer((T.int64(1), T.int64(3)), "int64")
        source = T.sblock_alloc_buffer((T.int64(1), T.int64(3)), "int64")
        kept = T.sblock_alloc_buffer((T.int64(1),), "int64")
        best = T.sblock_alloc_buffer((T.int64(1),), "int64")
        held = T.sblock_alloc_buffer((T.int64(1),))
        for ax0, ax1, k in T.grid(T.int64(1), T.int64(3), T.int64(3)):
            with T.sblock("rank"):
                v_ax0, v_ax1, v_k = T.axis.remap("SSR", [ax0, ax1, k])
                T.reads(lv7[v_ax0], x4[v_ax0, T.int64(0):T.int64(3), T.int64(1)])
                T.writes(rank[v_ax0, v_ax1])
                with T.init():
                    rank[v_ax0, v_ax1] = T.int64(0)
                rank[v_ax0, v_ax1] = T.Add(rank[v_ax0, v_ax1], T.int64(0))

    @R.function
    def main(x4: R.Tensor((1, 3, 6), dtype="float32"), lv6: R.Tensor((1, 3), dtype="int32"), lv7: R.Tensor((1,), dtype="int32")) -> R.Tensor((1, 3, 6), dtype="float32"):
        cls = Module
        lv8 = R.call_tir(cls.non_max_suppression, (x4, lv7, lv6), out_ty=R.Tensor((1, 3, 6), dtype="float32"))
        return lv8
