# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice({"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, 0, "global")]})
    @R.function
    def main(sizes: R.Shape([1, "m"]), x0: R.Tensor(("m + 1", 1, 1), dtype="float32", vdevice="llvm:0:global"), x3: R.Tensor((1,), dtype="float32", vdevice="llvm:0:global"), gv13: R.Tensor((1,), dtype="float32")) -> R.Tuple(R.Tensor(dtype="float32", ndim=3, vdevice="llvm:0:global"), R.Tensor(dtype="float32", ndim=1, vdevice="llvm:0:global"), R.Tensor(dtype="float32", ndim=1, vdevice="llvm:0:global")):
        m = T.int64()
        gv15: R.Tuple(R.Tensor(dtype="float32", ndim=3, vdevice="llvm:0:global"), R.Tensor(dtype="float32", ndim=1, vdevice="llvm:0:global"), R.Tensor(dtype="float32", ndim=1, vdevice="llvm:0:global")) = R.nn.batch_norm(x0, gv13, gv13, gv13, x3, axis=-3, epsilon=0.25, center=True, scale=True, momentum=0.10000000000000001, training=True)
        return gv15
