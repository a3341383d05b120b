"""Types of calls whose shapes are not all numbers: written by hand from the rules of docs/semantics.md."""
from __future__ import annotations

from case import Row

ROWS: list[Row] = []
LABEL = "types-of-results"


def tensor(shape: str | None = None, dtype: str = "float32", ndim: int | None = None) -> str:
    parts = [f"({shape})"] if shape is not None else []
    parts += [f'dtype="{dtype}"'] if dtype else []
    parts += [f"ndim={ndim}"] if ndim is not None else []
    return f"R.Tensor({', '.join(parts)})"


def infer(op: str, call: str, type: str, **vars: str) -> None:
    ROWS.append(Row(op, call, LABEL, vars, None, None, type))


NM, RANK2, FREE = tensor("n, m"), tensor(ndim=2), tensor()
# What keeps the shape keeps all that is known of it.
for op in "abs acos asin atan ceil cos erf exp floor log negative round rsqrt sigmoid sign sin sqrt square tan tanh trunc".split():
    for type in (NM, RANK2, FREE):
        infer(op, f"R.{op}(x)", type, x=type)
for op in "nn.relu nn.silu nn.gelu nn.gelu_tanh nn.selu nn.leakyrelu nn.softplus".split():
    for type in (NM, RANK2, FREE):
        infer(op, f"R.{op}(x)", type, x=type)
infer("nn.softmax", "R.nn.softmax(x, axis=1)", NM, x=NM)
infer("nn.softmax", "R.nn.softmax(x, axis=-1)", FREE, x=FREE)
for op in ("isnan", "isinf", "isfinite"):
    infer(op, f"R.{op}(x)", tensor("n, m", "bool"), x=NM)
    infer(op, f"R.{op}(x)", tensor(None, "bool", 2), x=RANK2)
# Broadcasting: equal dimensions stay, 1 gives way, a difference that cannot be decided leaves the rank.
for op in "add subtract multiply divide power maximum minimum".split():
    infer(op, f"R.{op}(x, y)", NM, x=NM, y=NM)
    infer(op, f"R.{op}(x, y)", NM, x=NM, y=tensor("1, m"))
    infer(op, f"R.{op}(x, y)", NM, x=tensor("n, 1"), y=tensor("m,"))
    infer(op, f"R.{op}(x, y)", tensor("n, 3"), x=tensor("n, 3"), y=tensor(""))
    infer(op, f"R.{op}(x, y)", RANK2, x=tensor("n,"), y=tensor("k, m"))
    infer(op, f"R.{op}(x, y)", RANK2, x=RANK2, y=tensor(ndim=1))
    infer(op, f"R.{op}(x, y)", FREE, x=FREE, y=NM)
for op in "equal not_equal less less_equal greater greater_equal".split():
    infer(op, f"R.{op}(x, y)", tensor("n, m", "bool"), x=NM, y=tensor("m,"))
infer("where", "R.where(c, x, y)", tensor("n, m"), c=tensor("n, 1", "bool"), x=tensor("m,"), y=tensor("n, m"))
# Shapes computed from dimensions.
infer("matmul", "R.matmul(x, y)", tensor("n, k"), x=NM, y=tensor("m, k"))
infer("matmul", "R.matmul(x, y)", tensor("b, n, k"), x=tensor("b, n, m"), y=tensor("m, k"))
infer("matmul", "R.matmul(x, y)", tensor(ndim=2), x=RANK2, y=RANK2)
infer("permute_dims", "R.permute_dims(x)", tensor("m, n"), x=NM)
infer("permute_dims", "R.permute_dims(x, axes=[1, 2, 0])", tensor("n, 4, b"), x=tensor("b, n, 4"))
infer("expand_dims", "R.expand_dims(x, axis=[1])", tensor("n, 1, m"), x=NM)
infer("squeeze", "R.squeeze(x, axis=[1])", tensor("n,"), x=tensor("n, 1"))
infer("flatten", "R.flatten(x)", tensor("n * m,"), x=NM)
infer("flatten", "R.flatten(x)", tensor(ndim=1), x=RANK2)
infer("reshape", "R.reshape(x, R.shape([n * m]))", tensor("n * m,"), x=NM)
infer("reshape", "R.reshape(x, R.shape([m, n]))", tensor("m, n"), x=NM)
infer("broadcast_to", "R.broadcast_to(x, R.shape([4, n]))", tensor("4, n"), x=tensor("n,"))
infer("concat", "R.concat((x, y), axis=0)", tensor("n + k, m"), x=NM, y=tensor("k, m"))
infer("stack", "R.stack((x, y), axis=0)", tensor("2, n, m"), x=NM, y=NM)
infer("tile", "R.tile(x, repeats=[2, 3])", tensor("n * 2, m * 3"), x=NM)
infer("repeat", "R.repeat(x, repeats=2, axis=0)", tensor("n * 2, m"), x=NM)
for op in "sum prod max min mean variance std".split():
    infer(op, f"R.{op}(x, axis=[1])", tensor("n,"), x=NM)
    infer(op, f"R.{op}(x, axis=[0], keepdims=True)", tensor("1, m"), x=NM)
    infer(op, f"R.{op}(x)", tensor(""), x=FREE)
    infer(op, f"R.{op}(x, axis=[0])", tensor(ndim=1), x=RANK2)
for op in ("argmax", "argmin"):
    infer(op, f"R.{op}(x, axis=1)", tensor("n,", "int64"), x=NM)
for op in ("cumsum", "cumprod"):
    infer(op, f"R.{op}(x, axis=0)", NM, x=NM)
for op in ("sort",):
    infer(op, f"R.{op}(x, axis=0)", NM, x=NM)
infer("argsort", "R.argsort(x, axis=0)", tensor("n, m", "int32"), x=NM)
infer("take", "R.take(x, i, axis=0)", tensor("k, m"), x=NM, i=tensor("k,", "int64"))
infer("gather_elements", "R.gather_elements(x, i, axis=0)", tensor("k, m"), x=NM, i=tensor("k, m", "int64"))
infer("one_hot", "R.one_hot(i, R.prim_value(T.float32(1.0)), R.prim_value(T.float32(0.0)), depth=4)", tensor("n, 4"), i=tensor("n,", "int64"))
infer("strided_slice", "R.strided_slice(x, (0,), (1,), (3,), assume_inbound=False)", tensor("2, m"), x=tensor("8, m"))
infer("nn.conv2d", "R.nn.conv2d(x, w, padding=[1, 1, 1, 1])", tensor("b, 6, 8, 8"), x=tensor("b, 3, 8, 8"), w=tensor("6, 3, 3, 3"))
infer("nn.max_pool2d", "R.nn.max_pool2d(x, pool_size=[2, 2], strides=[2, 2])", tensor("b, 3, 4, 4"), x=tensor("b, 3, 8, 8"))
infer("nn.adaptive_avg_pool2d", "R.nn.adaptive_avg_pool2d(x, output_size=[2, 2])", tensor("b, 3, 2, 2"), x=tensor("b, 3, n, m"))
infer("nn.layer_norm", "R.nn.layer_norm(x, g, g, axes=[-1])", NM, x=NM, g=tensor("m,"))
infer("nn.rms_norm", "R.nn.rms_norm(x, g, axes=[-1])", NM, x=NM, g=tensor("m,"))
infer("nn.attention", "R.nn.attention(q, k, v)", tensor("b, s, 8, 16"), q=tensor("b, s, 8, 16"), k=tensor("b, t, 8, 16"), v=tensor("b, t, 8, 16"))
infer("astype", 'R.astype(x, dtype="float16")', tensor("n, m", "float16"), x=NM)
infer("zeros_like", "R.zeros_like(x)", RANK2, x=RANK2)
infer("ones", 'R.ones(R.shape([n, 2]), dtype="int8")', tensor("n, 2", "int8"), x=tensor("n,"))
infer("topk", "R.topk(x, k=1)", f"R.Tuple({tensor('n, 1')}, {tensor('n, 1', 'int32')})", x=NM)
infer("split", "R.split(x, indices_or_sections=2, axis=1)", f"R.Tuple({tensor('n, 2')}, {tensor('n, 2')})", x=tensor("n, 4"))
