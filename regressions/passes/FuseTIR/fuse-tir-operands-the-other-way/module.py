# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def tir_sqrt(gv3: T.Buffer(("T.int64(3) * n",), "float32"), n: T.int64, compute: T.Buffer((T.int64(3) * n,), "float32")):
        # with T.sblock("root"):
        for i0 in T.serial(n * T.int64(3), annotations={"assay.note": 0}):
            with T.sblock("compute"):
                v_i0 = T.axis.spatial(T.int64(0), i0)
                T.reads(gv3[v_i0])
                T.writes(compute[v_i0])
                T.sblock_attr({"assay.note": 1})
                compute[v_i0] = T.float32(0.0)

    @R.function
    def main(x0: R.Tensor((3, "n", 1, 1), dtype="float32"), lv_1: R.Tensor(("n * 3",), dtype="float32")) -> R.Tensor(("3 * n",), dtype="float32"):
        n = T.int64()
        cls = Module
        with R.dataflow():
            gv: R.Tensor((n * 3,), dtype="float32") = R.negative(lv_1)
            lv_3 = R.call_tir(cls.tir_sqrt, (gv, n), out_ty=R.Tensor((3 * n,), dtype="float32"))
            R.output(lv_3)
        return lv_3
