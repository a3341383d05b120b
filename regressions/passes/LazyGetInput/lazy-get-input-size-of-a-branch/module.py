# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice({"arch": "sm_50", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32}, 0, "global")]})
    @R.function
    def main(x3: R.Tensor((1, 1, 1, 1), dtype="int32", vdevice="cuda:0:global"), x4: R.Tensor((), dtype="bool", vdevice="cuda:0:global"), gv2: R.Tensor((1, "m", 1, 1), dtype="float32", vdevice="cuda:0:global")) -> R.Tensor(ndim=4, vdevice="cuda:0:global"):
        m = T.int64()
        if x4:
            gv3: R.Tensor(ndim=4, vdevice="cuda:0:global") = x3
        else:
            gv3: R.Tensor(ndim=4, vdevice="cuda:0:global") = gv2
        return gv3
