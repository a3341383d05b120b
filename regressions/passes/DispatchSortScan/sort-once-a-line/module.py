# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x0: R.Tensor((1, "n", 1), dtype="float32"), x1: R.Tensor(dtype="float32", ndim=0), x2: R.Tensor(("n * n", "n * n"), dtype="uint64"), x3: R.Tensor((1, "n", "n", "n"), dtype="uint8"), x4: R.Tensor((2, 2), dtype="float32"), x5: R.Tensor((1, "n", 1), dtype="float32"), x6: R.Tensor((1, 6), dtype="uint64"), x7: R.Tensor((6,), dtype="uint64")) -> R.Tensor((2, 2), dtype="float32"):
        n = T.int64()
        gv0: R.Tensor((), dtype="uint64") = R.einsum((x2,), subscripts="ii")
        gv1: R.Tensor((n * n * n,), dtype="uint8") = R.flatten(x3)
        gv2: R.Tensor((2, 2), dtype="float32") = R.layout_transform(x4, index_map=T.index_map(lambda i, j: (j, i)), pad_value=None)
        gv3: R.Tensor((2, 2), dtype="float32") = R.layout_transform(gv2, index_map=T.index_map(lambda i, j: (i, j)), pad_value=None)
        gv4: R.Tensor((n * n * (n * n),), dtype="uint64") = R.cumsum(x2, axis=None, dtype=None, exclusive=True)
        gv5: R.Tensor((2, 2), dtype="float32") = R.log_add_exp(gv2, gv2)
        gv6: R.Tensor((2, 2), dtype="float32") = R.ewise_fma(gv2, gv3, gv2)
        gv7: R.Tensor((n * n * (n * n),), dtype="uint64") = R.topk(gv4, k=0, axis=-1, ret_type="values", largest=True, dtype="int64")
        gv8: R.Tensor((1, n, 1), dtype="float32") = R.sort(x5, axis=-2, descending=False)
        gv9: R.Tensor((1, n, 1), dtype="float32") = R.nn.silu(x0)
        gv10: R.Tensor((n * n * (n * n),), dtype="int64") = R.argsort(gv4, axis=0, descending=False, dtype="int64")
        gv11: R.Tensor((1,), dtype="uint64") = R.einsum((x6, x7), subscripts="...i,i->...")
        gv12: R.Tuple(R.Tensor((1, 6), dtype="uint64"), R.Tensor((1, 6), dtype="int64")) = R.topk(x6, k=6, axis=-1, ret_type="both", largest=False, dtype="int64")
        return gv3
