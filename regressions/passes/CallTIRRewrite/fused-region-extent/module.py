# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def kernel(a0: T.Buffer(("s0", "s1"), "int64"), out0: T.Buffer((s0, 1), "float32")):
        s0, s1 = T.int32(), T.int32()
        # with T.sblock("root"):
        t0 = T.sblock_alloc_buffer((s1, s0), "bool")
        t1 = T.sblock_alloc_buffer((s0,), "bfloat16")
        with T.sblock("t0"):
            v0 = T.axis.spatial(s1, 0)
            v1 = T.axis.spatial(s0, 0)
            T.reads(a0[0:s0, 0:s1])
            T.writes(t0[v0, v1])
            t0[v0, v1] = T.bool(False)

    @R.function
    def main(x3: R.Tensor((), dtype="float32"), lv2: R.Tensor(("n", "n + n"), dtype="int64")) -> R.Tensor(("n", 1), dtype="bool"):
        n = T.int64()
        cls = Module
        with R.dataflow():
            lv3 = R.call_tir(cls.kernel, (lv2,), out_ty=R.Tensor((n, 1), dtype="float32"))
            lv5: R.Tensor((n, 1), dtype="bool") = R.not_equal(lv3, x3)
            R.output(lv5)
        return lv5
