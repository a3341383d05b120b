# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice({"arch": "sm_50", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32}, 0, "global")]})
    @R.function
    def main(x3: R.Tensor((1, 1, 1, 1), dtype="int32", vdevice="cuda:0:global")) -> R.Tensor(ndim=4, vdevice="cuda:0:global"):
        gv: R.Tensor(ndim=4, vdevice="cuda:0:global") = x3
        gv_4: R.Tensor(ndim=4, vdevice="cuda:0:global") = R.negative(gv)
        gv_5: R.Tensor(ndim=4, vdevice="cuda:0:global") = R.tanh(gv_4)
        return gv_4
