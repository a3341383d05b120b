# RUN: FuseOpsByPattern{"patterns":[["a.parts","reshape(_, tensor_to_shape(_))"],["a.shape","broadcast_to(_, _)"],["a.square","multiply(_, _)"]]}
# A shape that is a variable of the caller is none inside: types name the parameter that stands for it, or the rank alone.
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((4, 4), dtype="float32"), t: R.Shape(ndim=2)) -> R.Tensor(dtype="float32", ndim=2):
        with R.dataflow():
            c: R.Tensor((2,), dtype="int64") = R.const([4, 4], "int64")
            s: R.Shape(ndim=2) = R.tensor_to_shape(c)
            y: R.Tensor(s, dtype="float32") = R.reshape(x, s)
            z: R.Tensor(s, dtype="float32") = R.multiply(y, y)
            w: R.Tensor(t, dtype="float32") = R.broadcast_to(z, t)
            v: R.Tensor(t, dtype="float32") = R.multiply(w, w)
            R.output(s, v)
        return v
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function(private=True)
    def fused_relax_broadcast_to(z: R.Tensor(dtype="float32", ndim=2), t: R.Shape(ndim=2)) -> R.Tensor(dtype="float32", ndim=2):
        R.func_attr({"Composite": "a.shape", "Primitive": True})
        with R.dataflow():
            w: R.Tensor(t, dtype="float32") = R.broadcast_to(z, t)
            R.output(w)
        return w

    @R.function(private=True)
    def fused_relax_multiply(y: R.Tensor(dtype="float32", ndim=2)) -> R.Tensor(dtype="float32", ndim=2):
        R.func_attr({"Composite": "a.square", "Primitive": True})
        with R.dataflow():
            z: R.Tensor(dtype="float32", ndim=2) = R.multiply(y, y)
            R.output(z)
        return z

    @R.function(private=True)
    def fused_relax_tensor_to_shape_relax_reshape(c: R.Tensor((2,), dtype="int64"), x: R.Tensor((4, 4), dtype="float32")) -> R.Tuple(R.Shape(ndim=2), R.Tensor(dtype="float32", ndim=2)):
        R.func_attr({"Composite": "a.parts", "Primitive": True})
        with R.dataflow():
            s: R.Shape(ndim=2) = R.tensor_to_shape(c)
            y: R.Tensor(s, dtype="float32") = R.reshape(x, s)
            R.output(s, y)
        return (s, y)

    @R.function
    def main(x: R.Tensor((4, 4), dtype="float32"), t: R.Shape(ndim=2)) -> R.Tensor(dtype="float32", ndim=2):
        cls = Module
        with R.dataflow():
            c: R.Tensor((2,), dtype="int64") = R.const([4, 4], "int64")
            lv: R.Tuple(R.Shape(ndim=2), R.Tensor(dtype="float32", ndim=2)) = cls.fused_relax_tensor_to_shape_relax_reshape(c, x)
            s: R.Shape(ndim=2) = lv[0]
            y: R.Tensor(dtype="float32", ndim=2) = lv[1]
            z: R.Tensor(dtype="float32", ndim=2) = cls.fused_relax_multiply(y)
            w: R.Tensor(t, dtype="float32") = cls.fused_relax_broadcast_to(z, t)
            v: R.Tensor(t, dtype="float32") = cls.fused_relax_multiply(w)
            R.output(s, v)
        return v
