# RUN: CallTIRRewrite
# out_ty is taken, since the kernel's other extents are not known; the tensor that it asks for does not fit the kernel.
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def k(A: T.Buffer((1,), "float32"), b: T.handle):
        M = T.int64()
        B = T.match_buffer(b, (T.int64(2), M))
        for i, j in T.grid(2, M):
            with T.sblock("b"):
                vi, vj = T.axis.remap("SS", [i, j])
                B[vi, vj] = A[0]
    @R.function
    def main(x: R.Tensor((1,), "float32")) -> R.Tensor((1, 3), "float32"):
        R.func_attr({"relax.force_pure": True})
        y = R.call_tir(Module.k, (x,), out_ty=R.Tensor((1, 3), "float32"))
        return y
# ---
# error: argument 1 cannot have the type of the kernel's parameter
