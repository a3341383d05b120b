# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice({"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, 0, "global")]})
    @R.function
    def main(x0: R.Tensor((1, 1), dtype="float16", vdevice="llvm:0:global"), x1: R.Tensor((), dtype="bool", vdevice="llvm:0:global"), x2: R.Tensor((1, 1), dtype="int64", vdevice="llvm:0:global"), x3: R.Tensor((1, 1), dtype="float16", vdevice="llvm:0:global"), x4: R.Tensor((1,), dtype="float16", vdevice="llvm:0:global")) -> R.Tensor((1, 1), dtype="float16", vdevice="llvm:0:global"):
        R.func_attr({"num_input": 0})
        if x1:
            with R.dataflow():
                gv2: R.Tensor((1, 1), dtype="float16", vdevice="llvm:0:global") = R.cosh(x0)
                gv1: R.Tensor((1, 1), dtype="bool", vdevice="llvm:0:global") = R.isfinite(gv2)
                R.output(gv2)
            gv6: R.Tensor((1, 1), dtype="float16", vdevice="llvm:0:global") = gv2
        else:
            with R.dataflow():
                gv3: R.Tensor((3, 1, 1), dtype="float32", vdevice="llvm:0:global") = R.one_hot(x2, T.float32(-1.0), T.float32(0.5), depth=3, axis=0)
                gv4: R.Tuple(R.Tensor((1, 1), dtype="float16", vdevice="llvm:0:global"), R.Tensor((1,), dtype="float16", vdevice="llvm:0:global"), R.Tensor((1,), dtype="float16", vdevice="llvm:0:global")) = R.nn.batch_norm(x3, x4, x4, x4, x4, axis=0, epsilon=1.0000000000000001e-05, center=False, scale=True, momentum=0.10000000000000001, training=True)
                R.output()
            gv6: R.Tensor((1, 1), dtype="float16", vdevice="llvm:0:global") = x3
        return x0
