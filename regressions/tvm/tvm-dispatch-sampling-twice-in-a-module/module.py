# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice({"arch": "sm_50", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32}, 0, "global")]})
    @R.function
    def main(p: R.Tensor((1, 1), dtype="float32", vdevice="cuda:0:global"), u: R.Tensor((1, 1), dtype="float32", vdevice="cuda:0:global"), i: R.Tensor((1, 1), dtype="int64", vdevice="cuda:0:global")) -> R.Tuple(R.Tensor((1, 1), dtype="int32", vdevice="cuda:0:global"), R.Tensor((1, 1), dtype="int64", vdevice="cuda:0:global")):
        a: R.Tensor((1, 1), dtype="int32", vdevice="cuda:0:global") = R.multinomial_from_uniform(p, u, i, dtype="int32")
        b: R.Tensor((1, 1), dtype="int64", vdevice="cuda:0:global") = R.multinomial_from_uniform(p, u, i, dtype="int64")
        return (a, b)
