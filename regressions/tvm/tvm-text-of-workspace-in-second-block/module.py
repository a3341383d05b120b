# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice({"keys": ["metal", "gpu"], "kind": "metal", "max_function_args": 31, "max_num_threads": 256, "max_shared_memory_per_block": 32768, "max_threads_per_block": 256, "tag": "", "thread_warp_size": 16}, 0, "global")]})
    @R.function(private=True)
    def helper(sizes: R.Shape([1, 1])) -> R.Shape([1, 1]):
        return sizes

    @R.function(private=True)
    def helper_1(sizes: R.Shape([1, 1])) -> R.Shape([1, 1]):
        R.func_attr({"Codegen": "assay", "WorkspaceSize": 51})
        return sizes

    @R.function
    def main(gv17: R.Tensor((1,), dtype="int32", vdevice="metal:0:global")) -> R.Shape([1, 1]):
        cls = Module
        with R.dataflow():
            lv15: R.Shape([1, 1]) = cls.helper(R.shape([1, 1]))
            R.output(lv15)
        gv17_1: R.Tensor((1,), dtype="int32", vdevice="metal:0:global") = R.negative(gv17)
        with R.dataflow():
            lv18: R.Shape([1, 1]) = cls.helper_1(R.shape([1, 1]))
            R.output(lv18)
        return lv18
