# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True)
    def kernel(x: T.Buffer((2,), "float32"), y: T.Buffer((2,), "float32")):
        a = T.alloc_buffer((2,))
        b = T.alloc_buffer((2,))
        c = T.alloc_buffer((2,))
        for i in range(2):
            a[i] = T.float32(1.0)
        for i in range(2):
            b[i] = T.float32(1.0)
        for i in range(2):
            c[i] = b[0] + T.float32(1.0)
        for i in range(2):
            y[i] = c[i]

    @R.function
    def main(x: R.Tensor((2,), dtype="float32")) -> R.Tensor((2,), dtype="float32"):
        cls = Module
        y = R.call_tir(cls.kernel, (x,), out_ty=R.Tensor((2,), dtype="float32"))
        return y
