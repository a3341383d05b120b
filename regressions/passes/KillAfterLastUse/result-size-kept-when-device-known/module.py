# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice({"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, 0, "global")]})
    @R.function
    def main(x2: R.Tensor(dtype="bfloat16", ndim=4)) -> R.Tuple(R.Tensor((1, 1, 1, 1), dtype="bfloat16"), R.Tuple(R.Tensor((5,), dtype="float32"))):
        gv10: R.Tensor((5,), dtype="float32") = R.hamming_window(5, True, T.float32(0.5), T.float32(0.25), dtype="float32")
        return (x2, (gv10,))
