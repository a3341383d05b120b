# RUN: RunCodegen
# Both calls become calls of one external function, which goes into the module's attribute with what it calls itself; a
# private caller keeps its call, and so the function stays for it, without its attributes.
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def twice_assay(x: R.Tensor(("n",), "float32")) -> R.Tuple(R.Tensor(("n",), "float32"), R.Tensor(("n",), "float32")):
        R.func_attr({"Codegen": "assay"})
        cls = Module
        y = R.add(x, x)
        z = cls.helper(y)
        return (y, z)

    @R.function(private=True)
    def helper(x: R.Tensor(("n",), "float32")) -> R.Tensor(("n",), "float32"):
        y = R.exp(x)
        return y

    @R.function(private=True)
    def inner(x: R.Tensor((4,), "float32")) -> R.Tensor((4,), "float32"):
        cls = Module
        y = cls.twice_assay(x)
        z = y[1]
        return z

    @R.function
    def main(x: R.Tensor(("n",), "float32"), w: R.Tensor((4,), "float32")) -> R.Tensor(("n",), "float32"):
        cls = Module
        with R.dataflow():
            a = cls.twice_assay(x)
            b = a[0]
            c = cls.twice_assay(b)
            d = c[1]
            R.output(d)
        e = cls.inner(w)
        return d
# ---
# error: no pass is called 'RunCodegen'
