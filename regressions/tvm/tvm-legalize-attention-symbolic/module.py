# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice({"keys": ["metal", "gpu"], "kind": "metal", "max_function_args": 31, "max_num_threads": 256, "max_shared_memory_per_block": 32768, "max_threads_per_block": 256, "tag": "", "thread_warp_size": 16}, 0, "global")]})
    @R.function
    def main(x2: R.Tensor(("n + n", 1, 1, "n"), dtype="float32", vdevice="metal:0:global"), x3: R.Tensor(("n + n", "n + n", 1, "n"), dtype="float32", vdevice="metal:0:global")) -> R.Tensor(("n + n", 1, 1, "n"), dtype="float32", vdevice="metal:0:global"):
        n = T.int64()
        gv0: R.Tensor((n + n, 1, 1, n), dtype="float32", vdevice="metal:0:global") = R.nn.attention(x2, x3, x3, scale=None, causal_mask=None, window_size=None)
        return gv0
