# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice({"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, 0, "global")]})
    @R.function
    def main(x: R.Tensor((1, 1), dtype="float32", vdevice="llvm:0:global"), v: R.Tensor((1,), dtype="float32")) -> R.Tuple(R.Tensor((1, 1), dtype="float32", vdevice="llvm:0:global"), R.Tensor((1,), dtype="float32"), R.Tensor((1,), dtype="float32")):
        y: R.Tuple(R.Tensor((1, 1), dtype="float32", vdevice="llvm:0:global"), R.Tensor((1,), dtype="float32"), R.Tensor((1,), dtype="float32")) = R.nn.batch_norm(x, v, v, v, v, axis=1, epsilon=1e-05, center=True, scale=True, momentum=0.1, training=True)
        return y
