# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function(private=True)
    def main_cuda_graph_capture(x2: R.Tensor((1,), dtype="int64")) -> R.Tensor((1,), dtype="int64"):
        return x2

    @R.function
    def main(x2: R.Tensor((1,), dtype="int64")) -> R.Tuple(R.Tensor((1,), dtype="int64")):
        R.func_attr({"relax.force_pure": True})
        cls = Module
        gv: R.Tuple(R.Tensor((1,), dtype="int64")) = R.call_builtin_with_ctx("vm.builtin.cuda_graph.run_or_capture", (cls.main_cuda_graph_capture, (x2,), 0), ty_args=(R.Tuple(R.Tensor((1,), dtype="int64")),))
        return gv
