# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x0: R.Tensor(("m",), dtype="float16")) -> R.Tensor(("(m - 1) // 2 + 1", 2), dtype="float16"):
        m = T.int64()
        with R.dataflow():
            lv4: R.Tensor(((m - 1) // 2 + 1, 2), dtype="float16") = R.layout_transform(x0, index_map=T.index_map(lambda i0: (i0 // 2, i0 % 2)), pad_value=None)
            R.output(lv4)
        return lv4
