# RUN: LazyGetInput
# Shows a mutant of passes/analysis/symbols.cc (negation): !Has(var)
from tvm.script import ir as I
from tvm.script import tirx as T
from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice({"keys": ["metal", "gpu"], "kind": "metal", "max_function_args": 31, "max_num_threads": 256, "max_shared_memory_per_block": 32768, "max_threads_per_block": 256, "tag": "", "thread_warp_size": 16}, 0, "global")]})
    @R.function
    def main(x3: R.Tensor((1, 1, 1, "m + 1"), dtype="float32", vdevice="metal:0:global"), x4: R.Tensor((1, 1, 1, "m + 1"), dtype="float32", vdevice="metal:0:global"), x5: R.Tensor((1, 1, 1, "m"), dtype="float32", vdevice="metal:0:global")) -> R.Tensor((1, 1, 1, "m"), dtype="float32", vdevice="metal:0:global"):
        m = T.int64()
        gv9: R.Tensor((1, 1, 1, m), dtype="float32", vdevice="metal:0:global") = R.nn.attention(x3, x4, x5, scale=T.float32(0.5), causal_mask=None, window_size=None)
        return gv9
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice({"keys": ["metal", "gpu"], "kind": "metal", "max_function_args": 31, "max_num_threads": 256, "max_shared_memory_per_block": 32768, "max_threads_per_block": 256, "tag": "", "thread_warp_size": 16}, 0, "global")]})
    @R.function
    def main(fget_param: R.Callable((T.int64, R.Any), R.Any, True)) -> R.Tensor(dtype="float32", ndim=4, vdevice="metal:0:global"):
        R.func_attr({"num_input": 1})
        m = T.int64()
        x5_untyped: R.Any = fget_param(2, R.str("x5"))
        x5: R.Tensor((1, 1, 1, m), dtype="float32", vdevice="metal:0:global") = R.match_cast(x5_untyped, R.Tensor((1, 1, 1, m), dtype="float32", vdevice="metal:0:global"))
        x3_untyped: R.Any = fget_param(0, R.str("x3"))
        x3: R.Tensor((1, 1, 1, m + 1), dtype="float32", vdevice="metal:0:global") = R.match_cast(x3_untyped, R.Tensor((1, 1, 1, m + 1), dtype="float32", vdevice="metal:0:global"))
        x4_untyped: R.Any = fget_param(1, R.str("x4"))
        x4: R.Tensor((1, 1, 1, m + 1), dtype="float32", vdevice="metal:0:global") = R.match_cast(x4_untyped, R.Tensor((1, 1, 1, m + 1), dtype="float32", vdevice="metal:0:global"))
        gv9: R.Tensor((1, 1, 1, m), dtype="float32", vdevice="metal:0:global") = R.nn.attention(x3, x4, x5, scale=T.float32(0.5), causal_mask=None, window_size=None)
        return gv9
