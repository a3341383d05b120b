"""Operators that move elements, count them, or fold them: shapes, slices, indices, orders, reductions, products."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from case import Array, Out, Row, Value, Want, of, some

ROWS: list[Row] = []
BITS = "bits-that-only-move"
INDICES = "indices-that-tensors-hold"
ORDER = "order-and-equality-of-elements"
SUMS = "order-of-operations-and-tolerances"


def add(op: str, call: str, label: str, want: Want | None, out: Out = None, **inputs: Value) -> None:
    ROWS.append(Row(op, call, label, inputs, want, out))


# ---- shapes
X = some((2, 3, 4))
add("permute_dims", "R.permute_dims(x, axes=[2, 0, 1])", BITS, lambda x: x.transpose(2, 0, 1), x=X)
add("permute_dims", "R.permute_dims(x, axes=[-1, 0, 1])", BITS, lambda x: x.transpose(2, 0, 1), x=some((2, 3, 4), "int8"))
add("permute_dims", "R.permute_dims(x)", BITS, lambda x: x.T, x=X)
add("expand_dims", "R.expand_dims(x, axis=[0, -1])", BITS, lambda x: x[None, ..., None], x=some((2, 3)))
add("expand_dims", "R.expand_dims(x, axis=[1])", BITS, lambda x: x[:, None], x=some((2, 3), "bool"))
add("squeeze", "R.squeeze(x)", BITS, lambda x: x.squeeze(), x=some((1, 3, 1, 2)))
add("squeeze", "R.squeeze(x, axis=[-2])", BITS, lambda x: x.squeeze(2), x=some((1, 3, 1, 2)))
add("flip", "R.flip(x, axis=1)", BITS, lambda x: np.flip(x, 1), x=X)
add("flip", "R.flip(x, axis=-1)", BITS, lambda x: np.flip(x, -1), x=some((5,), "int64"))
add("reshape", "R.reshape(x, R.shape([4, 6]))", BITS, lambda x: x.reshape(4, 6), x=X)
add("reshape", "R.reshape(x, R.shape([24]))", BITS, lambda x: x.reshape(24), x=X)
add("flatten", "R.flatten(x)", BITS, lambda x: x.reshape(-1), x=X)
add("flatten", "R.flatten(x)", BITS, lambda x: x.reshape(-1), x=some(()))
add("broadcast_to", "R.broadcast_to(x, R.shape([2, 3, 4]))", BITS, lambda x: np.broadcast_to(x, (2, 3, 4)), x=some((3, 1)))
add("concat", "R.concat((x, y), axis=1)", BITS, lambda x, y: np.concatenate((x, y), 1), x=some((2, 3)), y=some((2, 2)))
add("concat", "R.concat((x, y, x), axis=-2)", BITS, lambda x, y: np.concatenate((x, y, x), 0), x=some((2, 3)), y=some((1, 3)))
add("stack", "R.stack((x, y), axis=1)", BITS, lambda x, y: np.stack((x, y), 1), x=some((2, 3), seed="a"), y=some((2, 3), seed="b"))
add("stack", "R.stack((x, y), axis=-1)", BITS, lambda x, y: np.stack((x, y), -1), x=some((3,), seed="a"), y=some((3,), seed="b"))
add("split", "R.split(x, indices_or_sections=2, axis=2)", BITS, lambda x: tuple(np.split(x, 2, 2)), x=X)
add("split", "R.split(x, indices_or_sections=[1, 3], axis=-1)", BITS, lambda x: tuple(np.split(x, [1, 3], -1)), x=X)
add("split", "R.split(x, indices_or_sections=3, axis=0)", BITS, lambda x: (x[:2], x[2:4], x[4:]), x=some((5,)))
add("tile", "R.tile(x, repeats=[2, 1, 2])", BITS, lambda x: np.tile(x, (2, 1, 2)), x=some((2, 3)))
add("tile", "R.tile(x, repeats=[2])", BITS, lambda x: np.tile(x, (2,)), x=some((2, 3)))
add("repeat", "R.repeat(x, repeats=2, axis=1)", BITS, lambda x: np.repeat(x, 2, 1), x=some((2, 3)))
add("repeat", "R.repeat(x, repeats=3)", BITS, lambda x: np.repeat(x, 3), x=some((2, 3), "int32"))
add("layout_transform", "R.layout_transform(x, index_map=T.index_map(lambda i, j: (j, i)))", BITS, lambda x: x.T, x=some((2, 3)))
add("layout_transform", "R.layout_transform(x, index_map=T.index_map(lambda i: (i // 4, i % 4)))", BITS, lambda x: x.reshape(3, 4), x=some((12,)))
add("strided_slice", "R.strided_slice(x, (0, 2), (0, 1), (2, 4), assume_inbound=False)", BITS, lambda x: x[0:2, :, 1:4], x=X)
add("strided_slice", "R.strided_slice(x, (1,), (0,), (3,), (2,), assume_inbound=False)", BITS, lambda x: x[:, 0:3:2], x=X)
add("strided_slice", "R.strided_slice(x, (0,), (-3,), (100,), assume_inbound=False)", BITS, lambda x: x[-3:100], x=some((7,)))
add("strided_slice", "R.strided_slice(x, (0,), (5,), (1,), (-2,), assume_inbound=False)", BITS, lambda x: x[5:1:-2], x=some((7,)))
add("strided_slice", "R.strided_slice(x, (0,), (4,), (2,), assume_inbound=False)", BITS, lambda x: x[4:2], x=some((7,)))
add("dynamic_strided_slice", "R.dynamic_strided_slice(x, b, e, s)", "results-whose-shape-the-run-gives", lambda x, b, e, s: x[1:3, 0:4:2],
    x=some((3, 4)), b=of([1, 0], "int64"), e=of([3, 4], "int64"), s=of([1, 2], "int64"))
ROWS[-1].type = 'R.Tensor(dtype="float32", ndim=2)'
add("nn.pad", "R.nn.pad(x, pad_width=[1, 2, 0, 1])", BITS, lambda x: np.pad(x, ((1, 2), (0, 1))), x=some((2, 3)))
add("nn.pad", "R.nn.pad(x, pad_width=[1, 2], pad_value=2.5)", BITS, lambda x: np.pad(x, (1, 2), constant_values=2.5), x=some((4,)))
for mode, name in {"reflect": "reflect", "replicate": "edge", "circular": "wrap"}.items():
    add("nn.pad", f'R.nn.pad(x, pad_width=[0, 0, 2, 1], pad_mode="{mode}")', BITS, lambda x, n=name: np.pad(x, ((0, 0), (2, 1)), n), x=some((2, 4)))
add("nn.pixel_shuffle", "R.nn.pixel_shuffle(x, upscale_factor=2)", BITS,
    lambda x: x.reshape(1, 2, 2, 2, 2, 3).transpose(0, 1, 4, 2, 5, 3).reshape(1, 2, 4, 6), x=some((1, 8, 2, 3)))
add("nn.batch_flatten", "R.nn.batch_flatten(x)", BITS, lambda x: x.reshape(2, 12), x=X)
for indexing in ("ij",):
    add("meshgrid", f'R.meshgrid((x, y), indexing="{indexing}")', BITS, lambda x, y, i=indexing: tuple(np.meshgrid(x, y, indexing=i)),
        x=some((2,)), y=some((3,)))
add("reverse_sequence", "R.reverse_sequence(x, n, seq_axis=1, batch_axis=0)", BITS,
    lambda x, n: np.stack([np.concatenate((row[:k][::-1], row[k:])) for row, k in zip(x, n)]), x=some((3, 4)), n=of([1, 3, 4], "int64"))

# ---- reductions
REDUCTIONS = {"sum": np.sum, "prod": np.prod, "max": np.max, "min": np.min, "mean": np.mean, "variance": np.var, "std": np.std}
FORMS = [("axis=[1]", {"axis": 1}), ("axis=[0, 2], keepdims=True", {"axis": (0, 2), "keepdims": True}), ("axis=[-1]", {"axis": -1}), ("", {})]
for op, function in REDUCTIONS.items():
    for text, options in FORMS:
        add(op, f"R.{op}(x{', ' + text if text else ''})", SUMS, lambda x, f=function, o=options: f(x, **o), x=some((2, 3, 4), low=-2, high=2))
for op in ("sum", "max", "min"):
    add(op, f"R.{op}(x, axis=[0])", SUMS, lambda x, f=REDUCTIONS[op]: f(x, axis=0, **({"dtype": "int32"} if f is np.sum else {})), x=some((3, 4), "int32", -99, 99))
add("sum", "R.sum(x, axis=[1])", "reductions-over-nothing", lambda x: np.zeros(2), x=some((2, 0)))
add("prod", "R.prod(x, axis=[1])", "reductions-over-nothing", lambda x: np.ones(2), x=some((2, 0)))
add("prod", "R.prod(x, axis=[0])", "integer-arithmetic", lambda x: of([-128], "int8"), x=of([[-64], [2]], "int8"))
for op, function in {"argmax": np.argmax, "argmin": np.argmin}.items():
    add(op, f"R.{op}(x, axis=1)", ORDER, lambda x, f=function: f(x, 1), x=some((3, 5), seed=op))
    add(op, f"R.{op}(x, axis=-1, keepdims=True)", ORDER, lambda x, f=function: f(x, -1, keepdims=True), x=of([[3, 1, 1, 3]], "int32"))
    add(op, f"R.{op}(x)", ORDER, lambda x, f=function: f(x), x=some((2, 3), seed=op))
for op, function in {"cumsum": np.cumsum, "cumprod": np.cumprod}.items():
    add(op, f"R.{op}(x, axis=1)", SUMS, lambda x, f=function: f(x, 1), x=some((2, 4), low=-2, high=2))
    add(op, f"R.{op}(x)", SUMS, lambda x, f=function: f(x), x=some((2, 3), low=-2, high=2))
add("cumsum", "R.cumsum(x, axis=0, exclusive=True)", SUMS, lambda x: np.cumsum(x, 0) - x, x=some((5,)))
add("cumsum", 'R.cumsum(x, axis=0, dtype="int64")', SUMS, lambda x: np.cumsum(x, 0, "int64"), x=some((5,), "int32"))
add("collapse_sum_to", "R.collapse_sum_to(x, R.shape([3, 1]))", SUMS, lambda x: x.sum((0, 2))[:, None], x=X)
add("collapse_sum_like", "R.collapse_sum_like(x, y)", SUMS, lambda x, y: x.sum(0), x=X, y=some((3, 4)))

# ---- products
A, B = some((3, 4), seed="a"), some((4, 5), seed="b")
add("matmul", "R.matmul(x, y)", SUMS, lambda x, y: x @ y, x=A, y=B)
add("matmul", "R.matmul(x, y)", SUMS, lambda x, y: x @ y, x=some((2, 1, 3, 4)), y=some((5, 4, 2)))
add("matmul", "R.matmul(x, y)", SUMS, lambda x, y: x @ y, x=some((4,)), y=B)
add("matmul", "R.matmul(x, y)", SUMS, lambda x, y: x @ y, x=A, y=some((4,)))
add("matmul", "R.matmul(x, y)", SUMS, lambda x, y: x @ y, x=some((4,), seed="a"), y=some((4,), seed="b"))
add("matmul", 'R.matmul(x, y, out_dtype="float32")', SUMS, lambda x, y: x @ y, "float32", x=some((2, 3), "float16"), y=some((3, 2), "float16"))
add("matmul", 'R.matmul(x, y, out_dtype="int32")', SUMS, lambda x, y: x.astype("int32") @ y, "int32", x=some((2, 3), "int8", -99, 99), y=some((3, 2), "int8", -99, 99))
add("matmul", "R.matmul(x, y)", "reductions-over-nothing", lambda x, y: np.zeros((2, 3)), x=some((2, 0)), y=some((0, 3)))
add("outer", "R.outer(x, y)", SUMS, lambda x, y: np.outer(x, y), x=some((3,)), y=some((2,)))
for subscripts, shapes in {"ij,jk->ik": ((2, 3), (3, 4)), "ij,ij->j": ((2, 3), (2, 3)), "bij,bjk->bik": ((2, 2, 3), (2, 3, 2)), "ii->i": ((3, 3),)}.items():
    names = ("x", "y")[:len(shapes)]
    add("einsum", f'R.einsum(({", ".join(names)},), subscripts="{subscripts}")', SUMS, lambda s=subscripts, **t: np.einsum(s, *t.values()),
        None, **{name: some(shape, seed=name) for name, shape in zip(names, shapes)})

# ---- orders
for dtype in ("float32", "int32"):
    x = some((3, 6), dtype, -3, 3, "order")
    add("sort", "R.sort(x, axis=1)", ORDER, lambda x: np.sort(x, 1), x=x)
    add("sort", "R.sort(x, axis=0, descending=True)", ORDER, lambda x: -np.sort(-x, 0), x=x)
    add("argsort", "R.argsort(x, axis=1)", ORDER, lambda x: np.argsort(x, 1, kind="stable"), "int32", x=x)
    add("argsort", 'R.argsort(x, axis=-1, descending=True, dtype="int64")', ORDER, lambda x: np.argsort(-x, -1, kind="stable"), "int64", x=x)


def top(x: Array, k: int, sign: int) -> tuple[Array, Array]:
    at = np.argsort(sign * x, -1, kind="stable")[..., :k]
    return np.take_along_axis(x, at, -1), at.astype("int32")


add("topk", "R.topk(x, k=2)", ORDER, lambda x: top(x, 2, -1), x=some((2, 5), seed="top"))
add("topk", 'R.topk(x, k=3, largest=False, ret_type="values")', ORDER, lambda x: top(x, 3, 1)[0], x=some((2, 5), seed="top"))
add("topk", 'R.topk(x, k=2, ret_type="indices")', ORDER, lambda x: top(x, 2, -1)[1], x=some((5,), seed="top"))


def median(x: Array, axis: int, keepdims: bool = False) -> tuple[Array, Array]:
    at = np.argsort(x, axis, kind="stable").take([(x.shape[axis] - 1) // 2], axis)
    value = np.take_along_axis(x, at, axis)
    return (value, at.astype("int64")) if keepdims else (value.squeeze(axis), at.squeeze(axis).astype("int64"))


add("median", "R.median(x, axis=[1])", ORDER, lambda x: median(x, 1), x=some((3, 5), seed="m"))
add("median", "R.median(x, axis=[0], keepdims=True)", ORDER, lambda x: median(x, 0, True), x=some((4, 3), seed="m"))
add("bucketize", "R.bucketize(x, b)", ORDER, lambda x, b: np.searchsorted(b, x, "left"), "int64", x=some((2, 4)), b=of([-2.0, 0.0, 1.5]))
add("bucketize", "R.bucketize(x, b, out_int32=True, right=True)", ORDER, lambda x, b: np.searchsorted(b, x, "right"), "int32", x=of([0.0, 1.5, 9.0]),
    b=of([-2.0, 0.0, 1.5]))
add("unique", "R.unique(x, R.prim_value(True), R.prim_value(False), R.prim_value(False), R.prim_value(False))", ORDER, lambda x: np.unique(x), x=of([3, 1, 3, 2, 1], "int32"))
ROWS[-1].type = 'R.Tensor(dtype="int32", ndim=1)'
add("nonzero", "R.nonzero(x)", "results-whose-shape-the-run-gives", lambda x: np.stack(np.nonzero(x)), "int64", x=of([[0, 2, 0], [1, 0, 3]], "int32"))
ROWS[-1].type = 'R.Tensor(dtype="int64", ndim=2)'

# ---- indices
I = of([[0, 2], [1, 0]], "int64")
add("take", "R.take(x, i, axis=0)", INDICES, lambda x, i: x.take(i, 0), x=some((3, 4)), i=I)
add("take", "R.take(x, i, axis=1)", INDICES, lambda x, i: x.take(i, 1), x=some((2, 3)), i=of([2, 0, 2], "int32"))
add("take", "R.take(x, i)", INDICES, lambda x, i: x.take(i), x=some((6,)), i=I)
add("take", 'R.take(x, i, axis=0, mode="clip")', INDICES, lambda x, i: x.take(i, 0, mode="clip"), x=some((3, 2)), i=of([-5, 0, 7], "int64"))
add("take", 'R.take(x, i, axis=0, mode="wrap")', INDICES, lambda x, i: x.take(i, 0, mode="wrap"), x=some((3, 2)), i=of([-1, 0, 7], "int64"))
add("gather_elements", "R.gather_elements(x, i, axis=1)", INDICES, lambda x, i: np.take_along_axis(x, i, 1), x=some((2, 3)), i=I)
add("gather_elements", "R.gather_elements(x, i)", INDICES, lambda x, i: np.take_along_axis(x, i, 0), x=some((3, 2)), i=I)
add("gather_nd", "R.gather_nd(x, i)", INDICES, lambda x, i: x[tuple(i.T)], x=some((2, 3)), i=of([[0, 2], [1, 1], [0, 0]], "int64"))
add("gather_nd", "R.gather_nd(x, i)", INDICES, lambda x, i: x[i[:, 0]], x=some((2, 3)), i=of([[1], [0], [1]], "int64"))
add("index_tensor", "R.index_tensor(x, (i, j))", INDICES, lambda x, i, j: x[i, j], x=some((3, 4)), i=of([0, 2], "int64"), j=of([[1], [3]], "int64"))
add("index_tensor", "R.index_tensor(x, (i,))", INDICES, lambda x, i: x[i], x=some((3, 4)), i=of([[2, 0]], "int64"))


def scattered(x: Array, i: Array, u: Array, axis: int, how: Callable[[Any, Any], Any]) -> Array:
    x = x.copy()
    for place in np.ndindex(i.shape):
        to = list(place)
        to[axis] = i[place]
        x[tuple(to)] = how(x[tuple(to)], u[place])
    return x


HOW: dict[str, Callable[[Any, Any], Any]] = {"update": lambda a, b: b, "add": lambda a, b: a + b, "mul": lambda a, b: a * b, "max": max, "min": min}
for name, how in HOW.items():
    add("scatter_elements", f'R.scatter_elements(x, i, u, axis=0, reduction="{name}")', INDICES, lambda x, i, u, h=how: scattered(x, i, u, 0, h),
        x=some((3, 2), seed="x"), i=of([[0, 2], [1, 0], [0, 1]], "int64"), u=some((3, 2), seed="u"))


def scattered_rows(x: Array, i: Array, u: Array, how: Callable[[Any, Any], Any]) -> Array:
    x = x.copy()
    for row, place in enumerate(i.T):
        x[tuple(place)] = how(x[tuple(place)], u[row])
    return x


add("scatter_nd", 'R.scatter_nd(x, i, u, reduction="update")', INDICES, lambda x, i, u: scattered_rows(x, i.T, u, HOW["update"]),
    x=some((4, 2), seed="x"), i=of([[3], [0]], "int64"), u=some((2, 2), seed="u"))
add("scatter_nd", 'R.scatter_nd(x, i, u, reduction="add")', INDICES, lambda x, i, u: scattered_rows(x, i.T, u, HOW["add"]),
    x=some((2, 3), seed="x"), i=of([[1, 2], [0, 0], [1, 2]], "int64"), u=some((3,), seed="u"))


def put(x: Array, places: tuple[Array, ...], values: Array, add_up: bool) -> Array:
    x = x.copy()
    for *place, value in zip(*places, values):
        x[tuple(place)] = x[tuple(place)] + value if add_up else value
    return x


for flag in (False, True):
    add("index_put", f"R.index_put(x, (i, j), v, accumulate={flag})", INDICES, lambda x, i, j, v, f=flag: put(x, (i, j), v, f),
        x=some((3, 4), seed="x"), i=of([0, 2, 0], "int64"), j=of([1, 3, 1], "int64"), v=some((3,), seed="v"))


def slice_put(x: Array, s: Array) -> Array:
    x = x.copy()
    x[:, 1:4:2] = s
    return x


add("slice_scatter", "R.slice_scatter(x, s, 1, 4, 2, axis=1)", INDICES, slice_put, x=some((2, 5)), s=some((2, 2)))
for axis in (-1, 0):
    add("one_hot", f"R.one_hot(i, R.prim_value(T.float32(2.0)), R.prim_value(T.float32(-1.0)), depth=3, axis={axis})", INDICES,
        lambda i, a=axis: np.where(np.moveaxis(np.eye(3)[i], -1, a) == 1, 2.0, -1.0), "float32", i=of([0, 2, 1, 2], "int64"))


def take_back(g: Array, x: Array, i: Array) -> Array:
    out = np.zeros_like(x)
    np.add.at(out, i, g)
    return out


add("grad.take_backward", "R.grad.take_backward(g, x, i, axis=0)", INDICES, take_back, g=some((3, 2), seed="g"), x=some((4, 2)), i=of([1, 3, 1], "int64"))
