# RUN: SplitCallTIRByPattern{"patterns":["# from tvm.script import ir as I\n# from tvm.script import tirx as T\n# from tvm.tirx.layout import Axis\n\n@I.ir_module\nclass Module:\n    @T.prim_func(private=True, s_tir=True)\n    def pattern(lv0: T.Buffer((T.int64(3), T.int64(1)), \"float32\"), compute_intermediate: T.Buffer((T.int64(3), T.int64(1)), \"float32\")):\n        # with T.sblock(\"root\"):\n        for i0, i1 in T.grid(T.int64(3), T.int64(1)):\n            with T.sblock(\"compute\"):\n                v_i0, v_i1 = T.axis.remap(\"SS\", [i0, i1])\n                T.reads(lv0[v_i0, v_i1])\n                T.writes(compute_intermediate[v_i0, v_i1])\n                compute_intermediate[v_i0, v_i1] = T.asinh(lv0[v_i0, v_i1])"]}
# Shows a mutant of passes/fuse/kernel_pattern.cc (comparison): op != nullptr
from tvm.script import ir as I
from tvm.script import tirx as T
from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def fused_tir_asinh_relu(lv0: T.Buffer((T.int64(3), T.int64(1)), "float32"), compute_intermediate_1: T.Buffer((T.int64(3), T.int64(1)), "float32")):
        # with T.sblock("root"):
        compute_intermediate = T.sblock_alloc_buffer((T.int64(3), T.int64(1)))
        for i0, i1 in T.grid(T.int64(3), T.int64(1)):
            with T.sblock("compute"):
                v_i0, v_i1 = T.axis.remap("SS", [i0, i1])
                T.reads(lv0[v_i0, v_i1])
                T.writes(compute_intermediate[v_i0, v_i1])
                compute_intermediate[v_i0, v_i1] = T.asinh(lv0[v_i0, v_i1])

    @R.function
    def main(x4: R.Tensor((3, 1), dtype="float32")) -> R.Tensor((3, 1), dtype="float32"):
        cls = Module
        lv9 = R.call_tir(cls.fused_tir_asinh_relu, (x4,), out_ty=R.Tensor((3, 1), dtype="float32"))
        return lv9
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_attrs({"external_mods": ["# from tvm.script import ir as I\n# from tvm.script import tirx as T\n# from tvm.tirx.layout import Axis\n# from tvm.script import relax as R\n\n@I.ir_module\nclass Module:\n    @T.prim_func(private=True, s_tir=True)\n    def fused_tir_asinh_relu_kernel(lv0: T.Buffer((T.int64(3), T.int64(1)), \"float32\"), compute_intermediate_1: T.Buffer((T.int64(3), T.int64(1)), \"float32\")):\n        # with T.sblock(\"root\"):\n        compute_intermediate = T.sblock_alloc_buffer((T.int64(3), T.int64(1)))\n        for i0, i1 in T.grid(T.int64(3), T.int64(1)):\n            with T.sblock(\"compute\"):\n                v_i0, v_i1 = T.axis.remap(\"SS\", [i0, i1])\n                T.reads(lv0[v_i0, v_i1])\n                T.writes(compute_intermediate[v_i0, v_i1])\n                compute_intermediate[v_i0, v_i1] = T.asinh(lv0[v_i0, v_i1])\n\n    @R.function\n    def fused_tir_asinh_relu(lv0: R.Tensor((3, 1), dtype=\"float32\")) -> R.Tensor((3, 1), dtype=\"float32\"):\n        cls = Module\n        output = R.call_tir(cls.fused_tir_asinh_relu_kernel, (lv0,), out_ty=R.Tensor((3, 1), dtype=\"float32\"))\n        return output"]})
    fused_tir_asinh_relu = R.ExternFunc("fused_tir_asinh_relu")
    @R.function
    def main(x4: R.Tensor((3, 1), dtype="float32")) -> R.Tensor((3, 1), dtype="float32"):
        lv9 = R.call_dps_packed("fused_tir_asinh_relu", (x4,), out_ty=R.Tensor((3, 1), dtype="float32"))
        return lv9
