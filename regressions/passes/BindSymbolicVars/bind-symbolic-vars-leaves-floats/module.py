# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def power(lhs: T.Buffer((T.int64(1), T.int64(1), T.int64(1)), "float32"), rhs: T.float32, output: T.Buffer((T.int64(1), T.int64(1), T.int64(1)), "float32")):
        # with T.sblock("root"):
        with T.sblock("T_power"):
            vi = T.axis.spatial(T.int64(1), T.int64(0))
            vj = T.axis.spatial(T.int64(1), T.int64(0))
            vk = T.axis.spatial(T.int64(1), T.int64(0))
            T.reads(lhs[vi, vj, vk])
            T.writes(output[vi, vj, vk])
            output[vi, vj, vk] = T.float32(0.0)

    @R.function
    def main(x: R.Tensor((1, 1, 1), dtype="float32"), y: T.float32) -> R.Tensor((1, 1, 1), dtype="float32"):
        cls = Module
        gv = R.call_tir(cls.power, (x, y), out_ty=R.Tensor((1, 1, 1), dtype="float32"))
        return gv
