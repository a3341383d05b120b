# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True)
    def kernel2(a0: T.Buffer((2,), "int64"), a1: T.Buffer((2,), "int64"), out2: T.Buffer((2,), "int64")):
        memory = T.alloc_buffer((2,), "int64")
        view = T.Buffer((2,), "int64", data=memory.data, elem_offset=2)
        view[0:2] = a0[0:2] + a1[0:2]

    @R.function
    def main(x0: R.Tensor((0,), dtype="float32")) -> R.Tensor((0,), dtype="float32"):
        return x0
