"""Texts and modules of TVM that several tests use."""
from __future__ import annotations

ADD = '''
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((2, 3), dtype="float32"), y: R.Tensor((3,), dtype="float32")) -> R.Tensor((2, 3), dtype="float32"):
        with R.dataflow():
            z: R.Tensor((2, 3), dtype="float32") = R.add(x, y)
            R.output(z)
        return z
'''
SUBTRACT = ADD.replace("R.add", "R.subtract")
SUM = '''
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((4, 64), dtype="float32")) -> R.Tensor((4,), dtype="float32"):
        with R.dataflow():
            z: R.Tensor((4,), dtype="float32") = R.sum(x, axis=[1])
            R.output(z)
        return z
'''
KINDS = '''
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((2,), dtype="int8"), n: R.Shape(["m"]), p: R.Prim("int32"), t: R.Tuple(R.Tensor((1,), dtype="bool"), R.Tensor((2,), dtype="float64"))):
        return (x, n, p, t)
'''
ILL_FORMED = ADD.replace("return z", "return undefined")
OUT_OF_BOUNDS = '''
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((4,), dtype="float32"), i: R.Tensor((1,), dtype="int64")) -> R.Tensor((1,), dtype="float32"):
        with R.dataflow():
            z: R.Tensor((1,), dtype="float32") = R.take(x, i, axis=0, mode="fast")
            R.output(z)
        return z
'''
