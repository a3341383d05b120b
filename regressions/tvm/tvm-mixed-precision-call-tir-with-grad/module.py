# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice({"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, 0, "global")]})
    @T.prim_func(private=True)
    def kernel(a0: T.Buffer((1, "s0"), "int8"), a1: T.Buffer((1, 1), "float32"), out0: T.Buffer((1,), "float32")):
        s0 = T.int32()
        t0 = T.alloc_buffer((1, 1))

    @R.function
    def main(x4: R.Tensor((1, 1), dtype="float32", vdevice="llvm:0:global"), x5: R.Tensor((1, 1), dtype="int8", vdevice="llvm:0:global"), lv4: R.Tensor((1, 1), dtype="float32", vdevice="llvm:0:global")) -> R.Tensor((1,), dtype="float32"):
        cls = Module
        with R.dataflow():
            lv5: R.Tensor((1, 1), dtype="float32", vdevice="llvm:0:global") = R.matmul(x4, lv4, out_dtype=None)
            lv8: R.Tensor((1,), dtype="float32") = R.call_tir_with_grad(cls.kernel, (x5, lv5), out_ty=R.Tensor((1,), dtype="float32"), te_grad_name="assay_grad")
            R.output(lv8)
        return lv8
