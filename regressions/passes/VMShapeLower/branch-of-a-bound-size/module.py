# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function(pure=False)
    def main(x0: R.Tensor((1, 1, "n", "n"), dtype="float32"), x1: R.Tensor((1, "n + 1"), dtype="float32"), x2: R.Tensor((), dtype="bool")) -> R.Tensor(("n", "n"), dtype="float32"):
        n = T.int64()
        gv2: R.Tensor((n, n), dtype="float32") = R.eye(n, n, 2, dtype="float32")
        if x2:
            gv3: R.Tensor((1, n + 1), dtype="float32") = R.tanh(x1)
            gv4: R.Tensor((n, n), dtype="float32") = gv2
            gv8: R.Tensor((n, n), dtype="float32") = gv4
        else:
            gv5: R.Tensor((1, 1, n, n), dtype="float32") = R.tanh(x0)
            gv6: R.Tensor((n + 1, 1, 2), dtype="float32") = R.layout_transform(x1, index_map=T.index_map(lambda i0, i1: (i1, i0 // 2, i0 % 2)), pad_value=None)
            gv7: R.Tensor((n, n), dtype="float32") = gv2
            gv8: R.Tensor((n, n), dtype="float32") = gv7
        return gv8
