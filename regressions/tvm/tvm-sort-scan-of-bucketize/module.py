# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice({"arch": "sm_50", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32}, 0, "global")]})
    @R.function
    def main(x: R.Tensor((1,), dtype="float32", vdevice="cuda:0:global")) -> R.Tensor((1,), dtype="int64", vdevice="cuda:0:global"):
        gv: R.Tensor((1,), dtype="int64", vdevice="cuda:0:global") = R.bucketize(x, x, out_int32=False, right=False)
        return gv
