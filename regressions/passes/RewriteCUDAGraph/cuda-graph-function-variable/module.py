# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice({"keys": ["metal", "gpu"], "kind": "metal", "max_function_args": 31, "max_num_threads": 256, "max_shared_memory_per_block": 32768, "max_threads_per_block": 256, "tag": "", "thread_warp_size": 16}, 0, "global")]})
    @R.function
    def main(x2: R.Tensor((), dtype="float32", vdevice="metal:0:global"), fget_param: R.Callable((T.int64, R.Any), R.Any, True)) -> R.Tensor((1, 1), dtype="float32", vdevice="metal:0:global"):
        lv1: R.Tensor((1, 1), dtype="float32") = R.full(R.shape([1, 1]), R.const(-0.14260973036289215, "float32"), dtype="float32")
        x6_untyped: R.Any = fget_param(1, R.str("x6"))
        x6: R.Tensor((1, 1), dtype="float32", vdevice="metal:0:global") = R.match_cast(x6_untyped, R.Tensor((1, 1), dtype="float32", vdevice="metal:0:global"))
        lv15: R.Tensor((1, 1), dtype="float32", vdevice="metal:0:global") = R.floor_mod(lv1, x2)
        return lv15
