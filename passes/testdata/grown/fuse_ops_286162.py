# RUN: FuseOps
# Shows a mutant of passes/fuse/fuse_ops.cc (condition): defining_.contains(binding->var)
from tvm.script import ir as I
from tvm.script import tirx as T
from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def matmul(x2: T.Buffer((T.int64(1), T.int64(1), T.int64(1), T.int64(0)), "float32"), x3: T.Buffer((T.int64(1), "n", T.int64(0), T.int64(1)), "float32"), matmul: T.Buffer((T.int64(1), n, T.int64(1), T.int64(1)), "float32")):
        n = T.int64()
        T.func_attr({"op_pattern": 4})
        # with T.sblock("root"):
        with T.sblock("matmul"):
            v_i0 = T.axis.spatial(T.int64(1), T.int64(0))
            v_i1 = T.axis.spatial(n, T.int64(0))
            v_i2 = T.axis.spatial(T.int64(1), T.int64(0))
            v_i3 = T.axis.spatial(T.int64(1), T.int64(0))
            v_k = T.axis.reduce(T.int64(0), T.int64(0))
            T.reads(x2[v_i0, T.int64(0), v_i2, v_k], x3[v_i0, v_i1, v_k, v_i3])
            T.writes(matmul[v_i0, v_i1, v_i2, v_i3])
            with T.init():
                matmul[v_i0, v_i1, v_i2, v_i3] = T.float32(0.0)
            matmul[v_i0, v_i1, v_i2, v_i3] = T.float32(0.0)

    @T.prim_func(private=True, s_tir=True)
    def tir_sinh(lv5: T.Buffer((T.int64(1), "n", T.int64(1), T.int64(1)), "float32"), compute: T.Buffer((T.int64(1), n, T.int64(1), T.int64(1)), "float32")):
        n = T.int64()
        T.func_attr({"op_pattern": 0})
        # with T.sblock("root"):
        with T.sblock("compute"):
            v_i0 = T.axis.spatial(T.int64(1), T.int64(0))
            v_i1 = T.axis.spatial(n, T.int64(0))
            v_i2 = T.axis.spatial(T.int64(1), T.int64(0))
            v_i3 = T.axis.spatial(T.int64(1), T.int64(0))
            T.reads(lv5[v_i0, v_i1, v_i2, v_i3])
            T.writes(compute[v_i0, v_i1, v_i2, v_i3])
            compute[v_i0, v_i1, v_i2, v_i3] = T.float32(0.0)

    @R.function
    def main(x2: R.Tensor((1, 1, 1, "n + 1"), dtype="float32"), x3: R.Tensor((1, "n", "n + 1", 1), dtype="float32")) -> R.Tensor(dtype="float32", ndim=4):
        n = T.int64()
        cls = Module
        p0 = T.int64()
        with R.dataflow():
            lv5 = R.call_tir(cls.matmul, (x2, x3), out_ty=R.Tensor((1, n, 1, 1), dtype="float32"))
            lv9 = R.call_tir(cls.tir_sinh, (lv5,), out_ty=R.Tensor((1, n, 1, 1), dtype="float32"))
            lv11: R.Tensor((p0, n, 1, 1), dtype="float32") = R.match_cast(lv5, R.Tensor((p0, n, 1, 1), dtype="float32"))
            R.output(lv11)
        return lv11
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def matmul(x2: T.Buffer((T.int64(1), T.int64(1), T.int64(1), T.int64(0)), "float32"), x3: T.Buffer((T.int64(1), "n", T.int64(0), T.int64(1)), "float32"), matmul: T.Buffer((T.int64(1), n, T.int64(1), T.int64(1)), "float32")):
        n = T.int64()
        T.func_attr({"op_pattern": 4})
        # with T.sblock("root"):
        with T.sblock("matmul"):
            v_i0 = T.axis.spatial(T.int64(1), T.int64(0))
            v_i1 = T.axis.spatial(n, T.int64(0))
            v_i2 = T.axis.spatial(T.int64(1), T.int64(0))
            v_i3 = T.axis.spatial(T.int64(1), T.int64(0))
            v_k = T.axis.reduce(T.int64(0), T.int64(0))
            T.reads(x2[v_i0, T.int64(0), v_i2, v_k], x3[v_i0, v_i1, v_k, v_i3])
            T.writes(matmul[v_i0, v_i1, v_i2, v_i3])
            with T.init():
                matmul[v_i0, v_i1, v_i2, v_i3] = T.float32(0.0)
            matmul[v_i0, v_i1, v_i2, v_i3] = T.float32(0.0)

    @T.prim_func(private=True, s_tir=True)
    def tir_sinh(lv5: T.Buffer((T.int64(1), "n", T.int64(1), T.int64(1)), "float32"), compute: T.Buffer((T.int64(1), n, T.int64(1), T.int64(1)), "float32")):
        n = T.int64()
        T.func_attr({"op_pattern": 0})
        # with T.sblock("root"):
        with T.sblock("compute"):
            v_i0 = T.axis.spatial(T.int64(1), T.int64(0))
            v_i1 = T.axis.spatial(n, T.int64(0))
            v_i2 = T.axis.spatial(T.int64(1), T.int64(0))
            v_i3 = T.axis.spatial(T.int64(1), T.int64(0))
            T.reads(lv5[v_i0, v_i1, v_i2, v_i3])
            T.writes(compute[v_i0, v_i1, v_i2, v_i3])
            compute[v_i0, v_i1, v_i2, v_i3] = T.float32(0.0)

    @R.function
    def main(x2: R.Tensor((1, 1, 1, "n + 1"), dtype="float32"), x3: R.Tensor((1, "n", "n + 1", 1), dtype="float32")) -> R.Tensor(dtype="float32", ndim=4):
        n = T.int64()
        cls = Module
        p0 = T.int64()
        with R.dataflow():
            lv5 = R.call_tir(cls.matmul, (x2, x3), out_ty=R.Tensor((1, n, 1, 1), dtype="float32"))
            lv9 = R.call_tir(cls.tir_sinh, (lv5,), out_ty=R.Tensor((1, n, 1, 1), dtype="float32"))
            lv11: R.Tensor((p0, n, 1, 1), dtype="float32") = R.match_cast(lv5, R.Tensor((p0, n, 1, 1), dtype="float32"))
            R.output(lv11)
        return lv11
