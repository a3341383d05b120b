# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def add1(A: T.Buffer((T.int64(4),), "float32"), B: T.Buffer((T.int64(4),), "float32")):
        T.func_attr({"op_pattern": 0})
        # with T.sblock("root"):
        for i in range(T.int64(4)):
            with T.sblock("add1"):
                vi = T.axis.spatial(T.int64(4), i)
                T.reads(A[vi])
                T.writes(B[vi])
                B[vi] = A[vi] + T.float32(1.0)

    @T.prim_func(private=True, s_tir=True)
    def add2(A: T.Buffer((T.int64(4),), "float32"), C: T.Buffer((T.int64(4),), "float32"), B: T.Buffer((T.int64(4),), "float32")):
        T.func_attr({"op_pattern": 8})
        # with T.sblock("root"):
        for i in range(T.int64(4)):
            with T.sblock("add2"):
                vi = T.axis.spatial(T.int64(4), i)
                T.reads(A[vi], C[vi])
                T.writes(B[vi])
                B[vi] = A[vi] + C[vi]

    @T.prim_func(private=True, s_tir=True)
    def neg(A: T.Buffer((T.int64(4),), "float32")):
        T.func_attr({"op_pattern": 0})
        # with T.sblock("root"):
        for i in range(T.int64(4)):
            with T.sblock("neg"):
                vi = T.axis.spatial(T.int64(4), i)
                T.reads(A[vi])
                T.writes(A[vi])
                A[vi] = A[vi] * T.float32(-3.0)

    @T.prim_func(private=True, s_tir=True)
    def opaque(A: T.Buffer((T.int64(4),), "float32"), B: T.Buffer((T.int64(4),), "float32")):
        T.func_attr({"op_pattern": 8})
        # with T.sblock("root"):
        for i in range(T.int64(4)):
            with T.sblock("opaque"):
                vi = T.axis.spatial(T.int64(4), i)
                T.reads(A[vi])
                T.writes(B[vi])
                B[vi] = A[vi] + T.float32(5.0)

    @R.function
    def main(w: R.Tensor((4,), dtype="float32")) -> R.Tensor((4,), dtype="float32"):
        cls = Module
        lv2: R.Tensor((4,), dtype="float32") = R.call_tir_inplace(cls.neg, (R.const([1.0, 2.0, 3.0, 4.0], "float32"),), out_ty=R.Tensor((4,), dtype="float32"), inplace_indices=[0])
        return lv2
