# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice({"arch": "sm_50", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32}, 0, "global")]})
    @R.function
    def main(x3: R.Tensor((1, 2, 1), dtype="int8", vdevice="cuda:0:global"), gv2: R.Tensor((), dtype="float32", vdevice="cuda:0:global")) -> R.Tensor((), dtype="float32", vdevice="cuda:0:global"):
        if R.const(False, "bool"):
            gv_1: R.Tensor((2, 1), dtype="int8", vdevice="cuda:0:global") = R.squeeze(x3, axis=[0])
            gv: R.Tensor(dtype="int8", ndim=2, vdevice="cuda:0:global") = gv_1
        else:
            gv_1: R.Tensor((1, 2, 1), dtype="int8", vdevice="cuda:0:global") = R.logical_not(x3)
            gv_2: R.Tensor((1, 2, 1), dtype="int8", vdevice="cuda:0:global") = R.maximum(gv_1, gv_1)
            gv_3: R.Tensor((2, 1), dtype="int8", vdevice="cuda:0:global") = R.squeeze(gv_2, axis=[0])
            gv_4: R.Tensor((2, 1), dtype="int8", vdevice="cuda:0:global") = R.permute_dims(gv_3, axes=[0, 1])
            gv_5: R.Tensor((2, 1), dtype="int8", vdevice="cuda:0:global") = R.permute_dims(gv_4, axes=[0, 1])
            cast: R.Tensor((1, 1), dtype="int8", vdevice="cuda:0:global") = R.match_cast(gv_5, R.Tensor((1, 1), dtype="int8", vdevice="cuda:0:global"))
            gv_6: R.Tensor((1, 1), dtype="int8", vdevice="cuda:0:global") = cast
            gv: R.Tensor(dtype="int8", ndim=2, vdevice="cuda:0:global") = gv_6
        return gv2
