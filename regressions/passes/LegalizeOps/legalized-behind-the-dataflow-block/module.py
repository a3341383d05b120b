# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def compute_symbolic_expr(n: T.int64) -> T.int64:
        return T.int64(0)

    @R.function
    def main() -> R.Tensor((1, 4), dtype="float32"):
        cls = Module
        with R.dataflow():
            lv: T.int64 = cls.compute_symbolic_expr(1)
            lv12: R.Tensor((1, 4), dtype="float32") = R.eye(lv, 4, 0, dtype="float32")
            R.output(lv12)
        return lv12
