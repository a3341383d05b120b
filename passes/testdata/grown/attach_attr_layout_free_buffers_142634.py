# RUN: AttachAttrLayoutFreeBuffers
# Shows a mutant of passes/relax/attach_attr_layout_free_buffers.cc (condition): !IsCallOf(call, "relax.call_tir")
# TVM gives the same.
from tvm.script import ir as I
from tvm.script import tirx as T
from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def kernel(a0: T.Buffer((), "uint64"), a1: T.Buffer((), "float32"), a2: T.Buffer((), "uint64"), out0: T.Buffer((), "float32")):
        # with T.sblock("root"):
        with T.sblock("out0"):
            v0 = T.axis.reduce(T.int64(2), T.int64(0))
            v1 = T.axis.reduce(T.int64(2), T.int64(0))
            T.reads(a0[()], a2[()])
            T.writes(out0[()])
            with T.init():
                out0[()] = T.float32(0.0)
            out0[()] = T.float32(0.0)

    @R.function
    def main(x0: R.Tensor((), dtype="uint64")) -> R.Tensor((), dtype="float32"):
        cls = Module
        gv0: R.Tensor((), dtype="float32") = R.call_tir_with_grad(cls.kernel, (x0, R.const(1.5, "float32"), x0), out_ty=R.Tensor((), dtype="float32"), te_grad_name="assay_grad")
        return gv0
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def kernel(a0: T.Buffer((), "uint64"), a1: T.Buffer((), "float32"), a2: T.Buffer((), "uint64"), out0: T.Buffer((), "float32")):
        # with T.sblock("root"):
        with T.sblock("out0"):
            v0 = T.axis.reduce(T.int64(2), T.int64(0))
            v1 = T.axis.reduce(T.int64(2), T.int64(0))
            T.reads(a0[()], a2[()])
            T.writes(out0[()])
            with T.init():
                out0[()] = T.float32(0.0)
            out0[()] = T.float32(0.0)

    @R.function
    def main(x0: R.Tensor((), dtype="uint64")) -> R.Tensor((), dtype="float32"):
        cls = Module
        gv0: R.Tensor((), dtype="float32") = R.call_tir_with_grad(cls.kernel, (x0, R.const(1.5, "float32"), x0), out_ty=R.Tensor((), dtype="float32"), te_grad_name="assay_grad")
        return gv0
