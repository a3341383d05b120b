# RUN: FuseOpsByPattern{"patterns":[["a.relu_exp","nn.relu(exp(_))"],["b.add","add($x, $x)"]],"bind_constants":false,"annotate_codegen":true}
# Each composite function gets one around it for its compiler; equal ones share it.
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor(("n",), "float32"), y: R.Tensor(("n",), "float32")) -> R.Tensor(("n",), "float32"):
        with R.dataflow():
            a = R.exp(x)
            b = R.nn.relu(a)
            c = R.exp(b)
            d = R.nn.relu(c)
            e = R.add(d, d)
            f = R.add(e, y)
            R.output(f)
        return f
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def fused_relax_add_b(d: R.Tensor(("n",), dtype="float32")) -> R.Tensor(("n",), dtype="float32"):
        n = T.int64()
        R.func_attr({"Codegen": "b"})
        # from tvm.script import tirx as T
        # from tvm.tirx.layout import Axis
        # from tvm.script import relax as R
        
        @R.function
        def local_func(d_1: R.Tensor((n,), dtype="float32")) -> R.Tensor((n,), dtype="float32"):
            R.func_attr({"Composite": "b.add"})
            with R.dataflow():
                e: R.Tensor((n,), dtype="float32") = R.add(d_1, d_1)
                R.output(e)
            return e

        output: R.Tensor((n,), dtype="float32") = local_func(d)
        return output

    @R.function
    def fused_relax_exp_relax_nn_relu_a(x: R.Tensor(("n",), dtype="float32")) -> R.Tensor(("n",), dtype="float32"):
        n = T.int64()
        R.func_attr({"Codegen": "a"})
        # from tvm.script import tirx as T
        # from tvm.tirx.layout import Axis
        # from tvm.script import relax as R
        
        @R.function
        def local_func(x_1: R.Tensor((n,), dtype="float32")) -> R.Tensor((n,), dtype="float32"):
            R.func_attr({"Composite": "a.relu_exp"})
            with R.dataflow():
                a: R.Tensor((n,), dtype="float32") = R.exp(x_1)
                b: R.Tensor((n,), dtype="float32") = R.nn.relu(a)
                R.output(b)
            return b

        output: R.Tensor((n,), dtype="float32") = local_func(x)
        return output

    @R.function
    def main(x: R.Tensor(("n",), dtype="float32"), y: R.Tensor(("n",), dtype="float32")) -> R.Tensor(("n",), dtype="float32"):
        n = T.int64()
        cls = Module
        with R.dataflow():
            b: R.Tensor((n,), dtype="float32") = cls.fused_relax_exp_relax_nn_relu_a(x)
            d: R.Tensor((n,), dtype="float32") = cls.fused_relax_exp_relax_nn_relu_a(b)
            e: R.Tensor((n,), dtype="float32") = cls.fused_relax_add_b(d)
            f: R.Tensor((n,), dtype="float32") = R.add(e, y)
            R.output(f)
        return f
