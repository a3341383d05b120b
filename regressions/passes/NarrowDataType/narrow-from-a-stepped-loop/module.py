# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True)
    def kernel_2(a0: T.Buffer((T.int64(2),), "int32"), a1: T.Buffer((T.int64(2),), "bool"), out0: T.Buffer((T.int64(2),), "float64"), out1: T.Buffer((T.int64(2),), "uint64")):
        for f53 in range(T.int64(2)):
            for f54 in range(f53, f53 + T.int64(1), T.int64(3)):
                view52 = T.Buffer((T.int64(2),), "float64", data=out0.data, elem_offset=T.int64(5))
                view52[T.Cast("int64", T.Cast("int32", f54 + f53))] = T.float64(0.0)

    @R.function
    def main(x0: R.Tensor((), dtype="uint64")) -> R.Tensor((), dtype="uint64"):
        return x0
