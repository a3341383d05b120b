# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor(("n",), dtype="float32"), c: R.Tensor((), dtype="bool")) -> R.Tensor(dtype="float32", ndim=1):
        n = T.int64()
        l = T.int64()
        a: R.Tensor((l,), dtype="float32") = R.match_cast(x, R.Tensor((l,), dtype="float32"))
        if c:
            with R.dataflow():
                d: R.Tensor((l,), dtype="float32") = R.exp(a)
                e: R.Tensor((n,), dtype="float32") = R.reshape(d, R.shape([n]))
                R.output(e)
            if c:
                r: R.Tensor((n,), dtype="float32") = e
            else:
                r_else: R.Tensor((n,), dtype="float32") = R.negative(e)
                r: R.Tensor((n,), dtype="float32") = r_else
            o_then: R.Tensor((n,), dtype="float32") = R.add(r, x)
            o: R.Tensor(dtype="float32", ndim=1) = o_then
        else:
            t: R.Tensor((n * 2,), dtype="float32") = R.concat((x, x), axis=0)
            o_else: R.Tensor((T.max(T.min(T.max(T.if_then_else(n < 0, n * 3, n), 0), n * 2) - T.min(n, 0) * 2, 0),), dtype="float32") = R.strided_slice(t, (0,), (0,), (n,), assume_inbound=False)
            o: R.Tensor(dtype="float32", ndim=1) = o_else
        return o
