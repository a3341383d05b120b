# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice({"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, 0, "global"), I.vdevice({"arch": "sm_50", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32}, 0, "global")]})
    @T.prim_func(private=True)
    def kernel(x: T.Buffer((1,), "float32"), y: T.Buffer((1,), "float32")):
        y[0] = T.float32(0.0)

    @R.function
    def main(x: R.Tensor((1,), dtype="float32", vdevice="cuda:0:global")) -> R.Tensor((1,), dtype="float32", vdevice="cuda:0:global"):
        cls = Module
        y = R.call_tir(cls.kernel, (x,), out_ty=R.Tensor((1,), dtype="float32"))
        return x
