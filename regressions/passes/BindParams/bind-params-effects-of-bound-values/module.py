# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def atan2(x0: T.Buffer((), "float32"), x1: T.Buffer((), "float32"), T_atan2: T.Buffer((), "float32")):
        # with T.sblock("root"):
        with T.sblock("T_atan2"):
            vi = T.axis.spatial(1, T.int64(0))
            T.reads(x0[()], x1[()])
            T.writes(T_atan2[()])
            T_atan2[()] = x1[()]

    @R.function(pure=False)
    def main(x0: R.Tensor((), dtype="float32"), x1: R.Tensor((), dtype="float32")) -> R.Tuple:
        cls = Module
        gv0 = R.call_tir(cls.atan2, (x0, x1), out_ty=R.Tensor((), dtype="float32"))
        gv1: R.Tuple = R.call_packed("relax.run.print", R.str("{}"), gv0, ty_args=(R.Tuple,))
        return gv1
