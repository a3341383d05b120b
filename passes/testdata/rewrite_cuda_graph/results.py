# RUN: RewriteCUDAGraph
# CONFIG: relax.backend.use_cuda_graph
# Storage of what a function gives back is no run's own: neither through another name nor within a tuple that has one.
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(private=True)
    def exp(x: T.Buffer((T.int64(2), T.int64(4)), "float32"), y: T.Buffer((T.int64(2), T.int64(4)), "float32")):
        for i, j in T.grid(2, 4):
            y[i, j] = T.exp(x[i, j])

    @R.function
    def main(x: R.Tensor((2, 4), dtype="float32")) -> R.Tuple(R.Tensor((2, 4), dtype="float32"), R.Tuple(R.Tensor((2, 4), dtype="float32"))):
        R.func_attr({"relax.force_pure": True})
        cls = Module
        s = R.memory.alloc_storage(R.shape([32]), 0, R.str("global"), R.dtype("float32"))
        a: R.Tensor((2, 4), dtype="float32") = R.memory.alloc_tensor(s, 0, R.shape([2, 4]), R.dtype("float32"), 0)
        cls.exp(x, a)
        t = R.memory.alloc_storage(R.shape([32]), 0, R.str("global"), R.dtype("float32"))
        b: R.Tensor((2, 4), dtype="float32") = R.memory.alloc_tensor(t, 0, R.shape([2, 4]), R.dtype("float32"), 0)
        cls.exp(a, b)
        u = R.memory.alloc_storage(R.shape([32]), 0, R.str("global"), R.dtype("float32"))
        d: R.Tensor((2, 4), dtype="float32") = R.memory.alloc_tensor(u, 0, R.shape([2, 4]), R.dtype("float32"), 0)
        cls.exp(b, d)
        other: R.Tensor((2, 4), dtype="float32") = a
        pair = (d,)
        r = (other, pair)
        return r
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
    def cuda_graph_alloc() -> R.Tuple(R.Any):
        R.func_attr({"relax.force_pure": True})
        t: R.Any = R.memory.alloc_storage(R.shape([32]), 0, R.str("global"), R.dtype("float32"))
        gv: R.Tuple(R.Any) = (t,)
        return gv

    @R.function
    def main(x: R.Tensor((2, 4), dtype="float32")) -> R.Tuple(R.Tensor((2, 4), dtype="float32"), R.Tuple(R.Tensor((2, 4), dtype="float32"))):
        R.func_attr({"relax.force_pure": True})
        cls = Module
        s: R.Any = R.memory.alloc_storage(R.shape([32]), 0, R.str("global"), R.dtype("float32"))
        a: R.Tensor((2, 4), dtype="float32") = R.memory.alloc_tensor(s, 0, R.shape([2, 4]), R.dtype("float32"), 0)
        cls.exp(x, a)
        gv: R.Tuple(R.Any) = R.call_builtin_with_ctx("vm.builtin.cuda_graph.get_cached_alloc", (cls.cuda_graph_alloc, 0), ty_args=(R.Tuple(R.Any),))
        t: R.Any = gv[0]
        b: R.Tensor((2, 4), dtype="float32") = R.memory.alloc_tensor(t, 0, R.shape([2, 4]), R.dtype("float32"), 0)
        cls.exp(a, b)
        u: R.Any = R.memory.alloc_storage(R.shape([32]), 0, R.str("global"), R.dtype("float32"))
        d: R.Tensor((2, 4), dtype="float32") = R.memory.alloc_tensor(u, 0, R.shape([2, 4]), R.dtype("float32"), 0)
        cls.exp(b, d)
        other: R.Tensor((2, 4), dtype="float32") = a
        pair: R.Tuple(R.Tensor((2, 4), dtype="float32")) = (d,)
        r: R.Tuple(R.Tensor((2, 4), dtype="float32"), R.Tuple(R.Tensor((2, 4), dtype="float32"))) = other, pair
        return r
