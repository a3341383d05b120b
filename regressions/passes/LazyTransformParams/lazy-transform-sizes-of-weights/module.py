# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice({"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, 0, "global")]})
    @R.function
    def helper_transform_params(model_params: R.Tuple(R.Tensor(("n", 1, 1), dtype="float32", vdevice="llvm:0:global"), R.Tensor(("n + n",), dtype="int16", vdevice="llvm:0:global")), x2: R.Tensor(("n + n",), dtype="int16", vdevice="llvm:0:global")) -> R.Tuple(R.Tensor(("n + n", 2), dtype="int64", vdevice="llvm:0:global")):
        n = T.int64()
        lv1: R.Tensor((n + n, 2), dtype="int64", vdevice="llvm:0:global") = R.one_hot(x2, -3, 2, depth=2, axis=1)
        output_tuple: R.Tuple(R.Tensor((n + n, 2), dtype="int64", vdevice="llvm:0:global")) = (lv1,)
        return output_tuple

    @R.function
    def main(x0: R.Tensor((2, 1, 1, 1), dtype="uint32", vdevice="llvm:0:global")) -> R.Tensor((2, 1, 1, 1), dtype="uint32", vdevice="llvm:0:global"):
        return x0
