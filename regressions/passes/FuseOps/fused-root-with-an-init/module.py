# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def k1(A: T.Buffer((T.int64(4),), "float32"), B: T.Buffer((T.int64(4),), "float32")):
        T.func_attr({"op_pattern": 0})
        with T.sblock("root"):
            T.reads(A[0:4])
            T.writes(B[0:4])
            with T.init():
                for i in range(T.int64(4)):
                    B[i] = T.float32(3.0)
            for i in range(T.int64(4)):
                with T.sblock("k1"):
                    vi = T.axis.spatial(T.int64(4), i)
                    T.reads(B[vi], A[vi])
                    T.writes(B[vi])
                    B[vi] = B[vi] + A[vi]

    @R.function
    def main(x: R.Tensor((4,), dtype="float32")) -> R.Tensor((4,), dtype="float32"):
        cls = Module
        with R.dataflow():
            a = R.call_tir(cls.k1, (x,), out_ty=R.Tensor((4,), dtype="float32"))
            b = R.call_tir(cls.k1, (a,), out_ty=R.Tensor((4,), dtype="float32"))
            R.output(b)
        return b
