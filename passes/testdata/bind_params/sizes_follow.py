# RUN: BindParams{"func_name":"main","params":{"w":{"dtype":"float32","shape":[2],"data":[1,2.5]},"b":[1,2]}}
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor(("n",), dtype="float32"), w: R.Tensor(("n",), dtype="float32"), b: R.Tensor((2,), dtype="int32")) -> R.Tuple(R.Tensor(("n",), dtype="float32"), R.Tensor((2,), dtype="int32")):
        n = T.int64()
        y = R.add(x, w)
        return (y, b)
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((2,), dtype="float32")) -> R.Tuple(R.Tensor((2,), dtype="float32"), R.Tensor((2,), dtype="int32")):
        y: R.Tensor((2,), dtype="float32") = R.add(x, R.const([1.0, 2.5], "float32"))
        return (y, R.const([1, 2], "int32"))
