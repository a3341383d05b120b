# RUN: RewriteCUDAGraph
# CONFIG: relax.backend.use_cuda_graph
# Shows a mutant of passes/lower/cuda_graph_plan.cc (negation): IsStatic(item == nullptr ? binding->value : item->tuple, needs)
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function(pure=False)
    def main() -> R.Tensor((), dtype="float32"):
        gv4: R.Tensor((6,), dtype="float32") = R.stack((R.const(2.3896875381469727, "float32"), R.const(-0.875, "float32"), R.const(3.5, "float32"), R.const(-0.5136408805847168, "float32"), R.const(1.8125, "float32"), R.const(0.875, "float32")), axis=0)
        gv7: R.Tensor((), dtype="float32") = R.const(-3.8125, "float32")
        return gv7
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function(private=True)
    def main_cuda_graph_capture() -> R.Tuple(R.Tensor((), dtype="float32")):
        R.func_attr({"relax.force_pure": True})
        gv4: R.Tensor((6,), dtype="float32") = R.stack((R.const(2.3896875381469727, "float32"), R.const(-0.875, "float32"), R.const(3.5, "float32"), R.const(-0.5136408805847168, "float32"), R.const(1.8125, "float32"), R.const(0.875, "float32")), axis=0)
        gv7: R.Tensor((), dtype="float32") = R.const(-3.8125, "float32")
        gv: R.Tuple(R.Tensor((), dtype="float32")) = (gv7,)
        return gv

    @R.function(pure=False)
    def main() -> R.Tensor((), dtype="float32"):
        cls = Module
        gv: R.Tuple(R.Tensor((), dtype="float32")) = R.call_builtin_with_ctx("vm.builtin.cuda_graph.run_or_capture", (cls.main_cuda_graph_capture, R.tuple(), 0), ty_args=(R.Tuple(R.Tensor((), dtype="float32")),))
        gv7: R.Tensor((), dtype="float32") = gv[0]
        return gv7
