# RUN: AlterOpImpl{"op_impl_map":{"relax.relu":"@T.prim_func(private=True, s_tir=True)\ndef relu_2d(arg0: T.Buffer((4, 4), \"float32\"), output: T.Buffer((4, 4), \"float32\")):\n    for ax0, ax1 in T.grid(4, 4):\n        with T.sblock(\"T_relu\"):\n            v_ax0, v_ax1 = T.axis.remap(\"SS\", [ax0, ax1])\n            output[v_ax0, v_ax1] = T.max(arg0[v_ax0, v_ax1], T.float32(0))\n"},"op_buffer_transforms":{"relax.relu":["lambda i: (i // 4, i % 4)","lambda i: (i // 4, i % 4)"]}}
# Fourteen elements fill four rows of four but for two places, which remove_pad drops again.
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def relu(arg0: T.Buffer((14,), "float32"), output: T.Buffer((14,), "float32")):
        T.func_attr({"operator_name": "relax.relu"})
        for ax0 in range(14):
            with T.sblock("T_relu"):
                v_ax0 = T.axis.spatial(14, ax0)
                output[v_ax0] = T.max(arg0[v_ax0], T.float32(0))

    @R.function
    def main(x: R.Tensor((14,), "float32")) -> R.Tensor((14,), "float32"):
        cls = Module
        with R.dataflow():
            a = R.call_tir(cls.relu, (x,), out_ty=R.Tensor((14,), "float32"))
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
    def relax_relu_replacement(arg0: T.Buffer((4, 4), "float32"), output: T.Buffer((4, 4), "float32")):
        T.func_attr({"operator_name": "relax.relu"})
        # with T.sblock("root"):
        for ax0, ax1 in T.grid(4, 4):
            with T.sblock("T_relu"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(arg0[v_ax0, v_ax1])
                T.writes(output[v_ax0, v_ax1])
                output[v_ax0, v_ax1] = T.max(arg0[v_ax0, v_ax1], T.float32(0.0))

    @T.prim_func(private=True, s_tir=True)
    def relu(arg0: T.Buffer((14,), "float32"), output: T.Buffer((14,), "float32")):
        T.func_attr({"operator_name": "relax.relu"})
        # with T.sblock("root"):
        for ax0 in range(14):
            with T.sblock("T_relu"):
                v_ax0 = T.axis.spatial(14, ax0)
                T.reads(arg0[v_ax0])
                T.writes(output[v_ax0])
                output[v_ax0] = T.max(arg0[v_ax0], T.float32(0.0))

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

    @R.function
    def main(x: R.Tensor((14,), dtype="float32")) -> R.Tensor((14,), dtype="float32"):
        cls = Module
        with R.dataflow():
            lv: R.Tensor((4, 4), dtype="float32") = R.layout_transform(x, index_map=T.index_map(lambda i: (i // 4, i % 4)), pad_value=None)
            lv_1 = R.call_tir(cls.relax_relu_replacement, (lv,), out_ty=R.Tensor((4, 4), dtype="float32"))
            lv_2: R.Tensor((16,), dtype="float32") = R.layout_transform(lv_1, index_map=T.index_map(lambda axis0, axis1: (axis0 * 4 + axis1,)), pad_value=None)
            a = R.call_tir(cls.remove_pad, (lv_2,), out_ty=R.Tensor((14,), dtype="float32"))
            R.output(a)
        return a
