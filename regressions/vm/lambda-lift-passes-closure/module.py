# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def outer(x: T.Buffer((1,), "float32"), y: T.Buffer((1,), "float32"), z: T.Buffer((1, 1), "float32")):
        with T.sblock("root"):
            T.reads()
            T.writes()
            with T.sblock("s"):
                T.reads(x[0], y[0])
                T.writes(z[0, 0])
                z[0, 0] = T.float32(0.0)

    @R.function(private=True)
    def outlined(closure: R.Callable((R.Tensor((1,), dtype="float32"),), R.Tensor((1, 1), dtype="float32"), True), x4: R.Tensor((1,), dtype="float32")) -> R.Tensor((1, 1), dtype="float32"):
        gv: R.Tensor((1, 1), dtype="float32") = closure(x4)
        return gv

    @R.function
    def main(x4: R.Tensor((1,), dtype="float32"), x6: R.Tensor((1,), dtype="float32")) -> R.Tensor((1, 1), dtype="float32"):
        cls = Module
        # from tvm.script import tirx as T
        # from tvm.tirx.layout import Axis
        # from tvm.script import relax as R
        
        @R.function
        def closure(x4_1: R.Tensor((1,), dtype="float32")) -> R.Tensor((1, 1), dtype="float32"):
            cls = Module
            gv = R.call_tir(cls.outer, (x4_1, x6), out_ty=R.Tensor((1, 1), dtype="float32"))
            return gv

        gv1: R.Tensor((1, 1), dtype="float32") = cls.outlined(closure, x4)
        return gv1
