# RUN: CallTIRRewrite
# Memory is taken by a device's index in the module's list, in which this one is not.
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def k(A: T.Buffer((1,), "float32"), B: T.Buffer((1,), "float32")):
        B[0] = A[0]

    @R.function
    def main(x: R.Tensor((1,), "float32", "metal:-1")) -> R.Tensor((1,), "float32", "metal:-1"):
        R.func_attr({"relax.force_pure": True})
        y = R.call_tir(Module.k, (x,), out_ty=R.Tensor((1,), "float32", "metal:-1"))
        return y
# ---
# error: the output of a destination-passing call lies on a device that the module does not list: expected one of I.module_global_infos, got Tensor((1,), float32, vdevice="metal:0:global")
