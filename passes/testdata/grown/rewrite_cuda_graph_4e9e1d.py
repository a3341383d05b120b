# RUN: RewriteCUDAGraph
# CONFIG: relax.backend.use_cuda_graph
# Shows a mutant of passes/lower/cuda_graph_plan.cc (condition): Is<Constant>(e)
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x0: R.Tensor((1, 1), dtype="float32"), x2: R.Tensor((1,), dtype="int64")) -> R.Tensor((1,), dtype="int64"):
        R.func_attr({"num_input": 1, "relax.force_pure": True})
        gv6: R.Tensor((1,), dtype="int64") = R.add(x2, R.const(-2, "int64"))
        return gv6
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function(private=True)
    def main_cuda_graph_capture(x2: R.Tensor((1,), dtype="int64")) -> R.Tuple(R.Tensor((1,), dtype="int64")):
        R.func_attr({"relax.force_pure": True})
        gv6: R.Tensor((1,), dtype="int64") = R.add(x2, R.const(-2, "int64"))
        gv: R.Tuple(R.Tensor((1,), dtype="int64")) = (gv6,)
        return gv

    @R.function
    def main(x0: R.Tensor((1, 1), dtype="float32"), x2: R.Tensor((1,), dtype="int64")) -> R.Tensor((1,), dtype="int64"):
        R.func_attr({"num_input": 1, "relax.force_pure": True})
        cls = Module
        gv: R.Tuple(R.Tensor((1,), dtype="int64")) = R.call_builtin_with_ctx("vm.builtin.cuda_graph.run_or_capture", (cls.main_cuda_graph_capture, (x2,), 0), ty_args=(R.Tuple(R.Tensor((1,), dtype="int64")),))
        gv6: R.Tensor((1,), dtype="int64") = gv[0]
        return gv6
