from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice({"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, 0, "global")]})

    @R.function
    def main(x: R.Tensor(dtype="float32", ndim=1, vdevice="llvm:0:global")) -> R.Tensor(dtype="float32", ndim=1, vdevice="llvm:0:global"):
        n = T.int64()
        y: R.Tensor((n,), dtype="float32", vdevice="llvm:0:global") = R.match_cast(x, R.Tensor((n,), dtype="float32", vdevice="llvm:0:global"))
        z: R.Tensor((n,), dtype="float32", vdevice="llvm:0:global") = R.zeros_like(y, dtype="float32")
        return z
