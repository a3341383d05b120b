# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice({"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, 0, "global")]})
    @R.function
    def main(x0: R.Tensor(("n", 1), dtype="float32"), gv16: R.Tensor(dtype="float32", ndim=4, vdevice="llvm:0:global")) -> R.Tensor(("n", "n + 1", 1, "n"), dtype="float32", vdevice="llvm:0:global"):
        n = T.int64()
        R.func_attr({"num_input": 0})
        return gv16
