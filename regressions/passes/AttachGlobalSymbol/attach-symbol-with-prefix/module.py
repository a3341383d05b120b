from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

@I.ir_module
class Module:
    I.module_attrs({"system_lib_prefix": "hello_"})
    @T.prim_func(private=True, s_tir=True)
    def tir_zeros(x: T.Buffer((2,), "float32")):
        x[0] = T.float32(0.0)
        x[1] = T.float32(0.0)

    @R.function
    def main() -> R.Tensor((2,), dtype="float32"):
        cls = Module
        y = R.call_tir(cls.tir_zeros, R.tuple(), out_ty=R.Tensor((2,), dtype="float32"))
        return y
