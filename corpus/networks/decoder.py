# A decoder as language models have it: norms, rotary positions, a cache of keys and values that heads share, a gated product, and what each word scores.
from tvm.script import ir as I
from tvm.script import tirx as T
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def prefill(x: R.Tensor(("n", 64), "float32"), keys: R.Tensor(("m", 2, 16), "float32"), values: R.Tensor(("m", 2, 16), "float32"), cosine: R.Tensor(("n", 1, 8), "float32"), sine: R.Tensor(("n", 1, 8), "float32"), mask: R.Tensor(("n", "m + n"), "float32"), first: R.Tensor((64,), "float32"), wq: R.Tensor((64, 64), "float32"), wk: R.Tensor((32, 64), "float32"), wv: R.Tensor((32, 64), "float32"), wo: R.Tensor((64, 64), "float32"), second: R.Tensor((64,), "float32"), gate: R.Tensor((96, 64), "float32"), up: R.Tensor((96, 64), "float32"), down: R.Tensor((64, 96), "float32"), last: R.Tensor((64,), "float32"), words: R.Tensor((128, 64), "float32")):
        n = T.int64()
        m = T.int64()
        with R.dataflow():
            h = R.nn.rms_norm(x, first, axes=[-1], epsilon=1e-05)
            q = R.reshape(R.matmul(h, R.permute_dims(wq)), R.shape([n, 4, 16]))
            k = R.reshape(R.matmul(h, R.permute_dims(wk)), R.shape([n, 2, 16]))
            v = R.reshape(R.matmul(h, R.permute_dims(wv)), R.shape([n, 2, 16]))
            qs = R.split(q, indices_or_sections=2, axis=-1)
            qa = R.subtract(R.multiply(qs[0], cosine), R.multiply(qs[1], sine))
            qb = R.add(R.multiply(qs[1], cosine), R.multiply(qs[0], sine))
            qr = R.concat((qa, qb), axis=-1)
            ks = R.split(k, indices_or_sections=2, axis=-1)
            ka = R.subtract(R.multiply(ks[0], cosine), R.multiply(ks[1], sine))
            kb = R.add(R.multiply(ks[1], cosine), R.multiply(ks[0], sine))
            kr = R.concat((ka, kb), axis=-1)
            all_keys = R.concat((keys, kr), axis=0)
            all_values = R.concat((values, v), axis=0)
            kh = R.permute_dims(R.repeat(all_keys, repeats=2, axis=1), axes=[1, 2, 0])
            vh = R.permute_dims(R.repeat(all_values, repeats=2, axis=1), axes=[1, 0, 2])
            s = R.multiply(R.matmul(R.permute_dims(qr, axes=[1, 0, 2]), kh), R.const(0.25, "float32"))
            p = R.nn.softmax(R.add(s, mask), axis=-1)
            o = R.reshape(R.permute_dims(R.matmul(p, vh), axes=[1, 0, 2]), R.shape([n, 64]))
            a = R.add(x, R.matmul(o, R.permute_dims(wo)))
            g = R.nn.rms_norm(a, second, axes=[-1], epsilon=1e-05)
            e = R.multiply(R.nn.silu(R.matmul(g, R.permute_dims(gate))), R.matmul(g, R.permute_dims(up)))
            b = R.add(a, R.matmul(e, R.permute_dims(down)))
            l = R.nn.rms_norm(R.strided_slice(b, axes=[0], begin=[n - 1], end=[n]), last, axes=[-1], epsilon=1e-05)
            logits = R.matmul(l, R.permute_dims(words))
            R.output(b, logits, all_keys, all_values)
        return b, logits, all_keys, all_values

    @R.function
    def decode(x: R.Tensor((1, 64), "float32"), keys: R.Tensor(("m", 2, 16), "float32"), values: R.Tensor(("m", 2, 16), "float32"), cosine: R.Tensor((1, 1, 8), "float32"), sine: R.Tensor((1, 1, 8), "float32"), mask: R.Tensor((1, "m + 1"), "float32"), first: R.Tensor((64,), "float32"), wq: R.Tensor((64, 64), "float32"), wk: R.Tensor((32, 64), "float32"), wv: R.Tensor((32, 64), "float32"), wo: R.Tensor((64, 64), "float32"), second: R.Tensor((64,), "float32"), gate: R.Tensor((96, 64), "float32"), up: R.Tensor((96, 64), "float32"), down: R.Tensor((64, 96), "float32"), last: R.Tensor((64,), "float32"), words: R.Tensor((128, 64), "float32")):
        m = T.int64()
        with R.dataflow():
            h = R.nn.rms_norm(x, first, axes=[-1], epsilon=1e-05)
            q = R.reshape(R.matmul(h, R.permute_dims(wq)), R.shape([1, 4, 16]))
            k = R.reshape(R.matmul(h, R.permute_dims(wk)), R.shape([1, 2, 16]))
            v = R.reshape(R.matmul(h, R.permute_dims(wv)), R.shape([1, 2, 16]))
            qs = R.split(q, indices_or_sections=2, axis=-1)
            qa = R.subtract(R.multiply(qs[0], cosine), R.multiply(qs[1], sine))
            qb = R.add(R.multiply(qs[1], cosine), R.multiply(qs[0], sine))
            qr = R.concat((qa, qb), axis=-1)
            ks = R.split(k, indices_or_sections=2, axis=-1)
            ka = R.subtract(R.multiply(ks[0], cosine), R.multiply(ks[1], sine))
            kb = R.add(R.multiply(ks[1], cosine), R.multiply(ks[0], sine))
            kr = R.concat((ka, kb), axis=-1)
            all_keys = R.concat((keys, kr), axis=0)
            all_values = R.concat((values, v), axis=0)
            kh = R.permute_dims(R.repeat(all_keys, repeats=2, axis=1), axes=[1, 2, 0])
            vh = R.permute_dims(R.repeat(all_values, repeats=2, axis=1), axes=[1, 0, 2])
            s = R.multiply(R.matmul(R.permute_dims(qr, axes=[1, 0, 2]), kh), R.const(0.25, "float32"))
            p = R.nn.softmax(R.add(s, mask), axis=-1)
            o = R.reshape(R.permute_dims(R.matmul(p, vh), axes=[1, 0, 2]), R.shape([1, 64]))
            a = R.add(x, R.matmul(o, R.permute_dims(wo)))
            g = R.nn.rms_norm(a, second, axes=[-1], epsilon=1e-05)
            e = R.multiply(R.nn.silu(R.matmul(g, R.permute_dims(gate))), R.matmul(g, R.permute_dims(up)))
            b = R.add(a, R.matmul(e, R.permute_dims(down)))
            l = R.nn.rms_norm(R.strided_slice(b, axes=[0], begin=[1 - 1], end=[1]), last, axes=[-1], epsilon=1e-05)
            logits = R.matmul(l, R.permute_dims(words))
            R.output(b, logits, all_keys, all_values)
        return b, logits, all_keys, all_values
