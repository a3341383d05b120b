# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def kernel(a0: T.Buffer((T.int64(1),), "float32"), out0: T.Buffer((T.int64(1),), "float32")):
        # with T.sblock("root"):
        t0 = T.sblock_alloc_buffer((T.int64(1),))
        with T.sblock("t0"):
            v0 = T.axis.spatial(T.int64(1), T.int64(0))
            T.where(T.bool(False))
            T.reads(a0[v0])
            T.writes(t0[v0])
            t0[v0] = T.float32(0.0)

    @T.prim_func(private=True, s_tir=True)
    def kernel_1(a0: T.Buffer((T.int64(1),), "float32"), a1: T.Buffer((), "float32"), a2: T.Buffer((), "float32"), out0: T.Buffer((T.int64(1),), "float32")):
        # with T.sblock("root"):
        with T.sblock("out0"):
            v0 = T.axis.spatial(T.int64(1), T.int64(0))
            T.reads(a0[v0], a1[()])
            T.writes(out0[v0])
            out0[v0] = T.float32(0.0)

    @R.function
    def helper_assay(x0: R.Tensor((), dtype="float32"), x1: R.Tuple(R.Tensor((), dtype="float32"), R.Tensor((), dtype="float32")), x2: R.Tensor((), dtype="float32"), x3: R.Tensor((1,), dtype="float32")) -> R.Tuple(R.Tuple(R.Tensor((1,), dtype="float32"), R.Tensor((1,), dtype="int64"))):
        R.func_attr({"Codegen": "assay"})
        # from tvm.script import tirx as T
        # from tvm.tirx.layout import Axis
        # from tvm.script import relax as R
        
        @R.function
        def local_func(x0_1: R.Tensor((), dtype="float32"), x1_1: R.Tuple(R.Tensor((), dtype="float32"), R.Tensor((), dtype="float32")), x2_1: R.Tensor((), dtype="float32"), x3_1: R.Tensor((1,), dtype="float32")) -> R.Tuple(R.Tuple(R.Tensor((1,), dtype="float32"), R.Tensor((1,), dtype="int64"))):
            R.func_attr({"Composite": "assay.fused"})
            cls = Module
            with R.dataflow():
                lv0: R.Tensor((), dtype="bool") = R.equal(x0_1, x2_1)
                lv1: R.Tuple(R.Tensor((1,), dtype="float32"), R.Tensor((1,), dtype="int64")) = R.topk(x3_1, k=0, axis=0, ret_type="both", largest=True, dtype="int64")
                lv2 = R.call_tir(cls.kernel, (x3_1,), out_ty=R.Tensor((1,), dtype="float32"))
                lv3 = R.call_tir(cls.kernel_1, (x3_1, x2_1, x0_1), out_ty=R.Tensor((1,), dtype="float32"))
                R.output(lv1, lv2, lv3)
            return (lv1,)

        output: R.Tuple(R.Tuple(R.Tensor((1,), dtype="float32"), R.Tensor((1,), dtype="int64"))) = local_func(x0, x1, x2, x3)
        return output

    @R.function
    def main(x1: R.Tensor((), dtype="float32"), x2: R.Tensor((1,), dtype="float32")) -> R.Tuple(R.Tuple(R.Tensor((1,), dtype="float32"), R.Tensor((1,), dtype="int64"))):
        cls = Module
        lv0: R.Tuple(R.Tuple(R.Tensor((1,), dtype="float32"), R.Tensor((1,), dtype="int64"))) = cls.helper_assay(x1, (x1, x1), x1, x2)
        return lv0
