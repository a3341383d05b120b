# RUN: SplitCallTIRByPattern{"patterns":["# from tvm.script import ir as I\n# from tvm.script import tirx as T\n# from tvm.tirx.layout import Axis\n\n@I.ir_module\nclass Module:\n    @T.prim_func(private=True, s_tir=True)\n    def pattern(A: T.Buffer((), \"int64\"), B: T.Buffer((), \"int64\"), T_stack: T.Buffer((T.int64(2),), \"int64\")):\n        # with T.sblock(\"root\"):\n        for ax0 in range(T.int64(2)):\n            with T.sblock(\"T_stack\"):\n                v_ax0 = T.axis.spatial(T.int64(2), ax0)\n                T.reads(B[()], A[()])\n                T.writes(T_stack[v_ax0])\n                T_stack[v_ax0] = T.if_then_else(v_ax0 == T.int64(1), B[()], A[()])"]}
# Shows a mutant of passes/fuse/split_call_tir_by_pattern.cc (condition): !IsStatic()
from tvm.script import ir as I
from tvm.script import tirx as T
from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice({"arch": "sm_50", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32}, 0, "global")]})
    @T.prim_func(private=True, s_tir=True)
    def fused_stack_full_shape_func(param_0: T.Buffer((), "int64"), param_1: T.Buffer((), "int64"), x1: T.Buffer(("n", T.int64(0)), "float32"), lv3: T.Buffer((T.int64(2),), "int64"), T_shape_func_strided_slice_dynamic_intermediate: T.Buffer((T.int64(2),), "int64")):
        n = T.int64()
        # with T.sblock("root"):
        T_stack_intermediate = T.sblock_alloc_buffer((T.int64(2),), "int64")
        T_full_intermediate = T.sblock_alloc_buffer((T.int64(2),), "int64")
        for ax0 in range(T.int64(2)):
            with T.sblock("T_stack"):
                v_ax0 = T.axis.spatial(T.int64(2), ax0)
                T.reads(param_1[()], param_0[()])
                T.writes(T_stack_intermediate[v_ax0])
                T_stack_intermediate[v_ax0] = T.if_then_else(v_ax0 == T.int64(1), param_1[()], param_0[()])
        with T.sblock("T_shape_func_strided_slice_dynamic"):
            v_i = T.axis.spatial(T.int64(2), T.int64(0))
            T.reads(T_full_intermediate[v_i], T_stack_intermediate[v_i], lv3[v_i])
            T.writes(T_shape_func_strided_slice_dynamic_intermediate[v_i])
            T_shape_func_strided_slice_dynamic_intermediate[v_i] = T.int64(0)

    @R.function
    def main(x1: R.Tensor(("n", "n * n"), dtype="float32", vdevice="cuda:0:global"), lv3: R.Tensor((2,), dtype="int64")) -> R.Tensor((2,), dtype="int64"):
        n = T.int64()
        cls = Module
        lv = R.call_tir(cls.fused_stack_full_shape_func, (R.const(1, "int64"), R.const(0, "int64"), x1, lv3), out_ty=R.Tensor((2,), dtype="int64"))
        return lv
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice({"arch": "sm_50", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32}, 0, "global")]})
    @T.prim_func(private=True, s_tir=True)
    def fused_stack_full_shape_func(param_0: T.Buffer((), "int64"), param_1: T.Buffer((), "int64"), x1: T.Buffer(("n", T.int64(0)), "float32"), lv3: T.Buffer((T.int64(2),), "int64"), T_shape_func_strided_slice_dynamic_intermediate: T.Buffer((T.int64(2),), "int64")):
        n = T.int64()
        # with T.sblock("root"):
        T_stack_intermediate = T.sblock_alloc_buffer((T.int64(2),), "int64")
        T_full_intermediate = T.sblock_alloc_buffer((T.int64(2),), "int64")
        for ax0 in range(T.int64(2)):
            with T.sblock("T_stack"):
                v_ax0 = T.axis.spatial(T.int64(2), ax0)
                T.reads(param_1[()], param_0[()])
                T.writes(T_stack_intermediate[v_ax0])
                T_stack_intermediate[v_ax0] = T.if_then_else(v_ax0 == T.int64(1), param_1[()], param_0[()])
        with T.sblock("T_shape_func_strided_slice_dynamic"):
            v_i = T.axis.spatial(T.int64(2), T.int64(0))
            T.reads(T_full_intermediate[v_i], T_stack_intermediate[v_i], lv3[v_i])
            T.writes(T_shape_func_strided_slice_dynamic_intermediate[v_i])
            T_shape_func_strided_slice_dynamic_intermediate[v_i] = T.int64(0)

    @R.function
    def main(x1: R.Tensor(("n", "n * n"), dtype="float32", vdevice="cuda:0:global"), lv3: R.Tensor((2,), dtype="int64")) -> R.Tensor((2,), dtype="int64"):
        n = T.int64()
        cls = Module
        lv = R.call_tir(cls.fused_stack_full_shape_func, (R.const(1, "int64"), R.const(0, "int64"), x1, lv3), out_ty=R.Tensor((2,), dtype="int64"))
        return lv
