# RUN: SplitCallTIRByPattern{"patterns":["# from tvm.script import ir as I\n# from tvm.script import tirx as T\n# from tvm.tirx.layout import Axis\n\n@I.ir_module\nclass Module:\n    @T.prim_func(private=True, s_tir=True)\n    def pattern(x1: T.Buffer((T.int64(6),), \"float32\"), compute: T.Buffer((T.int64(6),), \"float32\")):\n        # with T.sblock(\"root\"):\n        for i0 in range(T.int64(6)):\n            with T.sblock(\"compute\"):\n                v_i0 = T.axis.spatial(T.int64(6), i0)\n                T.reads(x1[v_i0])\n                T.writes(compute[v_i0])\n                compute[v_i0] = T.sigmoid(x1[v_i0])","# from tvm.script import ir as I\n# from tvm.script import tirx as T\n# from tvm.tirx.layout import Axis\n\n@I.ir_module\nclass Module:\n    @T.prim_func(private=True, s_tir=True)\n    def pattern(lv0: T.Buffer((T.int64(6),), \"float32\"), T_reshape_intermediate: T.Buffer((T.int64(1), T.int64(6)), \"float32\")):\n        # with T.sblock(\"root\"):\n        for ax0, ax1 in T.grid(T.int64(1), T.int64(6)):\n            with T.sblock(\"T_reshape\"):\n                v_ax0, v_ax1 = T.axis.remap(\"SS\", [ax0, ax1])\n                T.reads(lv0[v_ax1 % T.int64(6)])\n                T.writes(T_reshape_intermediate[v_ax0, v_ax1])\n                T_reshape_intermediate[v_ax0, v_ax1] = lv0[v_ax1 % T.int64(6)]"]}
# Shows a mutant of passes/fuse/kernel_pattern.cc (condition): trivial(a, loops_)
from tvm.script import ir as I
from tvm.script import tirx as T
from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def fused_reshape1_reshape2_reshape3_multiply1(lv0: T.Buffer((T.int64(6),), "float32"), lv5: T.Buffer((), "float32"), T_multiply_intermediate: T.Buffer((T.int64(6),), "float32")):
        # with T.sblock("root"):
        T_reshape_intermediate = T.sblock_alloc_buffer((T.int64(1), T.int64(6)))
        T_reshape_intermediate_1 = T.sblock_alloc_buffer((T.int64(1), T.int64(6)))
        T_reshape_intermediate_1_2 = T.sblock_alloc_buffer((T.int64(6),))
        for ax0, ax1 in T.grid(T.int64(1), T.int64(6)):
            with T.sblock("T_reshape"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.where(T.bool(False))
                T.reads(lv0[v_ax1 % T.int64(6)])
                T.writes(T_reshape_intermediate[v_ax0, v_ax1])
                T_reshape_intermediate[v_ax0, v_ax1] = lv0[v_ax1 % T.int64(6)]

    @R.function
    def main(x1: R.Tensor((6,), dtype="float32"), lv5: R.Tensor((), dtype="float32")) -> R.Tensor((6,), dtype="float32"):
        cls = Module
        gv = R.call_tir(cls.fused_reshape1_reshape2_reshape3_multiply1, (x1, lv5), out_ty=R.Tensor((6,), dtype="float32"))
        return gv
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def fused_reshape1_reshape2_reshape3_multiply1(lv0: T.Buffer((T.int64(6),), "float32"), lv5: T.Buffer((), "float32"), T_multiply_intermediate: T.Buffer((T.int64(6),), "float32")):
        # with T.sblock("root"):
        T_reshape_intermediate = T.sblock_alloc_buffer((T.int64(1), T.int64(6)))
        T_reshape_intermediate_1 = T.sblock_alloc_buffer((T.int64(1), T.int64(6)))
        T_reshape_intermediate_1_2 = T.sblock_alloc_buffer((T.int64(6),))
        for ax0, ax1 in T.grid(T.int64(1), T.int64(6)):
            with T.sblock("T_reshape"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.where(T.bool(False))
                T.reads(lv0[v_ax1 % T.int64(6)])
                T.writes(T_reshape_intermediate[v_ax0, v_ax1])
                T_reshape_intermediate[v_ax0, v_ax1] = lv0[v_ax1 % T.int64(6)]

    @R.function
    def main(x1: R.Tensor((6,), dtype="float32"), lv5: R.Tensor((), dtype="float32")) -> R.Tensor((6,), dtype="float32"):
        cls = Module
        gv = R.call_tir(cls.fused_reshape1_reshape2_reshape3_multiply1, (x1, lv5), out_ty=R.Tensor((6,), dtype="float32"))
        return gv
