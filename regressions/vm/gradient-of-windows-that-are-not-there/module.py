# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice({"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, 0, "global")]})
    @R.function
    def main(x1: R.Tensor((1, 1, 1, 1), dtype="float32", vdevice="llvm:0:global"), x2: R.Tensor((1, 1, 1, 1), dtype="float32", vdevice="llvm:0:global")) -> R.Tensor((1, 1, 1, 1), dtype="float32", vdevice="llvm:0:global"):
        with R.dataflow():
            lv0: R.Tensor((1, 1, 1, 1), dtype="float32", vdevice="llvm:0:global") = R.grad.avg_pool2d_backward(x1, x2, pool_size=[3, 1], strides=[1, 2], dilation=[1, 1], padding=[0, 0, 1, 1], ceil_mode=False, count_include_pad=True, layout="NCHW", out_layout="NCHW")
            R.output(lv0)
        return lv0
