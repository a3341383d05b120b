# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function(private=True)
    def cuda_graph_alloc(storage: R.Any) -> R.Any:
        return storage

    @R.function
    def main() -> R.Tuple(R.Any, R.Any):
        R.func_attr({"relax.force_pure": True})
        cls = Module
        gv: R.Tuple(R.Any, R.Any) = R.call_builtin_with_ctx("vm.builtin.cuda_graph.get_cached_alloc", (cls.cuda_graph_alloc, 0), ty_args=(R.Tuple(R.Any, R.Any),))
        return gv
