# RUN: FuseOpsByPattern{"patterns":["assay.batch_norm_relu",["a.parts","concat((split($s)[1], split($s)[0]))"]],"entry_functions":["main"]}
# Fields of a tuple go along with the call that makes it.
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((1, 3, 4, 4), "float32"), g: R.Tensor((3,), "float32"), b: R.Tensor((3,), "float32"), m: R.Tensor((3,), "float32"), v: R.Tensor((3,), "float32")) -> R.Tensor((1, 3, 4, 4), "float32"):
        with R.dataflow():
            n = R.nn.batch_norm(x, g, b, m, v, axis=1)
            y = n[0]
            r = R.nn.relu(y)
            R.output(r)
        return r

    @R.function
    def other(x: R.Tensor((4,), "float32")) -> R.Tensor((4,), "float32"):
        with R.dataflow():
            r = R.nn.relu(x)
            R.output(r)
        return r
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function(private=True)
    def fused_relax_nn_batch_norm_relax_nn_relu(x: R.Tensor((1, 3, 4, 4), dtype="float32"), g: R.Tensor((3,), dtype="float32"), b: R.Tensor((3,), dtype="float32"), m: R.Tensor((3,), dtype="float32"), v: R.Tensor((3,), dtype="float32")) -> R.Tensor((1, 3, 4, 4), dtype="float32"):
        R.func_attr({"Composite": "assay.batch_norm_relu", "Primitive": True})
        with R.dataflow():
            n: R.Tuple(R.Tensor((1, 3, 4, 4), dtype="float32"), R.Tensor((3,), dtype="float32"), R.Tensor((3,), dtype="float32")) = R.nn.batch_norm(x, g, b, m, v, axis=1, epsilon=1.0000000000000001e-05, center=True, scale=True, momentum=0.10000000000000001, training=True)
            y: R.Tensor((1, 3, 4, 4), dtype="float32") = n[0]
            r: R.Tensor((1, 3, 4, 4), dtype="float32") = R.nn.relu(y)
            R.output(r)
        return r

    @R.function
    def other(x: R.Tensor((4,), dtype="float32")) -> R.Tensor((4,), dtype="float32"):
        with R.dataflow():
            r: R.Tensor((4,), dtype="float32") = R.nn.relu(x)
            R.output(r)
        return r

    @R.function
    def main(x: R.Tensor((1, 3, 4, 4), dtype="float32"), g: R.Tensor((3,), dtype="float32"), b: R.Tensor((3,), dtype="float32"), m: R.Tensor((3,), dtype="float32"), v: R.Tensor((3,), dtype="float32")) -> R.Tensor((1, 3, 4, 4), dtype="float32"):
        cls = Module
        with R.dataflow():
            r: R.Tensor((1, 3, 4, 4), dtype="float32") = cls.fused_relax_nn_batch_norm_relax_nn_relu(x, g, b, m, v)
            R.output(r)
        return r
