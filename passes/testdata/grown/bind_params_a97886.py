# RUN: BindParams{"func_name":"helper","params":{"x2":{"data":[1],"dtype":"int8","shape":[1,1]}}}
# Shows a mutant of passes/rewrite/relax_mutator.cc (left-out call): fields.push_back(Reconciled(ctx, tuple->fields[i], other->fields[i]));
from tvm.script import ir as I
from tvm.script import tirx as T
from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice({"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, 0, "global"), I.vdevice({"keys": ["metal", "gpu"], "kind": "metal", "max_function_args": 31, "max_num_threads": 256, "max_shared_memory_per_block": 32768, "max_threads_per_block": 256, "tag": "", "thread_warp_size": 16}, 0, "global")]})
    @R.function(private=True)
    def helper(sizes: R.Shape([1, "m"]), x2: R.Tensor(("m + 1", 1), dtype="int8", vdevice="llvm:0:global")) -> R.Tuple(R.Tensor(("m + 1", 1), dtype="int8", vdevice="llvm:0:global")):
        m = T.int64()
        return (x2,)

    @R.function
    def main(x0: R.Tensor((1, 1, 1, 1), dtype="float32", vdevice="metal:0:global")) -> R.Tensor((1, 1, 1, 1), dtype="float32", vdevice="metal:0:global"):
        return x0
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice({"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, 0, "global"), I.vdevice({"keys": ["metal", "gpu"], "kind": "metal", "max_function_args": 31, "max_num_threads": 256, "max_shared_memory_per_block": 32768, "max_threads_per_block": 256, "tag": "", "thread_warp_size": 16}, 0, "global")]})
    @R.function(private=True)
    def helper(sizes: R.Shape([1, "m"])) -> R.Tuple(R.Tensor((1, 1), dtype="int8")):
        m = T.int64()
        return (R.const([[1]], "int8"),)

    @R.function
    def main(x0: R.Tensor((1, 1, 1, 1), dtype="float32", vdevice="metal:0:global")) -> R.Tensor((1, 1, 1, 1), dtype="float32", vdevice="metal:0:global"):
        return x0
