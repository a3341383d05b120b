# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def kernel(a0: T.Buffer((2,), "float32"), out0: T.Buffer((2,), "float32")):
        for t7 in T.thread_binding(3, thread="threadIdx.x"):
            r4: T.float32
            with T.attr(T.comm_reducer(lambda x8, y9: x8, [T.float32(0.0)]), "reduce_scope", 0):
                T.tvm_thread_allreduce(T.uint32(1), T.float32(0.0), T.bool(True), r4, t7)

    @R.function
    def main_beside(y: R.Tensor((2,), dtype="float32")) -> R.Tuple:
        p = T.int64()
        l: R.Tensor((p,), dtype="float32") = R.match_cast(y, R.Tensor((p,), dtype="float32"))
        d: R.Tensor(dtype="float32", ndim=1) = R.add(l, y)
        return R.tuple()

    @R.function
    def main(x0: R.Tensor((2,), dtype="float32")) -> R.Tensor((2,), dtype="float32"):
        cls = Module
        lv0 = R.call_tir(cls.kernel, (x0,), out_ty=R.Tensor((2,), dtype="float32"))
        return lv0
