# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def mean(z: T.Buffer((T.int64(3), T.int64(2500)), "float32"), T_divide: T.Buffer((T.int64(3),), "float32")):
        T.func_attr({"op_pattern": 4, "tirx.is_scheduled": True, "tirx.noalias": True})
        z_1 = z.view(T.int64(7500))
        cross_thread_z_red: T.float32
        for ax0 in T.thread_binding(T.int64(3), thread="blockIdx.x"):
            z_red = T.alloc_local((T.int64(1),))
            z_red_rf = T.alloc_local((T.int64(1024),))
            for k1_1 in T.thread_binding(T.int64(1024), thread="threadIdx.x", annotations={"pragma_auto_unroll_max_step": 256, "pragma_unroll_explicit": 1}):
                z_red_rf[k1_1] = T.float32(0.0)
                for k1_0 in range(T.int64(3)):
                    if k1_0 * T.int64(1024) + k1_1 < T.int64(2500):
                        z_red_rf[k1_1] = z_red_rf[k1_1] + z_1[ax0 * T.int64(2500) + k1_0 * T.int64(1024) + k1_1]
            for k1_1 in T.thread_binding(T.int64(1024), thread="threadIdx.x"):
                red_buf0 = T.alloc_shared((1024,))
                T.tvm_storage_sync("shared", T.bool(False), -1)
                red_buf0[T.Cast("int32", k1_1)] = z_red_rf[k1_1]
                T.tvm_storage_sync("shared", T.bool(False), -1)
                if T.Cast("int32", k1_1) == 0:
                    for k in range(1023):
                        red_buf0[0] = red_buf0[0] + red_buf0[k + 1]
                T.tvm_storage_sync("shared", T.bool(False), -1)
                cross_thread_z_red = red_buf0[0]
                z_red[T.int64(0)] = cross_thread_z_red
            for k1_1 in T.thread_binding(T.int64(1024), thread="threadIdx.x", annotations={"pragma_auto_unroll_max_step": 256, "pragma_unroll_explicit": 1}):
                if k1_1 == T.int64(0):
                    T_divide[ax0] = z_red[T.int64(0)] / T.float32(2500.0)

    @R.function
    def main(z: R.Tensor((3, 2500), dtype="float32")) -> R.Tensor((3,), dtype="float32"):
        cls = Module
        with R.dataflow():
            b = R.call_tir(cls.mean, (z,), out_ty=R.Tensor((3,), dtype="float32"))
            R.output(b)
        return b
