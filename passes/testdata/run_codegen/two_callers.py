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
    def main(x: R.Tensor(("n",), "float32"), w: R.Tensor((4,), "float32")) -> R.Tuple(R.Tensor(("n",), "float32"), R.Tensor((4,), "float32")):
        cls = Module
        with R.dataflow():
            a = cls.twice_assay(x)
            b = a[0]
            c = cls.twice_assay(b)
            d = c[1]
            R.output(d)
        e = cls.inner(w)
        return (d, e)
# ---
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_attrs({"external_mods": ["# from tvm.script import ir as I\n# from tvm.script import tirx as T\n# from tvm.tirx.layout import Axis\n# from tvm.script import relax as R\n\n@I.ir_module\nclass Module:\n    @R.function(private=True)\n    def helper(x: R.Tensor((\"n\",), dtype=\"float32\")) -> R.Tensor((\"n\",), dtype=\"float32\"):\n        n = T.int64()\n        y: R.Tensor((n,), dtype=\"float32\") = R.exp(x)\n        return y\n\n    @R.function\n    def twice_assay(x: R.Tensor((\"n\",), dtype=\"float32\")) -> R.Tuple(R.Tensor((\"n\",), dtype=\"float32\"), R.Tensor((\"n\",), dtype=\"float32\")):\n        n = T.int64()\n        R.func_attr({\"Codegen\": \"assay\"})\n        cls = Module\n        y: R.Tensor((n,), dtype=\"float32\") = R.add(x, x)\n        z: R.Tensor((n,), dtype=\"float32\") = cls.helper(y)\n        return (y, z)"]})
    @R.function(private=True)
    def helper(x: R.Tensor(("n",), dtype="float32")) -> R.Tensor(("n",), dtype="float32"):
        n = T.int64()
        y: R.Tensor((n,), dtype="float32") = R.exp(x)
        return y

    @R.function(private=True)
    def inner(x: R.Tensor((4,), dtype="float32")) -> R.Tensor((4,), dtype="float32"):
        cls = Module
        y: R.Tuple(R.Tensor((4,), dtype="float32"), R.Tensor((4,), dtype="float32")) = cls.twice_assay(x)
        z: R.Tensor((4,), dtype="float32") = y[1]
        return z

    @R.function(private=True)
    def twice_assay(x: R.Tensor(("n",), dtype="float32")) -> R.Tuple(R.Tensor(("n",), dtype="float32"), R.Tensor(("n",), dtype="float32")):
        n = T.int64()
        cls = Module
        y: R.Tensor((n,), dtype="float32") = R.add(x, x)
        z: R.Tensor((n,), dtype="float32") = cls.helper(y)
        return (y, z)

    @R.function
    def main(x: R.Tensor(("n",), dtype="float32"), w: R.Tensor((4,), dtype="float32")) -> R.Tuple(R.Tensor(("n",), dtype="float32"), R.Tensor((4,), dtype="float32")):
        n = T.int64()
        cls = Module
        with R.dataflow():
            a = R.call_dps_packed("twice_assay", (x,), out_ty=[R.Tensor((n,), dtype="float32"), R.Tensor((n,), dtype="float32")])
            b: R.Tensor((n,), dtype="float32") = a[0]
            c = R.call_dps_packed("twice_assay", (b,), out_ty=[R.Tensor((n,), dtype="float32"), R.Tensor((n,), dtype="float32")])
            d: R.Tensor((n,), dtype="float32") = c[1]
            R.output(d)
        e: R.Tensor((4,), dtype="float32") = cls.inner(w)
        return (d, e)
