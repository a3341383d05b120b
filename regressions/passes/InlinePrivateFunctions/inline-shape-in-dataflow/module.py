# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice({"keys": ["metal", "gpu"], "kind": "metal", "max_function_args": 31, "max_num_threads": 256, "max_shared_memory_per_block": 32768, "max_threads_per_block": 256, "tag": "", "thread_warp_size": 16}, 0, "global")]})
    @R.function(private=True)
    def fused_relax_broadcast_to(x0: R.Tensor((1, "n"), dtype="float32", vdevice="metal:0:global"), param_0: R.Shape([1, "n"])) -> R.Tensor((1, "n"), dtype="float32", vdevice="metal:0:global"):
        n = T.int64()
        lv2: R.Tensor((1, n), dtype="float32", vdevice="metal:0:global") = R.broadcast_to(x0, param_0)
        return lv2

    @R.function
    def main(x0: R.Tensor((1, 1), dtype="float32", vdevice="metal:0:global")) -> R.Tensor((1, 1), dtype="float32", vdevice="metal:0:global"):
        cls = Module
        with R.dataflow():
            lv2: R.Tensor((1, 1), dtype="float32", vdevice="metal:0:global") = cls.fused_relax_broadcast_to(x0, R.shape([1, 1]))
            R.output(lv2)
        return lv2
