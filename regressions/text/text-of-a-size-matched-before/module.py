# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func
    def main(x: T.handle, y: T.handle, z: T.handle):
        n = T.int64()
        s = T.int64()
        X = T.match_buffer(x, (n, T.int64(4)), "float32", strides=(s, T.int64(1)))
        Y = T.match_buffer(y, (T.Cast("int32", n), 4), "float32")
        Z = T.match_buffer(z, (n,), "float32", strides=(s,))
        Y[0, 0] = X[T.int64(0), T.int64(0)] + Z[T.int64(0)]
