# RUN: SpecializePrimFuncBasedOnCallSite
# Shows a mutant of passes/relax/specialize_prim_func.cc (comparison): own->value != extent->value
from tvm.script import ir as I
from tvm.script import tirx as T
from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def kernel(a0: T.Buffer((), "int32"), a1: T.Buffer((), "int32"), a2: T.Buffer((), "int32"), out0: T.Buffer((1,), "float32"), out1: T.Buffer((1,), "float32")):
        # with T.sblock("root"):
        t0 = T.sblock_alloc_buffer(())
        t1 = T.sblock_alloc_buffer((1,))
        with T.sblock("t0"):
            v0 = T.axis.reduce(2, 0)
            v1 = T.axis.reduce(2, 0)
            T.reads(a0[()])
            T.writes(t0[()])
            with T.init():
                t0[()] = T.float32(0.0)
            t0[()] = T.float32(0.0)

    @R.function
    def main(x0: R.Tensor((), dtype="int32")) -> R.Tuple(R.Tensor((1,), dtype="float32"), R.Tensor((1,), dtype="float32")):
        cls = Module
        gv0 = R.call_tir(cls.kernel, (x0, x0, x0), out_ty=[R.Tensor((1,), dtype="float32"), R.Tensor((1,), dtype="float32")])
        return gv0
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def kernel(a0: T.Buffer((), "int32"), a1: T.Buffer((), "int32"), a2: T.Buffer((), "int32"), out0: T.Buffer((1,), "float32"), out1: T.Buffer((1,), "float32")):
        T.func_attr({"scoped": 1})
        # with T.sblock("root"):
        t0 = T.sblock_alloc_buffer(())
        t1 = T.sblock_alloc_buffer((1,))
        with T.sblock("t0"):
            v0 = T.axis.reduce(2, 0)
            v1 = T.axis.reduce(2, 0)
            T.reads(a0[()])
            T.writes(t0[()])
            with T.init():
                t0[()] = T.float32(0.0)
            t0[()] = T.float32(0.0)

    @R.function
    def main(x0: R.Tensor((), dtype="int32")) -> R.Tuple(R.Tensor((1,), dtype="float32"), R.Tensor((1,), dtype="float32")):
        cls = Module
        gv0 = R.call_tir(cls.kernel, (x0, x0, x0), out_ty=[R.Tensor((1,), dtype="float32"), R.Tensor((1,), dtype="float32")])
        return gv0
