# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def k1(A: T.Buffer((T.int64(4),), "float32"), B_handle: T.handle):
        s = T.int64()
        B = T.match_buffer(B_handle, (T.int64(4),), strides=(s,))
        T.func_attr({"op_pattern": 0})
        # with T.sblock("root"):
        for i in range(T.int64(4)):
            with T.sblock("k1"):
                vi = T.axis.spatial(T.int64(4), i)
                T.reads(A[vi])
                T.writes(B[vi])
                B[vi] = A[vi] + T.float32(1.0)

    @T.prim_func(private=True, s_tir=True)
    def k2(A_handle: T.handle, B: T.Buffer((T.int64(4),), "float32")):
        s = T.int64()
        A = T.match_buffer(A_handle, (T.int64(4),), strides=(s,))
        T.func_attr({"op_pattern": 0})
        # with T.sblock("root"):
        for i in range(T.int64(4)):
            with T.sblock("k2"):
                vi = T.axis.spatial(T.int64(4), i)
                T.reads(A[vi])
                T.writes(B[vi])
                B[vi] = A[vi] * T.Cast("float32", s)

    @R.function
    def main(x: R.Tensor((4,), dtype="float32")) -> R.Tensor((4,), dtype="float32"):
        cls = Module
        with R.dataflow():
            a = R.call_tir(cls.k2, (x,), out_ty=R.Tensor((4,), dtype="float32"))
            b = R.call_tir(cls.k2, (a,), out_ty=R.Tensor((4,), dtype="float32"))
            R.output(b)
        return b
