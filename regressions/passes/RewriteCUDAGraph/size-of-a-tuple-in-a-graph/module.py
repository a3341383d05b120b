# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def eye1(eye: T.Buffer(("lv", "lv1"), "float32")):
        lv, lv1 = T.int64(), T.int64()
        # with T.sblock("root"):
        with T.sblock("eye"):
            v_i = T.axis.spatial(lv, T.int64(0))
            v_j = T.axis.spatial(lv1, T.int64(0))
            T.reads()
            T.writes(eye[v_i, v_j])
            eye[v_i, v_j] = T.float32(0.0)

    @T.prim_func(private=True, s_tir=True)
    def size(n: T.int64) -> T.int64:
        return T.int64(0)

    @R.function
    def main(lv: T.int64) -> R.Tensor(dtype="float32", ndim=2):
        cls = Module
        gv: T.int64 = cls.size(2)
        gv_1: R.Tuple(T.int64, T.int64) = gv, gv
        lv1: T.int64 = gv_1[1]
        lv_1 = R.call_tir(cls.eye1, R.tuple(), out_ty=R.Tensor((lv, lv1), dtype="float32"))
        return lv_1
