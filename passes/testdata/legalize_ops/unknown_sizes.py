# RUN: LegalizeOps
# What has no size here stays.
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor(ndim=2, dtype="float32"), y: R.Tensor((2, 3), dtype="float32")):
        a = R.add(x, x)
        b = R.exp(y)
        c = R.permute_dims(x)
        return (a, b, c)
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def tir_exp(y: T.Buffer((T.int64(2), T.int64(3)), "float32"), compute: T.Buffer((T.int64(2), T.int64(3)), "float32")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        for i0, i1 in T.grid(T.int64(2), T.int64(3)):
            with T.sblock("compute"):
                v_i0, v_i1 = T.axis.remap("SS", [i0, i1])
                T.reads(y[v_i0, v_i1])
                T.writes(compute[v_i0, v_i1])
                compute[v_i0, v_i1] = T.exp(y[v_i0, v_i1])

    @R.function
    def main(x: R.Tensor(dtype="float32", ndim=2), y: R.Tensor((2, 3), dtype="float32")) -> R.Tuple(R.Tensor(dtype="float32", ndim=2), R.Tensor((2, 3), dtype="float32"), R.Tensor(dtype="float32", ndim=2)):
        cls = Module
        a: R.Tensor(dtype="float32", ndim=2) = R.add(x, x)
        b = R.call_tir(cls.tir_exp, (y,), out_ty=R.Tensor((2, 3), dtype="float32"))
        c: R.Tensor(dtype="float32", ndim=2) = R.permute_dims(x, axes=None)
        return (a, b, c)
# note: relax.add now: the shape of argument 0 is not known
# note: relax.permute_dims now: the shape of argument 0 is not known
