from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T
@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor(("n",), "float32")):
        n = T.int64(is_size_var=True)
        y: R.Tensor((n,), "float32") = R.exp(x)
        return y
