# RUN: SplitCallTIRByPattern{"patterns":["# from tvm.script import ir as I\n# from tvm.script import tirx as T\n# from tvm.tirx.layout import Axis\n\n@I.ir_module\nclass Module:\n    @T.prim_func(private=True, s_tir=True)\n    def pattern(x0: T.Buffer((T.int64(3),), \"int32\"), x0_1: T.Buffer((T.int64(3),), \"int32\"), T_add: T.Buffer((T.int64(3),), \"int32\")):\n        # with T.sblock(\"root\"):\n        for ax0 in range(T.int64(3)):\n            with T.sblock(\"T_add\"):\n                v_ax0 = T.axis.spatial(T.int64(3), ax0)\n                T.reads(x0[v_ax0], x0_1[v_ax0])\n                T.writes(T_add[v_ax0])\n                T_add[v_ax0] = x0[v_ax0] + x0_1[v_ax0]","# from tvm.script import ir as I\n# from tvm.script import tirx as T\n# from tvm.tirx.layout import Axis\n\n@I.ir_module\nclass Module:\n    @T.prim_func(private=True, s_tir=True)\n    def pattern(x0: T.Buffer((T.int64(3), T.int64(3), T.int64(3)), \"int32\"), x0_red_intermediate: T.Buffer((T.int64(3), T.int64(3), T.int64(3)), \"int32\")):\n        # with T.sblock(\"root\"):\n        for ax0, ax1, ax2 in T.grid(T.int64(3), T.int64(3), T.int64(3)):\n            with T.sblock(\"x0_red\"):\n                v_ax0, v_ax1, v_ax2 = T.axis.remap(\"SSS\", [ax0, ax1, ax2])\n                T.reads(x0[v_ax0, v_ax1, v_ax2])\n                T.writes(x0_red_intermediate[v_ax0, v_ax1, v_ax2])\n                with T.init():\n                    x0_red_intermediate[v_ax0, v_ax1, v_ax2] = 0\n                x0_red_intermediate[v_ax0, v_ax1, v_ax2] = x0_red_intermediate[v_ax0, v_ax1, v_ax2] + x0[v_ax0, v_ax1, v_ax2]"]}
# Shows a mutant of passes/fuse/external_modules.cc (condition): Equal(alone, *again)
from tvm.script import ir as I
from tvm.script import tirx as T
from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice({"keys": ["metal", "gpu"], "kind": "metal", "max_function_args": 31, "max_num_threads": 128, "max_shared_memory_per_block": 32768, "max_threads_per_block": 256, "tag": "", "thread_warp_size": 16}, 0, "global")]})
    @T.prim_func(private=True, s_tir=True)
    def add2_metal(x0: T.Buffer((T.int64(3),), "int32"), x0_1: T.Buffer((T.int64(3),), "int32"), T_add: T.Buffer((T.int64(3),), "int32")):
        # with T.sblock("root"):
        for ax0 in range(T.int64(3)):
            with T.sblock("T_add"):
                v_ax0 = T.axis.spatial(T.int64(3), ax0)
                T.reads(x0[v_ax0], x0_1[v_ax0])
                T.writes(T_add[v_ax0])
                T_add[v_ax0] = x0[v_ax0] + x0_1[v_ax0]

    @R.function
    def main(x0: R.Tensor((3,), dtype="int32", vdevice="metal:0:global")) -> R.Tensor((3,), dtype="int32", vdevice="metal:0:global"):
        cls = Module
        lv7 = R.call_tir(cls.add2_metal, (x0, x0), out_ty=R.Tensor((3,), dtype="int32", vdevice="metal:0:global"))
        return lv7
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice({"keys": ["metal", "gpu"], "kind": "metal", "max_function_args": 31, "max_num_threads": 128, "max_shared_memory_per_block": 32768, "max_threads_per_block": 256, "tag": "", "thread_warp_size": 16}, 0, "global")]})
    @T.prim_func(private=True, s_tir=True)
    def add2_metal(x0: T.Buffer((T.int64(3),), "int32"), x0_1: T.Buffer((T.int64(3),), "int32"), T_add: T.Buffer((T.int64(3),), "int32")):
        # with T.sblock("root"):
        for ax0 in range(T.int64(3)):
            with T.sblock("T_add"):
                v_ax0 = T.axis.spatial(T.int64(3), ax0)
                T.reads(x0[v_ax0], x0_1[v_ax0])
                T.writes(T_add[v_ax0])
                T_add[v_ax0] = x0[v_ax0] + x0_1[v_ax0]

    @R.function
    def main(x0: R.Tensor((3,), dtype="int32", vdevice="metal:0:global")) -> R.Tensor((3,), dtype="int32", vdevice="metal:0:global"):
        cls = Module
        lv7 = R.call_tir(cls.add2_metal, (x0, x0), out_ty=R.Tensor((3,), dtype="int32", vdevice="metal:0:global"))
        return lv7
