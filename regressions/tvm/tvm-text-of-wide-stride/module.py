# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True)
    def kernel(x_handle: T.handle, y: T.Buffer((4,), "float32")):
        s = T.int64()
        x = T.match_buffer(x_handle, (4,), strides=(s,))
        for i in range(4):
            y[i] = x[i]

    @R.function
    def main(x: R.Tensor((1,), dtype="int32")) -> R.Tensor((1,), dtype="int32"):
        return x
