# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice({"arch": "sm_50", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32}, 0, "global")]})
    @T.prim_func(private=True, s_tir=True)
    def sum2_cuda(x0: T.Buffer((T.int64(1), T.int64(1), T.int64(1), T.int64(1)), "float32"), x0_red: T.Buffer((T.int64(1),), "float32")):
        # with T.sblock("root"):
        with T.sblock("x0_red"):
            v_ax0 = T.axis.spatial(T.int64(1), T.int64(0))
            v_k1 = T.axis.reduce(T.int64(1), T.int64(0))
            v_k2 = T.axis.reduce(T.int64(1), T.int64(0))
            v_k3 = T.axis.reduce(T.int64(1), T.int64(0))
            T.reads(x0[v_ax0, v_k1, v_k2, v_k3])
            T.writes(x0_red[v_ax0])
            with T.init():
                x0_red[v_ax0] = T.float32(0.0)
            x0_red[v_ax0] = T.float32(0.0)

    @R.function(private=True)
    def helper(x0: R.Tensor((1, 1, 1, 1), dtype="float32", vdevice="cuda:0:global")) -> R.Tuple(R.Tensor((1,), dtype="float32", vdevice="cuda:0:global")):
        R.func_attr({"Primitive": True})
        cls = Module
        lv0 = R.call_tir(cls.sum2_cuda, (x0,), out_ty=R.Tensor((1,), dtype="float32", vdevice="cuda:0:global"))
        return (lv0,)

    @R.function
    def main(x3: R.Tensor((1, 1, 1, 1), dtype="float32", vdevice="cuda:0:global")) -> R.Tuple(R.Tensor((1,), dtype="float32", vdevice="cuda:0:global")):
        cls = Module
        lv6: R.Tuple(R.Tensor((1,), dtype="float32", vdevice="cuda:0:global")) = cls.helper(x3)
        return lv6
