# RUN: AlterOpImpl{"op_impl_map":{"relax.add":"@T.prim_func(private=True, s_tir=True)\ndef add_2d(arg0: T.Buffer((4, 4), \"float32\"), arg1: T.Buffer((4, 4), \"float32\"), output: T.Buffer((4, 4), \"float32\")):\n    for ax0, ax1 in T.grid(4, 4):\n        with T.sblock(\"T_add\"):\n            v_ax0, v_ax1 = T.axis.remap(\"SS\", [ax0, ax1])\n            output[v_ax0, v_ax1] = arg0[v_ax0, v_ax1] + arg1[v_ax0, v_ax1]\n"},"op_buffer_transforms":{"relax.add":["lambda i: (i // 4, i % 4)","lambda i: (i // 4, i % 4)","lambda i: (i // 4, i % 4)"]}}
# Each call of the kernel for relax.add gets the other one, with layouts changed on the way in and back on the way out.
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def add(arg0: T.Buffer((16,), "float32"), arg1: T.Buffer((16,), "float32"), output: T.Buffer((16,), "float32")):
        T.func_attr({"operator_name": "relax.add"})
        for ax0 in range(16):
            with T.sblock("T_add"):
                v_ax0 = T.axis.spatial(16, ax0)
                output[v_ax0] = arg0[v_ax0] + arg1[v_ax0]

    @R.function
    def main(x: R.Tensor((16,), "float32"), y: R.Tensor((16,), "float32")) -> R.Tensor((16,), "float32"):
        cls = Module
        with R.dataflow():
            a = R.call_tir(cls.add, (x, y), out_ty=R.Tensor((16,), "float32"))
            b = R.call_tir(cls.add, (a, y), out_ty=R.Tensor((16,), "float32"))
            R.output(b)
        return b
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def add(arg0: T.Buffer((16,), "float32"), arg1: T.Buffer((16,), "float32"), output: T.Buffer((16,), "float32")):
        T.func_attr({"operator_name": "relax.add"})
        # with T.sblock("root"):
        for ax0 in range(16):
            with T.sblock("T_add"):
                v_ax0 = T.axis.spatial(16, ax0)
                T.reads(arg0[v_ax0], arg1[v_ax0])
                T.writes(output[v_ax0])
                output[v_ax0] = arg0[v_ax0] + arg1[v_ax0]

    @T.prim_func(private=True, s_tir=True)
    def relax_add_replacement(arg0: T.Buffer((4, 4), "float32"), arg1: T.Buffer((4, 4), "float32"), output: T.Buffer((4, 4), "float32")):
        T.func_attr({"operator_name": "relax.add"})
        # with T.sblock("root"):
        for ax0, ax1 in T.grid(4, 4):
            with T.sblock("T_add"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(arg0[v_ax0, v_ax1], arg1[v_ax0, v_ax1])
                T.writes(output[v_ax0, v_ax1])
                output[v_ax0, v_ax1] = arg0[v_ax0, v_ax1] + arg1[v_ax0, v_ax1]

    @R.function
    def main(x: R.Tensor((16,), dtype="float32"), y: R.Tensor((16,), dtype="float32")) -> R.Tensor((16,), dtype="float32"):
        cls = Module
        with R.dataflow():
            lv: R.Tensor((4, 4), dtype="float32") = R.layout_transform(x, index_map=T.index_map(lambda i: (i // 4, i % 4)), pad_value=None)
            lv_1: R.Tensor((4, 4), dtype="float32") = R.layout_transform(y, index_map=T.index_map(lambda i: (i // 4, i % 4)), pad_value=None)
            lv_2 = R.call_tir(cls.relax_add_replacement, (lv, lv_1), out_ty=R.Tensor((4, 4), dtype="float32"))
            a: R.Tensor((16,), dtype="float32") = R.layout_transform(lv_2, index_map=T.index_map(lambda axis0, axis1: (axis0 * 4 + axis1,)), pad_value=None)
            lv_3: R.Tensor((4, 4), dtype="float32") = R.layout_transform(a, index_map=T.index_map(lambda i: (i // 4, i % 4)), pad_value=None)
            lv_4: R.Tensor((4, 4), dtype="float32") = R.layout_transform(y, index_map=T.index_map(lambda i: (i // 4, i % 4)), pad_value=None)
            lv_5 = R.call_tir(cls.relax_add_replacement, (lv_3, lv_4), out_ty=R.Tensor((4, 4), dtype="float32"))
            b: R.Tensor((16,), dtype="float32") = R.layout_transform(lv_5, index_map=T.index_map(lambda axis0, axis1: (axis0 * 4 + axis1,)), pad_value=None)
            R.output(b)
        return b
