# RUN: RewriteCUDAGraph
# CONFIG: relax.backend.use_cuda_graph
# A size is the same in each run where the function says so, or where a weight brings it along; captured code gets it as a parameter.
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(private=True)
    def exp(x: T.handle, y: T.handle):
        n = T.int64()
        X = T.match_buffer(x, (n, T.int64(4)), "float32")
        Y = T.match_buffer(y, (n, T.int64(4)), "float32")
        for i, j in T.grid(n, T.int64(4)):
            Y[i, j] = T.exp(X[i, j])

    @R.function
    def main(x: R.Tensor(("n", 4), dtype="float32"), w: R.Tensor(("m", 4), dtype="float32")) -> R.Tensor(("n", 4), dtype="float32"):
        n = T.int64()
        m = T.int64()
        R.func_attr({"num_input": 1, "relax.force_pure": True, "relax.rewrite_cuda_graph.capture_symbolic_vars": ["n"]})
        cls = Module
        s = R.memory.alloc_storage(R.shape([1024]), 0, R.str("global"), R.dtype("float32"))
        a: R.Tensor((m, 4), dtype="float32") = R.memory.alloc_tensor(s, 0, R.shape([m, 4]), R.dtype("float32"), 0)
        cls.exp(w, a)
        t = R.memory.alloc_storage(R.shape([1024]), 0, R.str("global"), R.dtype("float32"))
        b: R.Tensor((m, 4), dtype="float32") = R.memory.alloc_tensor(t, 0, R.shape([m, 4]), R.dtype("float32"), 0)
        cls.exp(a, b)
        u = R.memory.alloc_storage(R.shape([1024]), 0, R.str("global"), R.dtype("float32"))
        d: R.Tensor((n, 4), dtype="float32") = R.memory.alloc_tensor(u, 0, R.shape([n, 4]), R.dtype("float32"), 0)
        cls.exp(x, d)
        v = R.memory.alloc_storage(R.shape([1024]), 0, R.str("global"), R.dtype("float32"))
        e: R.Tensor((n, 4), dtype="float32") = R.memory.alloc_tensor(v, 0, R.shape([n, 4]), R.dtype("float32"), 0)
        cls.exp(d, e)
        o: R.Tensor((n, 4), dtype="float32") = R.builtin.alloc_tensor(R.shape([n, 4]), R.dtype("float32"), 0, R.str("global"))
        cls.exp(e, o)
        return o

    @R.function
    def unsaid(x: R.Tensor(("n", 4), dtype="float32")) -> R.Tensor(("n", 4), dtype="float32"):
        n = T.int64()
        R.func_attr({"relax.force_pure": True})
        cls = Module
        u = R.memory.alloc_storage(R.shape([1024]), 0, R.str("global"), R.dtype("float32"))
        d: R.Tensor((n, 4), dtype="float32") = R.memory.alloc_tensor(u, 0, R.shape([n, 4]), R.dtype("float32"), 0)
        cls.exp(x, d)
        v = R.memory.alloc_storage(R.shape([1024]), 0, R.str("global"), R.dtype("float32"))
        e: R.Tensor((n, 4), dtype="float32") = R.memory.alloc_tensor(v, 0, R.shape([n, 4]), R.dtype("float32"), 0)
        cls.exp(d, e)
        o: R.Tensor((n, 4), dtype="float32") = R.builtin.alloc_tensor(R.shape([n, 4]), R.dtype("float32"), 0, R.str("global"))
        cls.exp(e, o)
        return o
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True)
    def exp(X: T.Buffer(("n", T.int64(4)), "float32"), Y: T.Buffer((n, T.int64(4)), "float32")):
        n = T.int64()
        for i, j in T.grid(n, T.int64(4)):
            Y[i, j] = T.exp(X[i, j])

    @R.function(private=True)
    def cuda_graph_alloc() -> R.Tuple(R.Any, R.Any, R.Any, R.Any):
        R.func_attr({"relax.force_pure": True})
        s: R.Any = R.memory.alloc_storage(R.shape([1024]), 0, R.str("global"), R.dtype("float32"))
        t: R.Any = R.memory.alloc_storage(R.shape([1024]), 0, R.str("global"), R.dtype("float32"))
        u: R.Any = R.memory.alloc_storage(R.shape([1024]), 0, R.str("global"), R.dtype("float32"))
        v: R.Any = R.memory.alloc_storage(R.shape([1024]), 0, R.str("global"), R.dtype("float32"))
        gv: R.Tuple(R.Any, R.Any, R.Any, R.Any) = s, t, u, v
        return gv

    @R.function(private=True)
    def main_cuda_graph_capture(w: R.Tensor(("m", 4), dtype="float32"), a: R.Tensor(("m", 4), dtype="float32"), t: R.Any, u: R.Any, shape_expr: R.Shape(["m", "n"])) -> R.Tuple(R.Tensor(("n", 4), dtype="float32")):
        m = T.int64()
        n = T.int64()
        R.func_attr({"relax.force_pure": True})
        cls = Module
        cls.exp(w, a)
        b: R.Tensor((m, 4), dtype="float32") = R.memory.alloc_tensor(t, 0, R.shape([m, 4]), R.dtype("float32"), 0)
        cls.exp(a, b)
        d: R.Tensor((n, 4), dtype="float32") = R.memory.alloc_tensor(u, 0, R.shape([n, 4]), R.dtype("float32"), 0)
        gv: R.Tuple(R.Tensor((n, 4), dtype="float32")) = (d,)
        return gv

    @R.function(private=True)
    def main_cuda_graph_capture1(d: R.Tensor(("n", 4), dtype="float32"), e: R.Tensor(("n", 4), dtype="float32"), shape_expr: R.Shape(["n"])) -> R.Tuple:
        n = T.int64()
        R.func_attr({"relax.force_pure": True})
        cls = Module
        cls.exp(d, e)
        R.tuple()
        return R.tuple()

    @R.function
    def unsaid(x: R.Tensor(("n", 4), dtype="float32")) -> R.Tensor(("n", 4), dtype="float32"):
        n = T.int64()
        R.func_attr({"relax.force_pure": True})
        cls = Module
        gv: R.Tuple(R.Any, R.Any, R.Any, R.Any) = R.call_builtin_with_ctx("vm.builtin.cuda_graph.get_cached_alloc", (cls.cuda_graph_alloc, 0), ty_args=(R.Tuple(R.Any, R.Any, R.Any, R.Any),))
        u: R.Any = gv[0]
        d: R.Tensor((n, 4), dtype="float32") = R.memory.alloc_tensor(u, 0, R.shape([n, 4]), R.dtype("float32"), 0)
        cls.exp(x, d)
        v: R.Any = gv[1]
        e: R.Tensor((n, 4), dtype="float32") = R.memory.alloc_tensor(v, 0, R.shape([n, 4]), R.dtype("float32"), 0)
        cls.exp(d, e)
        o: R.Tensor((n, 4), dtype="float32") = R.builtin.alloc_tensor(R.shape([n, 4]), R.dtype("float32"), 0, R.str("global"))
        cls.exp(e, o)
        return o

    @R.function
    def main(x: R.Tensor(("n", 4), dtype="float32"), w: R.Tensor(("m", 4), dtype="float32")) -> R.Tensor(("n", 4), dtype="float32"):
        n = T.int64()
        m = T.int64()
        R.func_attr({"num_input": 1, "relax.force_pure": True, "relax.rewrite_cuda_graph.capture_symbolic_vars": ["n"]})
        cls = Module
        gv: R.Tuple(R.Any, R.Any, R.Any, R.Any) = R.call_builtin_with_ctx("vm.builtin.cuda_graph.get_cached_alloc", (cls.cuda_graph_alloc, 0), ty_args=(R.Tuple(R.Any, R.Any, R.Any, R.Any),))
        s: R.Any = gv[0]
        a: R.Tensor((m, 4), dtype="float32") = R.memory.alloc_tensor(s, 0, R.shape([m, 4]), R.dtype("float32"), 0)
        t: R.Any = gv[1]
        u: R.Any = gv[2]
        gv_1: R.Tuple(R.Tensor((n, 4), dtype="float32")) = R.call_builtin_with_ctx("vm.builtin.cuda_graph.run_or_capture", (cls.main_cuda_graph_capture, (w, a, t, u, R.shape([m, n])), 0, R.shape([m, n])), ty_args=(R.Tuple(R.Tensor((n, 4), dtype="float32")),))
        d: R.Tensor((n, 4), dtype="float32") = gv_1[0]
        cls.exp(x, d)
        v: R.Any = gv[3]
        e: R.Tensor((n, 4), dtype="float32") = R.memory.alloc_tensor(v, 0, R.shape([n, 4]), R.dtype("float32"), 0)
        R.call_builtin_with_ctx("vm.builtin.cuda_graph.run_or_capture", (cls.main_cuda_graph_capture1, (d, e, R.shape([n])), 1, R.shape([n])), ty_args=(R.Tuple,))
        o: R.Tensor((n, 4), dtype="float32") = R.builtin.alloc_tensor(R.shape([n, 4]), R.dtype("float32"), 0, R.str("global"))
        cls.exp(e, o)
        return o
