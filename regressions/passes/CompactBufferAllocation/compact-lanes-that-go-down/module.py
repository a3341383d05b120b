# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func
    def kernel(a0: T.Buffer((T.int64(3),), "float32"), out0: T.Buffer((), "bfloat16")):
        part0 = T.alloc_buffer((T.int64(3), T.int64(3)), "uint32")
        part0[T.int64(0), T.Ramp(T.int64(2), T.int64(-1), 2)] = T.Broadcast(T.uint32(0), 2)
        out0[()] = T.Cast("bfloat16", part0[T.int64(0), T.int64(2)])

    @R.function
    def main(x0: R.Tensor((3,), dtype="float32")) -> R.Tensor((), dtype="bfloat16"):
        cls = Module
        gv0 = R.call_tir(cls.kernel, (x0,), out_ty=R.Tensor((), dtype="bfloat16"))
        return gv0
