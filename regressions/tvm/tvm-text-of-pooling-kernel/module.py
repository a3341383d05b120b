# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice({"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, 0, "global")]})
    @R.function
    def main(x0: R.Tensor((5,), dtype="uint8", vdevice="llvm:0:global"), x4: R.Tensor((5, 6, 3, 3, 2), dtype="uint8", vdevice="llvm:0:global")) -> R.Tensor((5, 6, 2, 1, 2), dtype="uint8", vdevice="llvm:0:global"):
        with R.dataflow():
            lv3: R.Tensor((5, 6, 2, 1, 2), dtype="uint8", vdevice="llvm:0:global") = R.nn.adaptive_avg_pool3d(x4, output_size=[2, 1, 2], layout="NCDHW", out_layout="NCDHW")
            R.output(lv3)
        return lv3
