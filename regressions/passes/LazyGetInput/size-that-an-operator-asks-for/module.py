# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice({"arch": "sm_50", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32}, 0, "global")]})
    @R.function
    def main(x2: R.Tensor((), dtype="bool", vdevice="cuda:0:global"), x6: R.Tensor(("n",), dtype="float32", vdevice="cuda:0:global"), x7: R.Tensor(("n * 2", "n", 1), dtype="int8", vdevice="cuda:0:global"), x9: R.Tensor(("n",), dtype="float16", vdevice="cuda:0:global")) -> R.Tensor(("n * 2", "n", 1), dtype="float16", vdevice="cuda:0:global"):
        n = T.int64(is_size_var=True)
        if x2:
            gv2: R.Tensor((n,), dtype="float32", vdevice="cuda:0:global") = x6
        else:
            gv2: R.Tensor((n,), dtype="float32", vdevice="cuda:0:global") = x6
        gv4: R.Tensor((n * 2, n, 1), dtype="float16", vdevice="cuda:0:global") = R.dequantize(x7, gv2, x9, out_dtype="float16", axis=1)
        return gv4
