# RUN: AlterOpImpl{"op_buffer_transforms":{},"op_impl_map":{"assay.kernel1":"kernel_1"}}
# Shows a mutant of passes/relax/alter_op_impl.cc (condition): replacement.transforms.empty()
from tvm.script import ir as I
from tvm.script import tirx as T
from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice({"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, 0, "global")]})
    @T.prim_func(private=True, s_tir=True)
    def kernel_1(a0: T.Buffer((T.int64(1), T.int64(1), T.int64(1), T.int64(1)), "float32"), a1: T.Buffer((T.int64(1), T.int64(1), T.int64(1), T.int64(1)), "float32"), a2: T.Buffer((T.int64(1), T.int64(1), T.int64(1), T.int64(1)), "float32"), out0: T.Buffer((T.int64(1), T.int64(1), T.int64(1), T.int64(1)), "bfloat16"), out1: T.Buffer((T.int64(1), T.int64(1), T.int64(1), T.int64(1)), "float32")):
        T.func_attr({"operator_name": "assay.kernel1"})
        # with T.sblock("root"):
        t0 = T.sblock_alloc_buffer((T.int64(1), T.int64(1), T.int64(1), T.int64(1)), "bfloat16")
        with T.sblock("t0"):
            v0 = T.axis.spatial(T.int64(1), T.int64(0))
            v1 = T.axis.spatial(T.int64(1), T.int64(0))
            v2 = T.axis.spatial(T.int64(1), T.int64(0))
            v3 = T.axis.spatial(T.int64(1), T.int64(0))
            T.reads(a0[v0, T.int64(0), v2, T.int64(0)], a2[v0, T.int64(0), v2, T.int64(0)])
            T.writes(t0[v0, v1, v2, v3])
            t0[v0, v1, v2, v3] = T.bfloat16(0.0)

    @R.function
    def main(x1: R.Tensor((1, 1, 1, 1), dtype="float32", vdevice="llvm:0:global"), x3: R.Tensor((1, 1, 1, 1), dtype="float32", vdevice="llvm:0:global")) -> R.Tuple(R.Tensor((1, 1, 1, 1), dtype="bfloat16"), R.Tensor((1, 1, 1, 1), dtype="float32")):
        cls = Module
        lv5 = R.call_tir(cls.kernel_1, (x3, x1, x3), out_ty=[R.Tensor((1, 1, 1, 1), dtype="bfloat16"), R.Tensor((1, 1, 1, 1), dtype="float32")])
        return lv5
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice({"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, 0, "global")]})
    @T.prim_func(private=True, s_tir=True)
    def kernel_1(a0: T.Buffer((T.int64(1), T.int64(1), T.int64(1), T.int64(1)), "float32"), a1: T.Buffer((T.int64(1), T.int64(1), T.int64(1), T.int64(1)), "float32"), a2: T.Buffer((T.int64(1), T.int64(1), T.int64(1), T.int64(1)), "float32"), out0: T.Buffer((T.int64(1), T.int64(1), T.int64(1), T.int64(1)), "bfloat16"), out1: T.Buffer((T.int64(1), T.int64(1), T.int64(1), T.int64(1)), "float32")):
        T.func_attr({"operator_name": "assay.kernel1"})
        # with T.sblock("root"):
        t0 = T.sblock_alloc_buffer((T.int64(1), T.int64(1), T.int64(1), T.int64(1)), "bfloat16")
        with T.sblock("t0"):
            v0 = T.axis.spatial(T.int64(1), T.int64(0))
            v1 = T.axis.spatial(T.int64(1), T.int64(0))
            v2 = T.axis.spatial(T.int64(1), T.int64(0))
            v3 = T.axis.spatial(T.int64(1), T.int64(0))
            T.reads(a0[v0, T.int64(0), v2, T.int64(0)], a2[v0, T.int64(0), v2, T.int64(0)])
            T.writes(t0[v0, v1, v2, v3])
            t0[v0, v1, v2, v3] = T.bfloat16(0.0)

    @R.function
    def main(x1: R.Tensor((1, 1, 1, 1), dtype="float32", vdevice="llvm:0:global"), x3: R.Tensor((1, 1, 1, 1), dtype="float32", vdevice="llvm:0:global")) -> R.Tuple(R.Tensor((1, 1, 1, 1), dtype="bfloat16"), R.Tensor((1, 1, 1, 1), dtype="float32")):
        cls = Module
        lv5 = R.call_tir(cls.kernel_1, (x3, x1, x3), out_ty=[R.Tensor((1, 1, 1, 1), dtype="bfloat16"), R.Tensor((1, 1, 1, 1), dtype="float32")])
        return lv5
