# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice({"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, 0, "global")]})
    @R.function
    def main(x4: R.Tensor((1, 1, 1, 1), dtype="float32", vdevice="llvm:0:global")) -> R.Tuple(R.Tensor((1, 1, 1, 1), dtype="float32", vdevice="llvm:0:global"), R.Tensor((1,), dtype="float32"), R.Tensor((1,), dtype="float32")):
        with R.dataflow():
            lv10: R.Tensor((1, 1, 1, 1), dtype="float32", vdevice="llvm:0:global") = R.nn.conv2d(x4, R.const([[[[2.5]]]], "float32"), strides=[1, 1], padding=[0, 0, 0, 0], dilation=[1, 1], groups=1, data_layout="NCHW", kernel_layout="OIHW", out_layout="NCHW", out_dtype=None)
            lv11: R.Tensor((1, 1, 1, 1), dtype="float32", vdevice="llvm:0:global") = R.negative(lv10)
            lv: R.Tensor((1, 1, 1, 1), dtype="float32", vdevice="llvm:0:global") = R.negative(lv11)
            lv_1: R.Tuple(R.Tensor((1, 1, 1, 1), dtype="float32", vdevice="llvm:0:global"), R.Tensor((1,), dtype="float32"), R.Tensor((1,), dtype="float32")) = R.nn.batch_norm(lv, R.const([0.25], "float32"), R.const([2.75], "float32"), R.const([0.5], "float32"), R.const([2.0], "float32"), axis=1, epsilon=1.0000000000000001e-05, center=True, scale=True, momentum=0.10000000000000001, training=True)
            lv_2: R.Tuple(R.Tuple(R.Tensor((1, 1, 1, 1), dtype="float32", vdevice="llvm:0:global"), R.Tensor((1,), dtype="float32"), R.Tensor((1,), dtype="float32")), R.Tuple(R.Tensor((1, 1, 1, 1), dtype="float32", vdevice="llvm:0:global"), R.Tensor((1,), dtype="float32"), R.Tensor((1,), dtype="float32"))) = lv_1, lv_1
            lv12: R.Tuple(R.Tensor((1, 1, 1, 1), dtype="float32", vdevice="llvm:0:global"), R.Tensor((1,), dtype="float32"), R.Tensor((1,), dtype="float32")) = lv_2[1]
            R.output(lv12)
        return lv12
