# RUN: FuseOpsByPattern{"patterns":[["a.relu_exp","nn.relu(exp(_))"]]}
# Both relus would take the exp: the first one keeps it, and the second is left as it is. (TVM names it a composite all
# the same, without its exp.)
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((4,), "float32")) -> R.Tensor((4,), "float32"):
        with R.dataflow():
            a = R.exp(x)
            b = R.nn.relu(a)
            c = R.nn.relu(a)
            d = R.add(b, c)
            R.output(d)
        return d
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function(private=True)
    def fused_relax_exp_relax_nn_relu(x: R.Tensor((4,), dtype="float32")) -> R.Tuple(R.Tensor((4,), dtype="float32"), R.Tensor((4,), dtype="float32")):
        R.func_attr({"Composite": "a.relu_exp", "Primitive": True})
        with R.dataflow():
            a: R.Tensor((4,), dtype="float32") = R.exp(x)
            b: R.Tensor((4,), dtype="float32") = R.nn.relu(a)
            R.output(a, b)
        return (a, b)

    @R.function
    def main(x: R.Tensor((4,), dtype="float32")) -> R.Tensor((4,), dtype="float32"):
        cls = Module
        with R.dataflow():
            lv: R.Tuple(R.Tensor((4,), dtype="float32"), R.Tensor((4,), dtype="float32")) = cls.fused_relax_exp_relax_nn_relu(x)
            a: R.Tensor((4,), dtype="float32") = lv[0]
            b: R.Tensor((4,), dtype="float32") = lv[1]
            c: R.Tensor((4,), dtype="float32") = R.nn.relu(a)
            d: R.Tensor((4,), dtype="float32") = R.add(b, c)
            R.output(d)
        return d
