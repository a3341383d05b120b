from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor(("n", 4), "float32")):
        n = T.int64()
        R.func_attr({"tir_var_lower_bound": {"n": 1}})
        a = R.exp(x)
        b = R.sum(a, axis=[1])
        c = R.multiply(b, b)
        d = R.sum(c, axis=[0])
        return R.add(d, d)
