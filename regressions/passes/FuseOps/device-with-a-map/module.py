# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice({"arch": "sm_50", "assay.note": T.index_map(lambda i0: (i0 * i0,)), "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32}, 0, "global.texture")]})
    @R.function
    def main(lv4: R.Tensor((1,), dtype="float32", vdevice="cuda:0:global.texture"), lv6: R.Tensor((1,), dtype="float32", vdevice="cuda:0:global.texture")) -> R.Tensor((1,), dtype="float32", vdevice="cuda:0:global.texture"):
        with R.dataflow():
            lv6_1: R.Tensor((1,), dtype="float32", vdevice="cuda:0:global.texture") = R.negative(lv6)
            lv7: R.Tensor((1,), dtype="float32", vdevice="cuda:0:global.texture") = R.add(lv4, lv6_1)
            R.output(lv7)
        return lv7
