# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice({"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, 0, "global")]})
    @R.function
    def main(x1: R.Tensor((1, 1, 4, 4), dtype="float32", vdevice="llvm:0:global")) -> R.Tensor((1, 1, 4, 3), dtype="float32", vdevice="llvm:0:global"):
        gv0: R.Tensor((1, 1, 4, 3), dtype="float32", vdevice="llvm:0:global") = R.nn.avg_pool2d(x1, pool_size=[2, 3], strides=[1, 2], dilation=[2, 1], padding=[0, 2, 2, 0], ceil_mode=True, count_include_pad=True, layout="NCHW", out_layout="NCHW")
        return gv0
