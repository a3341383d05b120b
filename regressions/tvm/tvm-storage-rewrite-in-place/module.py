# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True)
    def kernel(A: T.Buffer((1,), "float32"), B: T.Buffer((2,), "float32"), O: T.Buffer((1,), "float32")):
        t = T.alloc_buffer((1,))
        u = T.alloc_buffer((1,))
        t[0] = T.float32(0.0)
        for k in range(2):
            u[0] = t[0] + T.float32(1.0)
        O[0] = u[0]

    @R.function
    def main(a: R.Tensor((1,), dtype="float32"), b: R.Tensor((2,), dtype="float32")) -> R.Tensor((1,), dtype="float32"):
        cls = Module
        o = R.call_tir(cls.kernel, (a, b), out_ty=R.Tensor((1,), dtype="float32"))
        return o
