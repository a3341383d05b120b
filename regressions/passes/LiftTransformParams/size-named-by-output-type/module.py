# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(m: T.int64, x1: R.Tensor((1, m, 1, m), dtype="bfloat16"), lv5: T.int64) -> R.Tuple(R.Tensor(dtype="bfloat16", ndim=4)):
        R.func_attr({"num_input": 1})
        with R.dataflow():
            lv6: T.int64 = 3
            lv7: R.Tensor((lv5, m, lv6, m), dtype="bfloat16") = R.match_cast(x1, R.Tensor((lv5, m, lv6, m), dtype="bfloat16"))
            R.output(lv6, lv7)
        return (lv7,)
