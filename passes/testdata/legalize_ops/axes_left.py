# RUN: LegalizeOps
# Axes that data does not have, also of a scalar, which has none.
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((2, 2), "float32"), i: R.Tensor((2, 2), "int64"), s: R.Tensor((), "float32"), n: R.Tensor((), "int64")):
        y = R.scatter_elements(x, i, x, axis=2)
        z = R.scatter_elements(s, n, s, axis=0)
        return (y, z)
# ---
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((2, 2), dtype="float32"), i: R.Tensor((2, 2), dtype="int64"), s: R.Tensor((), dtype="float32"), n: R.Tensor((), dtype="int64")) -> R.Tuple(R.Tensor((2, 2), dtype="float32"), R.Tensor((), dtype="float32")):
        y: R.Tensor((2, 2), dtype="float32") = R.scatter_elements(x, i, x, axis=2, reduction="update")
        z: R.Tensor((), dtype="float32") = R.scatter_elements(s, n, s, axis=0, reduction="update")
        return (y, z)
# note: relax.scatter_elements now: data has no axis 2
# note: relax.scatter_elements now: data has no axis 0
