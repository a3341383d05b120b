"""Operators of networks, images and detection. Windows are written as plain loops over places."""
from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from case import Array, Out, Row, Value, Want, of, some

ROWS: list[Row] = []
SUMS, WINDOWS = "order-of-operations-and-tolerances", "windows"


def add(op: str, call: str, label: str, want: Want | None, out: Out = None, **inputs: Value) -> None:
    ROWS.append(Row(op, call, label, inputs, want, out))


# ---- softmax, norms, losses
def softmax(x: Array, axis: int = -1) -> Array:
    e = np.exp(x - x.max(axis, keepdims=True))
    return np.asarray(e / e.sum(axis, keepdims=True))


for axis in (-1, 0):
    add("nn.softmax", f"R.nn.softmax(x, axis={axis})", SUMS, lambda x, a=axis: softmax(x, a), x=some((3, 4)))
    add("nn.log_softmax", f"R.nn.log_softmax(x, axis={axis})", SUMS, lambda x, a=axis: np.log(softmax(x, a)), x=some((3, 4)))


def normalised(x: Array, axes: int | tuple[int, ...], epsilon: float = 1e-5) -> Array:
    return np.asarray((x - x.mean(axes, keepdims=True)) / np.sqrt(x.var(axes, keepdims=True) + epsilon))


def along(vector: Array, rank: int, axis: int) -> Array:
    return vector.reshape([-1 if i == axis else 1 for i in range(rank)])


G, B = some((3,), seed="g"), some((3,), seed="b")
add("nn.layer_norm", "R.nn.layer_norm(x, g, b, axes=[-1])", SUMS, lambda x, g, b: normalised(x, -1) * g + b, x=some((2, 3)), g=G, b=B)
add("nn.layer_norm", "R.nn.layer_norm(x, g, b, axes=[1, 2], epsilon=0.5)", SUMS, lambda x, g, b: normalised(x, (1, 2), 0.5) * g + b,
    x=some((2, 3, 2)), g=some((3, 2), seed="g"), b=some((3, 2), seed="b"))
add("nn.rms_norm", "R.nn.rms_norm(x, g, axes=[-1])", SUMS, lambda x, g: x / np.sqrt((x * x).mean(-1, keepdims=True) + 1e-5) * g, x=some((2, 3)), g=G)


def group_norm(x: Array, g: Array, b: Array, groups: int) -> Array:
    parts = normalised(x.reshape(x.shape[0], groups, -1), -1)
    return parts.reshape(x.shape) * along(g, x.ndim, 1) + along(b, x.ndim, 1)


add("nn.group_norm", "R.nn.group_norm(x, g, b, num_groups=2, channel_axis=1, axes=[2])", SUMS, lambda x, g, b: group_norm(x, g, b, 2),
    x=some((2, 4, 3)), g=some((4,), seed="g"), b=some((4,), seed="b"))
add("nn.instance_norm", "R.nn.instance_norm(x, g, b, channel_axis=1, axes=[2])", SUMS,
    lambda x, g, b: normalised(x, 2) * along(g, 3, 1) + along(b, 3, 1), x=some((2, 3, 4)), g=G, b=B)


def batch_norm(x: Array, g: Array, b: Array, m: Array, v: Array, training: bool) -> tuple[Array, Array, Array]:
    rest = (0, 2)
    mean, var = (x.mean(rest), x.var(rest)) if training else (m, v)
    out = (x - along(mean, 3, 1)) / np.sqrt(along(var, 3, 1) + 1e-5) * along(g, 3, 1) + along(b, 3, 1)
    return (out, 0.9 * m + 0.1 * mean, 0.9 * v + 0.1 * var) if training else (out, m, v)


for training in (False, True):
    add("nn.batch_norm", f"R.nn.batch_norm(x, g, b, m, v, axis=1, training={training})", SUMS,
        lambda x, g, b, m, v, t=training: batch_norm(x, g, b, m, v, t), x=some((2, 3, 2)), g=G, b=B, m=some((3,), seed="m"), v=some((3,), low=1, high=4))
add("nn.cross_entropy_with_logits", "R.nn.cross_entropy_with_logits(p, q)", SUMS, lambda p, q: -(p * q).sum() / 2, p=some((2, 3), seed="p"), q=some((2, 3), seed="q"))
add("nn.cross_entropy_with_logits", "R.nn.cross_entropy_with_logits(p, q)", SUMS, lambda p, q: -(p * q).sum(), p=some((4,), seed="p"), q=some((4,), seed="q"))


def nll(p: Array, t: Array, w: Array | None = None, reduction: str = "mean", ignore: int = -100) -> Array:
    w = np.ones(p.shape[1]) if w is None else w
    loss = np.array([0.0 if k == ignore else -p[i, k] * w[k] for i, k in enumerate(t)])
    total = sum(0.0 if k == ignore else w[k] for k in t)
    return np.asarray({"mean": loss.sum() / total, "sum": loss.sum(), "none": loss}[reduction])


T, W = of([0, 2, 1, 2], "int64"), of([0.5, 1.0, 2.0])
for reduction in ("mean", "sum", "none"):
    add("nn.nll_loss", f'R.nn.nll_loss(p, t, w, reduction="{reduction}", ignore_index=1)', "indices-that-tensors-hold",
        lambda p, t, w, r=reduction: nll(p, t, w, r, 1), p=some((4, 3)), t=T, w=W)
add("nn.nll_loss", "R.nn.nll_loss(p, t)", "indices-that-tensors-hold", lambda p, t: nll(p, t), p=some((4, 3)), t=T)


def nll_back(g: Array, p: Array, t: Array, w: Array) -> Array:
    out = np.zeros_like(p)
    for i, k in enumerate(t):
        out[i, k] = -w[k] * g / sum(w[k] for k in t)
    return out


add("grad.nll_loss_backward", 'R.grad.nll_loss_backward(g, p, t, w, reduction="mean", ignore_index=9)', "indices-that-tensors-hold", nll_back,
    g=of(1.5), p=some((4, 3)), t=T, w=W)


# ---- windows
def windows(shape: Sequence[int], kernel: Sequence[int], stride: Sequence[int], dilation: Sequence[int]) -> Iterator[tuple[tuple[int, ...], tuple[slice, ...]]]:
    """Places of the result, with the slices of (padded) data that each sees."""
    extents = [(n - d * (k - 1) - 1) // s + 1 for n, k, s, d in zip(shape, kernel, stride, dilation)]
    for place in itertools.product(*map(range, extents)):
        yield place, tuple(slice(p * s, p * s + d * (k - 1) + 1, d) for p, k, s, d in zip(place, kernel, stride, dilation))


def padded(x: Array, padding: Sequence[int], value: float) -> Array:
    half = len(padding) // 2
    return np.pad(x, [(0, 0), (0, 0)] + list(zip(padding[:half], padding[half:])), constant_values=value)


def conv(x: Array, w: Array, stride: Sequence[int], padding: Sequence[int], dilation: Sequence[int], groups: int) -> Array:
    x = padded(x, padding, 0)
    per = w.shape[0] // groups
    places = list(windows(x.shape[2:], w.shape[2:], stride, dilation))
    out = np.zeros((x.shape[0], w.shape[0]) + tuple(n + 1 for n in places[-1][0]), x.dtype)
    for n, o, (place, cut) in itertools.product(range(x.shape[0]), range(w.shape[0]), places):
        first = o // per * w.shape[1]
        out[(n, o) + place] = (x[(n, slice(first, first + w.shape[1])) + cut] * w[o]).sum()
    return out


def conv_transpose(x: Array, w: Array, stride: Sequence[int], padding: Sequence[int], output_padding: Sequence[int], dilation: Sequence[int], groups: int) -> Array:
    rank = w.ndim - 2
    full = [(x.shape[2 + i] - 1) * stride[i] + dilation[i] * (w.shape[2 + i] - 1) + 1 for i in range(rank)]
    per_in, per_out = x.shape[1] // groups, w.shape[1]
    out = np.zeros([x.shape[0], per_out * groups] + [f + p for f, p in zip(full, output_padding)])
    for place in np.ndindex(*x.shape):
        n, c, spot = place[0], place[1], place[2:]
        cut = tuple(slice(p * s, p * s + d * (k - 1) + 1, d) for p, s, d, k in zip(spot, stride, dilation, w.shape[2:]))
        channels = slice(c // per_in * per_out, (c // per_in + 1) * per_out)
        out[(n, channels) + cut] += x[place] * w[c]
    keep = tuple(slice(padding[i], out.shape[2 + i] - padding[rank + i]) for i in range(rank))
    return out[(slice(None), slice(None)) + keep]


SPATIAL = {1: (5,), 2: (5, 4), 3: (3, 4, 3)}
CONV_FORMS = [dict(stride=1, padding=0, dilation=1, groups=1), dict(stride=2, padding=1, dilation=1, groups=2), dict(stride=1, padding=2, dilation=2, groups=1)]
for rank, extent in SPATIAL.items():
    for form in CONV_FORMS:
        lists = {key: [form[key]] * rank for key in ("stride", "dilation")} | {"padding": [form["padding"]] * 2 * rank}
        text = f"strides={lists['stride']}, padding={lists['padding']}, dilation={lists['dilation']}, groups={form['groups']}"
        kernel = (2,) * rank
        add(f"nn.conv{rank}d", f"R.nn.conv{rank}d(x, w, {text})", WINDOWS, lambda x, w, l=lists, g=form["groups"]: conv(x, w, **l, groups=g),
            x=some((1, 4) + extent, seed="x"), w=some((4, 4 // form["groups"]) + kernel, seed="w"))
        if form["groups"] == 2:
            text += f", output_padding={[1] * rank}"
        add(f"nn.conv{rank}d_transpose", f"R.nn.conv{rank}d_transpose(x, w, {text})", WINDOWS,
            lambda x, w, l=lists, g=form["groups"], r=rank: conv_transpose(x, w, **l, groups=g, output_padding=[1 if g == 2 else 0] * r),
            x=some((1, 4) + tuple(min(3, n) for n in extent), seed="x"), w=some((4, 2) + kernel, seed="w"))
add("nn.conv2d", 'R.nn.conv2d(x, w, data_layout="NHWC", kernel_layout="OHWI")', WINDOWS,
    lambda x, w: conv(x.transpose(0, 3, 1, 2), w.transpose(0, 3, 1, 2), [1, 1], [0] * 4, [1, 1], 1).transpose(0, 2, 3, 1),
    x=some((1, 4, 4, 3), seed="x"), w=some((2, 2, 2, 3), seed="w"))


def pool(x: Array, how: str, kernel: Sequence[int], stride: Sequence[int], padding: Sequence[int], dilation: Sequence[int], counted: bool) -> Array:
    fill = -math.inf if how == "max" else math.nan
    x = padded(x, padding, 0.0 if counted and how == "avg" else fill)
    places = list(windows(x.shape[2:], kernel, stride, dilation))
    out = np.zeros(x.shape[:2] + tuple(n + 1 for n in places[-1][0]))
    for place, cut in places:
        seen = x[(slice(None), slice(None)) + cut].reshape(x.shape[:2] + (-1,))
        out[(slice(None), slice(None)) + place] = seen.max(-1) if how == "max" else np.nanmean(seen, -1)
    return out


for rank, extent in SPATIAL.items():
    for how in ("max", "avg"):
        for stride, pad, counted in ((1, 0, False), (2, 1, False), (2, 1, True)):
            window, strides, padding = [2] * rank, [stride] * rank, [pad] * 2 * rank
            add(f"nn.{how}_pool{rank}d", f"R.nn.{how}_pool{rank}d(x, pool_size={window}, strides={strides}, padding={padding}, count_include_pad={counted})",
                WINDOWS, lambda x, h=how, k=window, s=strides, p=padding, c=counted: pool(x, h, k, s, p, [1] * len(k), c), x=some((1, 2) + extent))


def adaptive(x: Array, sizes: Sequence[int]) -> Array:
    out = np.zeros(x.shape[:2] + tuple(sizes))
    for place in np.ndindex(*sizes):
        cut = tuple(slice(p * n // s, -(-(p + 1) * n // s)) for p, s, n in zip(place, sizes, x.shape[2:]))
        out[(slice(None), slice(None)) + place] = x[(slice(None), slice(None)) + cut].reshape(x.shape[:2] + (-1,)).mean(-1)
    return out


for rank, (extent, sizes) in {1: ((6,), [3]), 2: ((6, 4), [3, 2]), 3: ((4, 2, 2), [2, 1, 2])}.items():
    add(f"nn.adaptive_avg_pool{rank}d", f"R.nn.adaptive_avg_pool{rank}d(x, output_size={sizes})", WINDOWS, lambda x, s=sizes: adaptive(x, s), x=some((1, 2) + extent))
add("nn.adaptive_avg_pool1d", "R.nn.adaptive_avg_pool1d(x, output_size=[3])", WINDOWS, lambda x: adaptive(x, [3]), x=some((1, 2, 5)))


def pool_back(g: Array, x: Array, how: str) -> Array:
    out = np.zeros_like(x)
    for place, cut in windows(x.shape[2:], (2, 2), (2, 2), (1, 1)):
        for n, c in np.ndindex(*x.shape[:2]):
            seen = x[(n, c) + cut]
            share = np.full(seen.shape, 0.25)
            if how == "max":
                share = np.zeros(seen.shape)
                share[np.unravel_index(seen.argmax(), seen.shape)] = 1
            out[(n, c) + cut] += share * g[(n, c) + place]
    return out


for how in ("max", "avg"):
    add(f"grad.{how}_pool2d_backward", f"R.grad.{how}_pool2d_backward(g, x, pool_size=[2, 2], strides=[2, 2])", WINDOWS,
        lambda g, x, h=how: pool_back(g, x, h), g=some((1, 2, 2, 2), seed="g"), x=of(np.random.default_rng(7).permutation(32).reshape(1, 2, 4, 4) / 4))

# ---- attention: (batch, sequence, heads, dim)
def attention(q: Array, k: Array, v: Array, bias: Array | float | None = None, scale: float | None = None, causal: str | bool | None = False) -> Array:
    scores = np.einsum("bqhd,bkhd->bhqk", q, k) * (1 / math.sqrt(q.shape[3]) if scale is None else scale)
    if bias is not None:
        scores = scores + bias
    if causal:
        scores = np.where(np.tril(np.ones(scores.shape[2:])) == 1, scores, -np.inf)
    return np.asarray(np.einsum("bhqk,bkhd->bqhd", softmax(scores), v))


Q, K, V = some((1, 3, 2, 4), low=-1, high=1, seed="q"), some((1, 3, 2, 4), low=-1, high=1, seed="k"), some((1, 3, 2, 4), seed="v")
add("nn.attention", "R.nn.attention(q, k, v)", "attention", lambda q, k, v: attention(q, k, v), q=Q, k=K, v=V)
add("nn.attention", "R.nn.attention(q, k, v, scale=T.float32(0.25))", "attention", lambda q, k, v: attention(q, k, v, scale=0.25), q=Q, k=K, v=V)
add("nn.attention", 'R.nn.attention(q, k, v, causal_mask="TopLeft")', "attention", lambda q, k, v: attention(q, k, v, causal=True), q=Q, k=K, v=V)
add("nn.attention_bias", "R.nn.attention_bias(q, k, v, b)", "attention", lambda q, k, v, b: attention(q, k, v, b), q=Q, k=K, v=V, b=some((1, 2, 3, 3), seed="bias"))


def var_len(q: Array, k: Array, v: Array, a: Array, b: Array, m: Array, n: Array) -> Array:
    parts = [attention(q[:, a[i]:a[i + 1]], k[:, b[i]:b[i + 1]], v[:, b[i]:b[i + 1]]) for i in range(len(a) - 1)]
    return np.concatenate(parts, 1)


add("nn.attention_var_len", "R.nn.attention_var_len(q, k, v, a, b, m, n)", "attention", var_len, q=Q, k=K, v=V, a=of([0, 1, 3], "int32"),
    b=of([0, 1, 3], "int32"), m=of(2, "int32"), n=of(2, "int32"))

# ---- images
add("image.resize2d", 'R.image.resize2d(x, R.shape([4, 6]), method="nearest_neighbor", coordinate_transformation_mode="asymmetric", rounding_method="floor")',
    "images", lambda x: x.repeat(2, 2).repeat(2, 3), x=some((1, 2, 2, 3)))
add("image.resize2d", 'R.image.resize2d(x, R.shape([3, 3]), method="linear", coordinate_transformation_mode="align_corners")', "images",
    lambda x: of([[x[0, 0, 0, 0], x[0, 0, 0].mean(), x[0, 0, 0, 1]], [x[0, 0, :, 0].mean(), x.mean(), x[0, 0, :, 1].mean()],
                  [x[0, 0, 1, 0], x[0, 0, 1].mean(), x[0, 0, 1, 1]]])[None, None], x=some((1, 1, 2, 2)))
add("image.resize2d", 'R.image.resize2d(x, R.shape([4, 2]), layout="NHWC", method="nearest_neighbor", coordinate_transformation_mode="asymmetric", rounding_method="floor")',
    "images", lambda x: x.repeat(2, 1), x=some((1, 2, 2, 3)))
add("image.resize3d", 'R.image.resize3d(x, R.shape([4, 2, 2]), method="nearest_neighbor", coordinate_transformation_mode="asymmetric", rounding_method="floor")',
    "images", lambda x: x.repeat(2, 2), x=some((1, 1, 2, 2, 2)))


def grid(theta: Array, h: int, w: int) -> Array:
    ys, xs = np.meshgrid(np.linspace(-1, 1, h), np.linspace(-1, 1, w), indexing="ij")
    return np.asarray(np.einsum("nij,jhw->nihw", theta, np.stack([xs, ys, np.ones_like(xs)])))


add("image.affine_grid", "R.image.affine_grid(x, R.shape([3, 4]))", "images", lambda x: grid(x, 3, 4), x=some((2, 2, 3)))


def sampled(x: Array, g: Array, h: int, w: int) -> Array:
    out = np.zeros(x.shape[:2] + g.shape[2:])
    for n, i, j in np.ndindex(g.shape[0], *g.shape[2:]):
        px, py = (g[n, 0, i, j] + 1) * (w - 1) / 2, (g[n, 1, i, j] + 1) * (h - 1) / 2
        for qy, qx in itertools.product((math.floor(py), math.floor(py) + 1), (math.floor(px), math.floor(px) + 1)):
            if 0 <= qy < h and 0 <= qx < w:
                out[n, :, i, j] += x[n, :, qy, qx] * (1 - abs(py - qy)) * (1 - abs(px - qx))
    return out


add("image.grid_sample", 'R.image.grid_sample(x, g, method="bilinear", align_corners=True)', "images", lambda x, g: sampled(x, g, 3, 4), x=some((1, 2, 3, 4)),
    g=some((1, 2, 2, 3), low=-1, high=1))

# ---- detection
ROIS = of([[0, 0, 0, 3, 3], [0, 1, 1, 3, 2]])


def roi_pool(x: Array, r: Array) -> Array:
    out = np.zeros((len(r), x.shape[1], 2, 2))
    for n, (b, x0, y0, x1, y1) in enumerate(r.astype(int)):
        h, w = max(y1 - y0 + 1, 1), max(x1 - x0 + 1, 1)
        for i, j in np.ndindex(2, 2):
            ys = slice(y0 + i * h // 2, y0 - (-(i + 1) * h // 2))
            xs = slice(x0 + j * w // 2, x0 - (-(j + 1) * w // 2))
            out[n, :, i, j] = x[b, :, ys, xs].max((1, 2))
    return out


add("vision.roi_pool", "R.vision.roi_pool(x, r, pooled_size=[2, 2], spatial_scale=1.0)", "boxes", roi_pool, x=some((1, 2, 4, 4)), r=ROIS)


def bilinear(plane: Array, y: float, x: float) -> Any:
    y0, x0 = min(math.floor(y), 3), min(math.floor(x), 3)
    y1, x1, fy, fx = min(y0 + 1, 3), min(x0 + 1, 3), y - y0, x - x0
    return (plane[y0, x0] * (1 - fy) * (1 - fx) + plane[y0, x1] * (1 - fy) * fx + plane[y1, x0] * fy * (1 - fx) + plane[y1, x1] * fy * fx)


def roi_align(x: Array, r: Array) -> Array:
    out = np.zeros((len(r), x.shape[1], 2, 2))
    for n, c, i, j in np.ndindex(*out.shape):
        _, x0, y0, x1, y1 = r[n]
        h, w = (y1 - y0) / 2, (x1 - x0) / 2
        samples = [bilinear(x[0, c], y0 + h * (i + (a + 0.5) / 2), x0 + w * (j + (b + 0.5) / 2)) for a in (0, 1) for b in (0, 1)]
        out[n, c, i, j] = np.mean(samples)
    return out


add("vision.roi_align", "R.vision.roi_align(x, r, pooled_size=[2, 2], spatial_scale=1.0, sample_ratio=2)", "boxes", roi_align, x=some((1, 2, 4, 4)),
    r=of([[0, 0, 0, 3, 3], [0, 0, 1, 2, 3]]))


def valid(d: Array) -> tuple[Array, Array, Array]:
    keep = [i for i in range(d.shape[1]) if d[0, i, 1] > 0.5 and d[0, i, 0] >= 0]
    boxes, at = np.full_like(d, -1), np.full(d.shape[:2], -1, "int32")
    boxes[0, :len(keep)], at[0, :len(keep)] = d[0, keep], keep
    return of([len(keep)], "int32"), boxes, at


DETECTED = of([[[0, 0.75, 0, 0, 2, 2], [1, 0.25, 0, 0, 1, 1], [0, 0.875, 0, 0, 2, 2.125], [1, 0.625, 5, 5, 7, 7], [-1, 0.9375, 1, 1, 2, 2]]])
add("vision.get_valid_counts", "R.vision.get_valid_counts(d, score_threshold=0.5, id_index=0, score_index=1)", "boxes", valid, d=DETECTED)
NMS = of([[[0, 0.75, 0, 0, 2, 2], [0, 0.875, 0, 0, 2, 2.125], [1, 0.625, 5, 5, 7, 7]]])
add("vision.non_max_suppression", "R.vision.non_max_suppression(d, n, i, return_indices=False)", "boxes",
    lambda d, n, i: np.array([[d[0, 1], np.full(6, -1.0), d[0, 2]]]), d=NMS, n=of([3], "int32"), i=of([[0, 1, 2]], "int32"))


add("vision.multibox_transform_loc", "R.vision.multibox_transform_loc(c, o, a)", "boxes",
    None, c=some((1, 2, 2)), o=some((1, 8), low=-1, high=1), a=of([[[0, 0, 1, 1], [0.25, 0.5, 0.75, 1]]]))
ROWS[-1].type = 'R.Tuple(R.Tensor((1, 2, 4), dtype="float32"), R.Tensor((1, 2, 2), dtype="float32"))'
add("vision.all_class_non_max_suppression", 'R.vision.all_class_non_max_suppression(b, s, m, t, u, output_format="onnx")', "boxes", None,
    b=some((1, 3, 4)), s=some((1, 2, 3)), m=of(2, "int64"), t=of(0.5), u=of(0.25))
ROWS[-1].type = 'R.Tuple(R.Tensor((6, 3), dtype="int64"), R.Tensor((1,), dtype="int64"))'
add("multinomial_from_uniform", "R.multinomial_from_uniform(p, u, i)", "indices-that-tensors-hold",
    lambda p, u, i: np.array([[np.searchsorted(np.cumsum(p[r]), v, "right")] for (r,), (v,) in zip(i, u)]), "int64",
    p=of([[0.25, 0.5, 0.25], [0.5, 0.25, 0.25]]), u=of([[0.3], [0.1], [0.8]]), i=of([[0], [0], [1]], "int64"))
