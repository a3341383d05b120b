# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice({"arch": "sm_50", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32}, 0, "global")]})
    @R.function
    def main(x2: R.Tensor((1, 1), dtype="float32", vdevice="cuda:0:global"), x3: R.Tensor((1, 1), dtype="float32", vdevice="cuda:0:global"), gv0: R.Tensor((1,), dtype="int64")) -> R.Tensor((1, 1), dtype="float64", vdevice="cuda:0:global"):
        gv1: R.Tensor((1, 1), dtype="float32", vdevice="cuda:0:global") = R.take(x2, gv0, axis=1, mode="fast")
        gv2: R.Tensor((1, 1), dtype="float64", vdevice="cuda:0:global") = R.matmul(x3, gv1, out_dtype="float64")
        return gv2
