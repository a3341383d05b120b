# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice({"arch": "sm_50", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32}, 0, "global")]})
    @R.function(pure=False)
    def main(x0: R.Tensor((1,), dtype="float32", vdevice="cuda:0:global")) -> R.Tuple:
        gv0: R.Tuple = R.call_packed("relax.run.print", R.str("{}"), x0, ty_args=(R.Tuple,))
        return gv0
