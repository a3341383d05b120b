# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def kernel_5(a0: T.Buffer((T.int64(1),), "uint32"), a1: T.Buffer((T.int64(1),), "uint32"), stage: T.Buffer((T.int64(1),), "uint32")):
        # with T.sblock("root"):
        with T.sblock("stage_2"):
            v_i0 = T.axis.spatial(T.int64(1), T.int64(0))
            T.reads(a1[v_i0], a0[v_i0])
            T.writes(a1[v_i0])
            a1[v_i0] = T.uint32(0)

    @R.function(private=True)
    def group(lv1: R.Tensor((1,), dtype="uint32"), lv2: R.Tensor((1,), dtype="uint32")) -> R.Tuple(R.Tensor((1,), dtype="uint32"), R.Tensor((1,), dtype="uint32"), R.Tensor((1,), dtype="uint32")):
        cls = Module
        lv6: R.Tuple(R.Tensor((1,), dtype="uint32"), R.Tensor((1,), dtype="uint32"), R.Tensor((1,), dtype="uint32")) = R.call_tir_inplace(cls.kernel_5, (lv1, lv2), out_ty=[R.Tensor((1,), dtype="uint32"), R.Tensor((1,), dtype="uint32"), R.Tensor((1,), dtype="uint32")], inplace_indices=[-1, 0, 1])
        return lv6

    @R.function
    def main(x0: R.Tensor((1, 1), dtype="float32"), x1: R.Tensor(dtype="uint64", ndim=0), x2: R.Shape(ndim=1)) -> R.Tensor(dtype="float32", ndim=1):
        R.func_attr({"num_input": 2})
        with R.dataflow():
            lv1: R.Tensor(x2, dtype="float32") = R.ones(x2, dtype="float32")
            R.output(lv1)
        return lv1
