# A step of decoding: rotary positions, and keys that are added to those of before.
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T


@I.ir_module
class Module:
    @R.function(private=True)
    def rotate(x: R.Tensor((1, 2, 4), "float32"), cos: R.Tensor((1, 1, 4), "float32"), sin: R.Tensor((1, 1, 4), "float32")) -> R.Tensor((1, 2, 4), "float32"):
        with R.dataflow():
            halves = R.split(x, 2, axis=-1)
            a = halves[0]
            b = halves[1]
            turned = R.concat((R.negative(b), a), axis=-1)
            y = R.add(R.multiply(x, cos), R.multiply(turned, sin))
            R.output(y)
        return y

    @R.function
    def main(q: R.Tensor((1, 8), "float32"), k: R.Tensor((1, 8), "float32"), cache: R.Tensor(("m", 2, 4), "float32"), angles: R.Tensor((16, 4), "float32")):
        m = T.int64()
        cls = Module
        with R.dataflow():
            last = R.take(angles, R.const([3], "int64"), axis=0)
            cos = R.expand_dims(R.cos(last), axis=[1])
            sin = R.expand_dims(R.sin(last), axis=[1])
            qr = cls.rotate(R.reshape(q, R.shape([1, 2, 4])), cos, sin)
            kr = cls.rotate(R.reshape(k, R.shape([1, 2, 4])), cos, sin)
            keys = R.concat((cache, kr), axis=0)
            scores = R.matmul(R.permute_dims(qr, axes=[1, 0, 2]), R.permute_dims(keys, axes=[1, 2, 0]))
            p = R.nn.softmax(scores, axis=-1)
            R.output(keys, p)
        return (p, keys)
