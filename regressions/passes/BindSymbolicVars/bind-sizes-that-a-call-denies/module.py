# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice({"arch": "sm_50", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32}, 0, "global")]})
    @T.prim_func(private=True, s_tir=True)
    def fused_stack_full_shape_func(param_0: T.Buffer((), "int64"), param_1: T.Buffer((), "int64"), x1: T.Buffer(("n", T.int64(0)), "float32"), lv3: T.Buffer((T.int64(1),), "int64"), T_shape_func_strided_slice_dynamic_intermediate: T.Buffer((T.int64(1),), "int64")):
        n = T.int64()
        # with T.sblock("root"):
        T_stack_intermediate = T.sblock_alloc_buffer((T.int64(1),), "int64")
        T_full_intermediate = T.sblock_alloc_buffer((T.int64(1),), "int64")
        with T.sblock("T_shape_func_strided_slice_dynamic"):
            v_i = T.axis.spatial(T.int64(1), T.int64(0))
            T.reads(T_full_intermediate[v_i], T_stack_intermediate[v_i], lv3[v_i])
            T.writes(T_shape_func_strided_slice_dynamic_intermediate[v_i])
            T_shape_func_strided_slice_dynamic_intermediate[v_i] = T.int64(0)

    @R.function
    def main(x1: R.Tensor(("n", "n * n"), dtype="float32", vdevice="cuda:0:global"), lv3: R.Tensor((1,), dtype="int64")) -> R.Tensor((1,), dtype="int64"):
        n = T.int64()
        cls = Module
        lv = R.call_tir(cls.fused_stack_full_shape_func, (R.const(1, "int64"), R.const(0, "int64"), x1, lv3), out_ty=R.Tensor((1,), dtype="int64"))
        return lv
