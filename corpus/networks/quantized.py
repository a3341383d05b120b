# Integers of eight bits between scales: products sum up in 32 bits.
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T


@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((2, 4), "float32"), w: R.Tensor((4, 3), "int8"), s: R.Tensor((3,), "float32")):
        with R.dataflow():
            q = R.quantize(x, R.const(0.05, "float32"), R.const(0, "int8"), axis=-1, out_dtype="int8")
            p = R.matmul(q, w, out_dtype="int32")
            f = R.multiply(R.astype(p, "float32"), s)
            r = R.astype(R.clip(R.round(f), R.prim_value(-128), R.prim_value(127)), "int8")
            y = R.dequantize(r, R.const(0.1, "float32"), R.const(3, "int8"), axis=-1, out_dtype="float32")
            R.output(p, y)
        return (p, y)
