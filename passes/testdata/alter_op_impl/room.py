# RUN: AlterOpImpl{"op_impl_map":{"copy":"wide"},"op_buffer_transforms":{"copy":["lambda i: (i % 8,)","lambda i: (i % 8,)"]}}
# A remainder by more than there is leaves room at the end.
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def narrow(a: T.Buffer((6,), "float32"), b: T.Buffer((6,), "float32")):
        T.func_attr({"operator_name": "copy"})
        for i in range(6):
            with T.sblock("b"):
                vi = T.axis.spatial(6, i)
                b[vi] = a[vi]

    @T.prim_func(private=True, s_tir=True)
    def wide(a: T.Buffer((8,), "float32"), b: T.Buffer((8,), "float32")):
        for i in range(8):
            with T.sblock("b"):
                vi = T.axis.spatial(8, i)
                b[vi] = a[vi]

    @R.function
    def main(x: R.Tensor((6,), "float32")) -> R.Tensor((6,), "float32"):
        cls = Module
        with R.dataflow():
            a = R.call_tir(cls.narrow, (x,), out_ty=R.Tensor((6,), "float32"))
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
    def copy_replacement(a: T.Buffer((8,), "float32"), b: T.Buffer((8,), "float32")):
        T.func_attr({"operator_name": "copy"})
        # with T.sblock("root"):
        for i in range(8):
            with T.sblock("b"):
                vi = T.axis.spatial(8, i)
                T.reads(a[vi])
                T.writes(b[vi])
                b[vi] = a[vi]

    @T.prim_func(private=True, s_tir=True)
    def narrow(a: T.Buffer((6,), "float32"), b: T.Buffer((6,), "float32")):
        T.func_attr({"operator_name": "copy"})
        # with T.sblock("root"):
        for i in range(6):
            with T.sblock("b"):
                vi = T.axis.spatial(6, i)
                T.reads(a[vi])
                T.writes(b[vi])
                b[vi] = a[vi]

    @T.prim_func(private=True, s_tir=True)
    def remove_pad(input: T.Buffer(("p0",), "float32"), output: T.Buffer(("i0",), "float32")):
        p0 = T.int64()
        i0 = T.int64()
        T.func_attr({"operator_name": "remove_pad", "tirx.noalias": True})
        # with T.sblock("root"):
        for ax0 in range(i0):
            with T.sblock("output"):
                v_ax0 = T.axis.spatial(i0, ax0)
                T.reads(input[v_ax0])
                T.writes(output[v_ax0])
                output[v_ax0] = input[v_ax0]

    @T.prim_func(private=True, s_tir=True)
    def wide(a: T.Buffer((8,), "float32"), b: T.Buffer((8,), "float32")):
        # with T.sblock("root"):
        for i in range(8):
            with T.sblock("b"):
                vi = T.axis.spatial(8, i)
                T.reads(a[vi])
                T.writes(b[vi])
                b[vi] = a[vi]

    @R.function
    def main(x: R.Tensor((6,), dtype="float32")) -> R.Tensor((6,), dtype="float32"):
        cls = Module
        with R.dataflow():
            lv: R.Tensor((8,), dtype="float32") = R.layout_transform(x, index_map=T.index_map(lambda i: (i % 8,)), pad_value=None)
            lv_1 = R.call_tir(cls.copy_replacement, (lv,), out_ty=R.Tensor((8,), dtype="float32"))
            lv_2: R.Tensor((8,), dtype="float32") = R.layout_transform(lv_1, index_map=T.index_map(lambda axis0: (axis0,)), pad_value=None)
            a = R.call_tir(cls.remove_pad, (lv_2,), out_ty=R.Tensor((6,), dtype="float32"))
            R.output(a)
        return a
