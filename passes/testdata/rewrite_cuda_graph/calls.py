# RUN: RewriteCUDAGraph
# CONFIG: relax.backend.use_cuda_graph
# Calls of functions of the graph, of packed functions, and casts among kernels.
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(private=True)
    def exp(x: T.Buffer((T.int64(2), T.int64(4)), "float32"), y: T.Buffer((T.int64(2), T.int64(4)), "float32")):
        for i, j in T.grid(2, 4):
            y[i, j] = T.exp(x[i, j])

    @R.function(private=True)
    def helper(a: R.Tensor((2, 4), dtype="float32"), o: R.Tensor((2, 4), dtype="float32")) -> R.Tensor((2, 4), dtype="float32"):
        R.func_attr({"relax.force_pure": True})
        cls = Module
        cls.exp(a, o)
        return o

    @R.function
    def main(x: R.Tensor((2, 4), dtype="float32")) -> R.Tensor((2, 4), dtype="float32"):
        R.func_attr({"num_input": 0, "relax.force_pure": True})
        cls = Module
        s = R.memory.alloc_storage(R.shape([32]), 0, R.str("global"), R.dtype("float32"))
        a: R.Tensor((2, 4), dtype="float32") = R.memory.alloc_tensor(s, 0, R.shape([2, 4]), R.dtype("float32"), 0)
        cls.exp(x, a)
        t = R.memory.alloc_storage(R.shape([32]), 0, R.str("global"), R.dtype("float32"))
        b: R.Tensor((2, 4), dtype="float32") = R.memory.alloc_tensor(t, 0, R.shape([2, 4]), R.dtype("float32"), 0)
        R.call_packed("dump", a, b, ty_args=(R.Tuple,))
        u = R.memory.alloc_storage(R.shape([32]), 0, R.str("global"), R.dtype("float32"))
        d: R.Tensor((2, 4), dtype="float32") = R.memory.alloc_tensor(u, 0, R.shape([2, 4]), R.dtype("float32"), 0)
        e = cls.helper(b, d)
        f = R.match_cast(e, R.Tensor((2, 4), dtype="float32"))
        o: R.Tensor((2, 4), dtype="float32") = R.builtin.alloc_tensor(R.shape([2, 4]), R.dtype("float32"), 0, R.str("global"))
        cls.exp(f, o)
        return o
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True)
    def exp(x: T.Buffer((T.int64(2), T.int64(4)), "float32"), y: T.Buffer((T.int64(2), T.int64(4)), "float32")):
        for i, j in T.grid(2, 4):
            y[i, j] = T.exp(x[i, j])

    @R.function(private=True)
    def cuda_graph_alloc() -> R.Tuple(R.Any, R.Any, R.Any):
        R.func_attr({"relax.force_pure": True})
        s: R.Any = R.memory.alloc_storage(R.shape([32]), 0, R.str("global"), R.dtype("float32"))
        t: R.Any = R.memory.alloc_storage(R.shape([32]), 0, R.str("global"), R.dtype("float32"))
        u: R.Any = R.memory.alloc_storage(R.shape([32]), 0, R.str("global"), R.dtype("float32"))
        gv: R.Tuple(R.Any, R.Any, R.Any) = s, t, u
        return gv

    @R.function(private=True)
    def helper(a: R.Tensor((2, 4), dtype="float32"), o: R.Tensor((2, 4), dtype="float32")) -> R.Tensor((2, 4), dtype="float32"):
        R.func_attr({"relax.force_pure": True})
        cls = Module
        cls.exp(a, o)
        return o

    @R.function(private=True)
    def main_cuda_graph_capture(x: R.Tensor((2, 4), dtype="float32"), a: R.Tensor((2, 4), dtype="float32"), t: R.Any, u: R.Any) -> R.Tuple(R.Tensor((2, 4), dtype="float32"), R.Tensor((2, 4), dtype="float32")):
        R.func_attr({"relax.force_pure": True})
        cls = Module
        cls.exp(x, a)
        b: R.Tensor((2, 4), dtype="float32") = R.memory.alloc_tensor(t, 0, R.shape([2, 4]), R.dtype("float32"), 0)
        R.call_packed("dump", a, b, ty_args=(R.Tuple,))
        d: R.Tensor((2, 4), dtype="float32") = R.memory.alloc_tensor(u, 0, R.shape([2, 4]), R.dtype("float32"), 0)
        gv: R.Tuple(R.Tensor((2, 4), dtype="float32"), R.Tensor((2, 4), dtype="float32")) = b, d
        return gv

    @R.function
    def main(x: R.Tensor((2, 4), dtype="float32")) -> R.Tensor((2, 4), dtype="float32"):
        R.func_attr({"num_input": 0, "relax.force_pure": True})
        cls = Module
        gv: R.Tuple(R.Any, R.Any, R.Any) = R.call_builtin_with_ctx("vm.builtin.cuda_graph.get_cached_alloc", (cls.cuda_graph_alloc, 0), ty_args=(R.Tuple(R.Any, R.Any, R.Any),))
        s: R.Any = gv[0]
        a: R.Tensor((2, 4), dtype="float32") = R.memory.alloc_tensor(s, 0, R.shape([2, 4]), R.dtype("float32"), 0)
        t: R.Any = gv[1]
        u: R.Any = gv[2]
        gv_1: R.Tuple(R.Tensor((2, 4), dtype="float32"), R.Tensor((2, 4), dtype="float32")) = R.call_builtin_with_ctx("vm.builtin.cuda_graph.run_or_capture", (cls.main_cuda_graph_capture, (x, a, t, u), 0), ty_args=(R.Tuple(R.Tensor((2, 4), dtype="float32"), R.Tensor((2, 4), dtype="float32")),))
        b: R.Tensor((2, 4), dtype="float32") = gv_1[0]
        d: R.Tensor((2, 4), dtype="float32") = gv_1[1]
        e: R.Tensor((2, 4), dtype="float32") = cls.helper(b, d)
        f: R.Tensor((2, 4), dtype="float32") = R.match_cast(e, R.Tensor((2, 4), dtype="float32"))
        o: R.Tensor((2, 4), dtype="float32") = R.builtin.alloc_tensor(R.shape([2, 4]), R.dtype("float32"), 0, R.str("global"))
        cls.exp(f, o)
        return o
