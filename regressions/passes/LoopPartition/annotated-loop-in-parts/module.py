# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func
    def kernel(a0: T.Buffer((T.int64(2), T.int64(2)), "float32"), out0: T.Buffer((T.int64(2), T.int64(2)), "float32")):
        t0 = T.alloc_buffer((T.int64(2), T.int64(2)))
        for o1 in T.serial(T.int64(2), annotations={"assay.note": T.comm_reducer(lambda x, y: T.min(x, y), [T.float32(1.0)])}):
            if T.likely(o1 * T.int64(2) < T.int64(2)):
                out0.vstore([o1 * T.int64(2), T.Ramp(T.int64(0), T.int64(1), 3)], T.min(T.Cast("float32x3", t0.vload([o1 * T.int64(2), T.Ramp(T.int64(0), T.int64(1), 3)], predicate=T.Ramp(T.int64(0), T.int64(1), 3) < T.Broadcast(T.int64(2), 3))), T.exp2(t0.vload([o1 * T.int64(2), T.Ramp(T.int64(0), T.int64(1), 3)], predicate=T.Ramp(T.int64(0), T.int64(1), 3) < T.Broadcast(T.int64(2), 3)))), predicate=T.Ramp(T.int64(0), T.int64(1), 3) < T.Broadcast(T.int64(2), 3))

    @R.function
    def main(x0: R.Tensor((2, 2), dtype="float32")) -> R.Tensor((2, 2), dtype="float32"):
        return x0
