# RUN: AlterOpImpl{"op_impl_map":{"some.op":"first"},"op_buffer_transforms":3}
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def first(a: T.Buffer((2,), "float32"), b: T.Buffer((2,), "float32")):
        T.func_attr({"operator_name": "some.op"})
        for i in range(2):
            with T.sblock("b"):
                vi = T.axis.spatial(2, i)
                b[vi] = a[vi]

    @R.function
    def main(x: R.Tensor((2,), "float32")) -> R.Tensor((2,), "float32"):
        cls = Module
        with R.dataflow():
            a = R.call_tir(cls.first, (x,), out_ty=R.Tensor((2,), "float32"))
            R.output(a)
        return a
# ---
# error: invalid option 'op_buffer_transforms': expected an object, got 3
