# RUN: RemoveNoOp
# Shows a mutant of passes/tir/remove_no_op.cc (condition): binds.contains(own)
# TVM gives the same.
from tvm.script import ir as I
from tvm.script import tirx as T
from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def max_pool2d_backward(x4: T.Buffer((T.int64(1), T.int64(1), T.int64(1), T.int64(1)), "float32"), x5: T.Buffer((T.int64(1), T.int64(1), T.int64(1), T.int64(1)), "float32"), T_pool_grad: T.Buffer((T.int64(1), T.int64(1), T.int64(1), T.int64(1)), "float32")):
        maxpool_grad_argmax_v0 = T.alloc_buffer((T.int64(1), T.int64(1), T.int64(1), T.int64(1)), "int64")
        v_maxpool_grad_argmax_v0: T.let[T.int64] = maxpool_grad_argmax_v0[T.int64(0), T.int64(0), T.int64(0), T.int64(0)]

    @R.function
    def main(x0: R.Tensor((1,), dtype="float32")) -> R.Tensor((1,), dtype="float32"):
        return x0
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def max_pool2d_backward(x4: T.Buffer((T.int64(1), T.int64(1), T.int64(1), T.int64(1)), "float32"), x5: T.Buffer((T.int64(1), T.int64(1), T.int64(1), T.int64(1)), "float32"), T_pool_grad: T.Buffer((T.int64(1), T.int64(1), T.int64(1), T.int64(1)), "float32")):
        maxpool_grad_argmax_v0 = T.alloc_buffer((T.int64(1), T.int64(1), T.int64(1), T.int64(1)), "int64")
        v_maxpool_grad_argmax_v0: T.let[T.int64] = maxpool_grad_argmax_v0[T.int64(0), T.int64(0), T.int64(0), T.int64(0)]

    @R.function
    def main(x0: R.Tensor((1,), dtype="float32")) -> R.Tensor((1,), dtype="float32"):
        return x0
