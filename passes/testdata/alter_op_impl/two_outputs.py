# RUN: AlterOpImpl{"op_impl_map":{"some.op":"other","none.such":"other"},"op_buffer_transforms":{"some.op":["lambda i, j: (j, i)",null,"lambda i, j: (j, i)"]}}
# A kernel of the module itself; one of two outputs changes its layout.
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def first(a: T.Buffer((2, 3), "float32"), b: T.Buffer((2, 3), "float32"), c: T.Buffer((2, 3), "float32")):
        T.func_attr({"operator_name": "some.op"})
        for i, j in T.grid(2, 3):
            with T.sblock("b"):
                vi, vj = T.axis.remap("SS", [i, j])
                b[vi, vj] = a[vi, vj] + T.float32(1)
                c[vi, vj] = a[vi, vj] - T.float32(1)

    @T.prim_func(s_tir=True)
    def other(a: T.Buffer((3, 2), "float32"), b: T.Buffer((2, 3), "float32"), c: T.Buffer((3, 2), "float32")):
        for i, j in T.grid(2, 3):
            with T.sblock("b"):
                vi, vj = T.axis.remap("SS", [i, j])
                b[vi, vj] = a[vj, vi] + T.float32(1)
                c[vj, vi] = a[vj, vi] - T.float32(1)

    @R.function
    def main(x: R.Tensor((2, 3), "float32")) -> R.Tuple(R.Tensor((2, 3), "float32"), R.Tensor((2, 3), "float32")):
        cls = Module
        with R.dataflow():
            a = R.call_tir(cls.first, (x,), out_ty=[R.Tensor((2, 3), "float32"), R.Tensor((2, 3), "float32")])
            R.output(a)
        return a
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def first(a: T.Buffer((2, 3), "float32"), b: T.Buffer((2, 3), "float32"), c: T.Buffer((2, 3), "float32")):
        T.func_attr({"operator_name": "some.op"})
        # with T.sblock("root"):
        for i, j in T.grid(2, 3):
            with T.sblock("b"):
                vi, vj = T.axis.remap("SS", [i, j])
                T.reads(a[vi, vj])
                T.writes(b[vi, vj], c[vi, vj])
                b[vi, vj] = a[vi, vj] + T.float32(1.0)
                c[vi, vj] = a[vi, vj] - T.float32(1.0)

    @T.prim_func(s_tir=True)
    def other(a: T.Buffer((3, 2), "float32"), b: T.Buffer((2, 3), "float32"), c: T.Buffer((3, 2), "float32")):
        # with T.sblock("root"):
        for i, j in T.grid(2, 3):
            with T.sblock("b"):
                vi, vj = T.axis.remap("SS", [i, j])
                T.reads(a[vj, vi])
                T.writes(b[vi, vj], c[vj, vi])
                b[vi, vj] = a[vj, vi] + T.float32(1.0)
                c[vj, vi] = a[vj, vi] - T.float32(1.0)

    @T.prim_func(private=True, s_tir=True)
    def some_op_replacement(a: T.Buffer((3, 2), "float32"), b: T.Buffer((2, 3), "float32"), c: T.Buffer((3, 2), "float32")):
        T.func_attr({"operator_name": "some.op"})
        # with T.sblock("root"):
        for i, j in T.grid(2, 3):
            with T.sblock("b"):
                vi, vj = T.axis.remap("SS", [i, j])
                T.reads(a[vj, vi])
                T.writes(b[vi, vj], c[vj, vi])
                b[vi, vj] = a[vj, vi] + T.float32(1.0)
                c[vj, vi] = a[vj, vi] - T.float32(1.0)

    @R.function
    def main(x: R.Tensor((2, 3), dtype="float32")) -> R.Tuple(R.Tensor((2, 3), dtype="float32"), R.Tensor((2, 3), dtype="float32")):
        cls = Module
        with R.dataflow():
            lv: R.Tensor((3, 2), dtype="float32") = R.layout_transform(x, index_map=T.index_map(lambda i, j: (j, i)), pad_value=None)
            lv_1 = R.call_tir(cls.some_op_replacement, (lv,), out_ty=[R.Tensor((2, 3), dtype="float32"), R.Tensor((3, 2), dtype="float32")])
            lv_2: R.Tensor((2, 3), dtype="float32") = lv_1[0]
            lv_3: R.Tensor((3, 2), dtype="float32") = lv_1[1]
            lv_4: R.Tensor((2, 3), dtype="float32") = R.layout_transform(lv_3, index_map=T.index_map(lambda axis0, axis1: (axis1, axis0)), pad_value=None)
            a: R.Tuple(R.Tensor((2, 3), dtype="float32"), R.Tensor((2, 3), dtype="float32")) = lv_2, lv_4
            R.output(a)
        return a
