# RUN: RewriteCUDAGraph
# CONFIG: relax.backend.use_cuda_graph
# Shows a mutant of passes/lower/cuda_graph_plan.cc (condition): Is<GlobalVar>(e)
from tvm.script import ir as I
from tvm.script import tirx as T
from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def kernel(a0: T.Buffer((1,), "float32"), a1: T.Buffer((1,), "float32"), a2: T.Buffer((1, 1), "float32"), out0: T.Buffer((1,), "float32")):
        # with T.sblock("root"):
        with T.sblock("out0"):
            v0 = T.axis.spatial(1, 0)
            v1 = T.axis.reduce(1, 0)
            v2 = T.axis.reduce(1, 0)
            T.where(T.bool(False))
            T.reads(a2[1, 0], a0[v2])
            T.writes(out0[v0])
            with T.init():
                out0[v0] = T.float32(0.0)
            out0[v0] = T.float32(0.0)

    @R.function
    def main(x0: R.Tensor((1, 1), dtype="float32"), x1: R.Tensor(dtype="float32", ndim=1), x2: R.Tensor((1, 1, 1, 1), dtype="float32"), x3: R.Tensor((1,), dtype="float32"), x4: R.Tensor((1, 1, 1, 1), dtype="float32"), gv0: R.Tensor((1,), dtype="float32"), gv1: R.Tensor((1, 1), dtype="float32")) -> R.Tensor((1,), dtype="float32"):
        R.func_attr({"num_input": 5, "relax.force_pure": True})
        cls = Module
        gv3 = R.call_tir(cls.kernel, (gv0, gv0, gv1), out_ty=R.Tensor((1,), dtype="float32"))
        return gv3
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def kernel(a0: T.Buffer((1,), "float32"), a1: T.Buffer((1,), "float32"), a2: T.Buffer((1, 1), "float32"), out0: T.Buffer((1,), "float32")):
        # with T.sblock("root"):
        with T.sblock("out0"):
            v0 = T.axis.spatial(1, 0)
            v1 = T.axis.reduce(1, 0)
            v2 = T.axis.reduce(1, 0)
            T.where(T.bool(False))
            T.reads(a2[1, 0], a0[v2])
            T.writes(out0[v0])
            with T.init():
                out0[v0] = T.float32(0.0)
            out0[v0] = T.float32(0.0)

    @R.function(private=True)
    def main_cuda_graph_capture(gv0: R.Tensor((1,), dtype="float32"), gv1: R.Tensor((1, 1), dtype="float32")) -> R.Tuple(R.Tensor((1,), dtype="float32")):
        R.func_attr({"relax.force_pure": True})
        cls = Module
        gv3 = R.call_tir(cls.kernel, (gv0, gv0, gv1), out_ty=R.Tensor((1,), dtype="float32"))
        gv: R.Tuple(R.Tensor((1,), dtype="float32")) = (gv3,)
        return gv

    @R.function
    def main(x0: R.Tensor((1, 1), dtype="float32"), x1: R.Tensor(dtype="float32", ndim=1), x2: R.Tensor((1, 1, 1, 1), dtype="float32"), x3: R.Tensor((1,), dtype="float32"), x4: R.Tensor((1, 1, 1, 1), dtype="float32"), gv0: R.Tensor((1,), dtype="float32"), gv1: R.Tensor((1, 1), dtype="float32")) -> R.Tensor((1,), dtype="float32"):
        R.func_attr({"num_input": 5, "relax.force_pure": True})
        cls = Module
        gv: R.Tuple(R.Tensor((1,), dtype="float32")) = R.call_builtin_with_ctx("vm.builtin.cuda_graph.run_or_capture", (cls.main_cuda_graph_capture, (gv0, gv1), 0), ty_args=(R.Tuple(R.Tensor((1,), dtype="float32")),))
        gv3: R.Tensor((1,), dtype="float32") = gv[0]
        return gv3
