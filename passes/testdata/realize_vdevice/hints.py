# RUN: RealizeVDevice
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice({"keys": ["cpu"], "kind": "llvm", "tag": ""}, 0, "global"), I.vdevice({"keys": ["cuda", "gpu"], "kind": "cuda", "tag": ""}, 0, "global")]})
    @R.function
    def main(x: R.Tensor((2,), dtype="float32"), y: R.Tensor((2,), dtype="float32")) -> R.Tensor((2,), dtype="float32"):
        with R.dataflow():
            a = R.hint_on_device(x, R.device(1, 0), "global")
            b = R.add(a, y)
            c = R.hint_on_device(b, R.device(2, 0), "global")
            d = R.exp(c)
            R.output(d)
        return d

    @R.function
    def other(x: R.Tensor((2,), dtype="float32")) -> R.Tensor((2,), dtype="float32"):
        y = R.exp(x)
        return y
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice({"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-conda-linux-gnu", "tag": ""}, 0, "global"), I.vdevice({"arch": "sm_50", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32}, 0, "global")]})
    @R.function
    def other(x: R.Tensor((2,), dtype="float32")) -> R.Tensor((2,), dtype="float32"):
        y: R.Tensor((2,), dtype="float32") = R.exp(x)
        return y

    @R.function
    def main(x: R.Tensor((2,), dtype="float32", vdevice="llvm:0:global"), y: R.Tensor((2,), dtype="float32", vdevice="llvm:0:global")) -> R.Tensor((2,), dtype="float32", vdevice="cuda:0:global"):
        with R.dataflow():
            a: R.Tensor((2,), dtype="float32", vdevice="llvm:0:global") = x
            b: R.Tensor((2,), dtype="float32", vdevice="llvm:0:global") = R.add(a, y)
            c: R.Tensor((2,), dtype="float32", vdevice="cuda:0:global") = R.to_vdevice(b, dst_vdevice="cuda:0:global")
            d: R.Tensor((2,), dtype="float32", vdevice="cuda:0:global") = R.exp(c)
            R.output(d)
        return d
