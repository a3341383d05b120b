# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def min3(gv2: T.Buffer((T.int64(0),), "float32"), gv2_red: T.Buffer((), "float32")):
        # with T.sblock("root"):
        for k0 in range(T.int64(0)):
            with T.sblock("gv2_red"):
                v_k0 = T.axis.reduce(T.int64(0), k0)
                T.reads(gv2[v_k0])
                T.writes(gv2_red[()])
                with T.init():
                    gv2_red[()] = T.float32(340282346638528859811704183484516925440.0)
                gv2_red[()] = T.float32(0.0)

    @R.function
    def main(x1: R.Tensor((0,), dtype="float32")) -> R.Tensor((), dtype="float32"):
        cls = Module
        gv3 = R.call_tir(cls.min3, (x1,), out_ty=R.Tensor((), dtype="float32"))
        return gv3
