# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(m: T.int64, x1: R.Tensor((1, m, 1, m), dtype="bfloat16"), lv5: T.int64) -> R.Tensor(dtype="bfloat16", ndim=4):
        lv6: T.int64 = m
        lv7: R.Tensor((lv5, m, lv6, m), dtype="bfloat16") = R.match_cast(x1, R.Tensor((lv5, m, lv6, m), dtype="bfloat16"))
        return lv7
