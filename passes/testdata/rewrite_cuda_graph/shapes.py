# RUN: RewriteCUDAGraph
# CONFIG: relax.backend.use_cuda_graph
# A shape that is written out between kernels is computed by nobody, and ends no region.
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
    def main(x: R.Tensor((2, 4), dtype="float32")) -> R.Tuple(R.Tensor((2, 4), dtype="float32"), R.Shape([2, 4])):
        R.func_attr({"relax.force_pure": True})
        cls = Module
        s = R.memory.alloc_storage(R.shape([32]), 0, R.str("global"), R.dtype("float32"))
        a: R.Tensor((2, 4), dtype="float32") = R.memory.alloc_tensor(s, 0, R.shape([2, 4]), R.dtype("float32"), 0)
        cls.exp(x, a)
        t = R.memory.alloc_storage(R.shape([32]), 0, R.str("global"), R.dtype("float32"))
        b: R.Tensor((2, 4), dtype="float32") = R.memory.alloc_tensor(t, 0, R.shape([2, 4]), R.dtype("float32"), 0)
        cls.exp(a, b)
        size: R.Shape([2, 4]) = R.shape([2, 4])
        u = R.memory.alloc_storage(R.shape([32]), 0, R.str("global"), R.dtype("float32"))
        d: R.Tensor((2, 4), dtype="float32") = R.memory.alloc_tensor(u, 0, R.shape([2, 4]), R.dtype("float32"), 0)
        cls.exp(b, d)
        o: R.Tensor((2, 4), dtype="float32") = R.builtin.alloc_tensor(R.shape([2, 4]), R.dtype("float32"), 0, R.str("global"))
        cls.exp(d, o)
        return (o, size)
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
    def main_cuda_graph_capture(a: R.Tensor((2, 4), dtype="float32"), b: R.Tensor((2, 4), dtype="float32"), u: R.Any) -> R.Tuple(R.Tensor((2, 4), dtype="float32")):
        R.func_attr({"relax.force_pure": True})
        cls = Module
        cls.exp(a, b)
        d: R.Tensor((2, 4), dtype="float32") = R.memory.alloc_tensor(u, 0, R.shape([2, 4]), R.dtype("float32"), 0)
        cls.exp(b, d)
        gv: R.Tuple(R.Tensor((2, 4), dtype="float32")) = (d,)
        return gv

    @R.function
    def main(x: R.Tensor((2, 4), dtype="float32")) -> R.Tuple(R.Tensor((2, 4), dtype="float32"), R.Shape([2, 4])):
        R.func_attr({"relax.force_pure": True})
        cls = Module
        gv: R.Tuple(R.Any, R.Any, R.Any) = R.call_builtin_with_ctx("vm.builtin.cuda_graph.get_cached_alloc", (cls.cuda_graph_alloc, 0), ty_args=(R.Tuple(R.Any, R.Any, R.Any),))
        s: R.Any = gv[0]
        a: R.Tensor((2, 4), dtype="float32") = R.memory.alloc_tensor(s, 0, R.shape([2, 4]), R.dtype("float32"), 0)
        cls.exp(x, a)
        t: R.Any = gv[1]
        b: R.Tensor((2, 4), dtype="float32") = R.memory.alloc_tensor(t, 0, R.shape([2, 4]), R.dtype("float32"), 0)
        u: R.Any = gv[2]
        gv_1: R.Tuple(R.Tensor((2, 4), dtype="float32")) = R.call_builtin_with_ctx("vm.builtin.cuda_graph.run_or_capture", (cls.main_cuda_graph_capture, (a, b, u), 0), ty_args=(R.Tuple(R.Tensor((2, 4), dtype="float32")),))
        size: R.Shape([2, 4]) = R.shape([2, 4])
        d: R.Tensor((2, 4), dtype="float32") = gv_1[0]
        o: R.Tensor((2, 4), dtype="float32") = R.builtin.alloc_tensor(R.shape([2, 4]), R.dtype("float32"), 0, R.str("global"))
        cls.exp(d, o)
        return (o, size)
