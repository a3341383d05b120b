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
    def f(x: R.Tensor((4,), dtype="float32")) -> R.Tensor((4,), dtype="float32"):
        R.func_attr({"Primitive": True})
        cls = Module
        with R.dataflow():
            a = R.call_tir(cls.add1, (x,), out_ty=R.Tensor((4,), dtype="float32"))
            b = R.call_tir(cls.add1, (a,), out_ty=R.Tensor((4,), dtype="float32"))
            R.output(b)
        return b

    @R.function
    def main(x: R.Tensor((4,), dtype="float32")) -> R.Tensor((4,), dtype="float32"):
        cls = Module
        g: R.Callable((R.Tensor((4,), dtype="float32"),), R.Tensor((4,), dtype="float32"), True) = cls.f
        a: R.Tensor((4,), dtype="float32") = cls.f(x)
        b: R.Tensor((4,), dtype="float32") = g(a)
        return b
