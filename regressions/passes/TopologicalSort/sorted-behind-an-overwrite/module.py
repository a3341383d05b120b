# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def add1(A: T.Buffer((T.int64(8),), "float32"), B: T.Buffer((T.int64(8),), "float32")):
        T.func_attr({"op_pattern": 0})
        # with T.sblock("root"):
        for i in range(T.int64(8)):
            with T.sblock("add1"):
                vi = T.axis.spatial(T.int64(8), i)
                T.reads(A[vi])
                T.writes(B[vi])
                B[vi] = A[vi] + T.float32(1.0)

    @T.prim_func(private=True, s_tir=True)
    def mul2(A: T.Buffer((T.int64(8),), "float32"), B: T.Buffer((T.int64(8),), "float32")):
        T.func_attr({"op_pattern": 0})
        # with T.sblock("root"):
        for i in range(T.int64(8)):
            with T.sblock("mul2"):
                vi = T.axis.spatial(T.int64(8), i)
                T.reads(A[vi])
                T.writes(B[vi])
                B[vi] = A[vi] * T.float32(2.0)

    @T.prim_func(private=True, s_tir=True)
    def neg(A: T.Buffer((T.int64(8),), "float32")):
        T.func_attr({"op_pattern": 8})
        # with T.sblock("root"):
        for i in range(T.int64(8)):
            with T.sblock("neg"):
                vi = T.axis.spatial(T.int64(8), i)
                T.reads(A[vi])
                T.writes(A[vi])
                A[vi] = A[vi] * T.float32(-3.0)

    @T.prim_func(private=True, s_tir=True)
    def opaque1(A: T.Buffer((T.int64(8),), "float32"), B: T.Buffer((T.int64(8),), "float32")):
        T.func_attr({"op_pattern": 8})
        # with T.sblock("root"):
        for i in range(T.int64(8)):
            with T.sblock("opaque1"):
                vi = T.axis.spatial(T.int64(8), i)
                T.reads(A[vi])
                T.writes(B[vi])
                B[vi] = A[vi] + T.float32(5.0)

    @R.function
    def main(x: R.Tensor((8,), dtype="float32")) -> R.Tuple(R.Tensor((8,), dtype="float32"), R.Tensor((8,), dtype="float32")):
        cls = Module
        with R.dataflow():
            lv0 = R.call_tir(cls.opaque1, (x,), out_ty=R.Tensor((8,), dtype="float32"))
            lv1 = R.call_tir(cls.add1, (lv0,), out_ty=R.Tensor((8,), dtype="float32"))
            lv2: R.Tensor((8,), dtype="float32") = R.call_tir_inplace(cls.neg, (lv0,), out_ty=R.Tensor((8,), dtype="float32"), inplace_indices=[0])
            lv3 = R.call_tir(cls.mul2, (lv1,), out_ty=R.Tensor((8,), dtype="float32"))
            gv: R.Tuple(R.Tensor((8,), dtype="float32"), R.Tensor((8,), dtype="float32")) = lv2, lv3
            R.output(gv)
        return gv
