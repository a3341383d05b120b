from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(private=True)
    def scaled(a: T.Buffer((8,), "int64"), b: T.Buffer((8,), "int64"), y: T.Buffer((8,), "int64")):
        for i in range(8):
            y[i] = T.shift_left(a[i], T.int64(61)) * b[i] * T.int64(4) // T.int64(4)

    @R.function
    def main(a: R.Tensor((8,), "int64"), b: R.Tensor((8,), "int64")):
        cls = Module
        return R.call_tir(cls.scaled, (a, b), out_ty=R.Tensor((8,), "int64"))
