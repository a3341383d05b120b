"""Operators that compute one element from one element of each operand, or from none."""
from __future__ import annotations

import math

import numpy as np
from case import Array, Out, Row, Value, Want, of, some

FLOATS = "floats"
ROWS: list[Row] = []


def add(op: str, call: str, label: str, want: Want | None, out: Out = None, **inputs: Value) -> None:
    ROWS.append(Row(op, call, label, inputs, want, out))


def erf(x: Array) -> Array:
    return np.asarray(np.vectorize(math.erf)(x))


INF, NAN = math.inf, math.nan
SPECIAL = of([0.0, -0.0, 1.0, -1.0, INF, -INF, NAN, 2.5, -2.5, 0.5])

# Of floats alone: numpy's function and the interval that inputs are drawn from.
TRANSCENDENTAL = {
    "acos": (np.arccos, -1, 1), "acosh": (np.arccosh, 1, 4), "asin": (np.arcsin, -1, 1), "asinh": (np.arcsinh, -4, 4),
    "atan": (np.arctan, -4, 4), "atanh": (np.arctanh, -0.875, 0.875), "cos": (np.cos, -4, 4), "cosh": (np.cosh, -4, 4),
    "erf": (erf, -3, 3), "exp": (np.exp, -4, 4), "log": (np.log, 0.125, 4), "rsqrt": (lambda x: 1 / np.sqrt(x), 0.125, 4),
    "sigmoid": (lambda x: 1 / (1 + np.exp(-x)), -4, 4), "sin": (np.sin, -4, 4), "sinh": (np.sinh, -4, 4),
    "sqrt": (np.sqrt, 0, 4), "tan": (np.tan, -1, 1), "tanh": (np.tanh, -4, 4)}
for op, (function, low, high) in TRANSCENDENTAL.items():
    for dtype in ("float32", "float64"):
        add(op, f"R.{op}(x)", FLOATS, lambda x, f=function: f(x), x=some((2, 5), dtype, low, high))
    add(op, f"R.{op}(x)", FLOATS, lambda x, f=function: f(x), x=some((), "float32", low, high))

# Of every number.
for op, function in {"abs": np.abs, "negative": np.negative, "square": np.square, "sign": np.sign}.items():
    label = "integer-arithmetic"
    add(op, f"R.{op}(x)", FLOATS, lambda x, f=function: f(x), x=some((3, 4)))
    add(op, f"R.{op}(x)", FLOATS, lambda x, f=function: f(x), x=some((3, 4), "float64"))
    add(op, f"R.{op}(x)", label, lambda x, f=function: f(x), x=some((7,), "int32", -9, 9))
    add(op, f"R.{op}(x)", label, lambda x, f=function: f(x), x=some((7,), "int8", -9, 9))
add("abs", "R.abs(x)", "integer-arithmetic", lambda x: of([-128, 127, 127, 0], "int8"), x=of([-128, -127, 127, 0], "int8"))
add("negative", "R.negative(x)", "integer-arithmetic", lambda x: of([-128, 127, 0], "int8"), x=of([-128, -127, 0], "int8"))
add("square", "R.square(x)", "integer-arithmetic", lambda x: of([0, 1, 64], "int8"), x=of([16, -127, 8], "int8"))
for op, function in {"ceil": np.ceil, "floor": np.floor, "round": np.round, "trunc": np.trunc}.items():
    add(op, f"R.{op}(x)", FLOATS, lambda x, f=function: f(x), x=of([0.5, 1.5, 2.5, -0.5, -1.5, 2.25, -2.75, 8388609.0]))
    add(op, f"R.{op}(x)", "integer-arithmetic", lambda x: x, x=some((5,), "int32"))
for op, function in {"isfinite": np.isfinite, "isinf": np.isinf, "isnan": np.isnan}.items():
    add(op, f"R.{op}(x)", "nan-and-signed-zeros", lambda x, f=function: f(x), x=SPECIAL)
add("logical_not", "R.logical_not(x)", "types-of-results", lambda x: ~x, x=some((6,), "bool"))
add("bitwise_not", "R.bitwise_not(x)", "integer-arithmetic", lambda x: ~x, x=some((6,), "int32", -100, 100))
add("bitwise_not", "R.bitwise_not(x)", "integer-arithmetic", lambda x: ~x, x=some((6,), "uint8", 0, 255))
add("bitwise_not", "R.bitwise_not(x)", "integer-arithmetic", lambda x: ~x, x=some((6,), "bool"))

PAIRS = [((3, 4), (3, 4)), ((3, 4), (4,)), ((2, 1, 3), (5, 1)), ((), (2, 3))]
ARITHMETIC = {"add": np.add, "subtract": np.subtract, "multiply": np.multiply, "maximum": np.maximum, "minimum": np.minimum}
for op, function in ARITHMETIC.items():
    for a, b in PAIRS:
        add(op, f"R.{op}(x, y)", "types-of-results", lambda x, y, f=function: f(x, y), x=some(a, seed="a"), y=some(b, seed="b"))
    for dtype in ("int8", "uint8", "int64"):
        add(op, f"R.{op}(x, y)", "integer-arithmetic", lambda x, y, f=function: f(x, y), x=some((9,), dtype, -128, 255, "a"),
            y=some((9,), dtype, -128, 255, "b"))
for op in ("maximum", "minimum"):
    add(op, f"R.{op}(x, y)", "nan-and-signed-zeros", lambda x, y, f=ARITHMETIC[op]: f(x, y), x=of([1.0, 2.0, -INF, INF]),
        y=of([2.0, 1.0, 5.0, 5.0]))
for op, function in {"divide": np.divide, "power": np.power}.items():
    for a, b in PAIRS:
        add(op, f"R.{op}(x, y)", FLOATS, lambda x, y, f=function: f(x, y), x=some(a, low=0.5, high=4, seed="a"),
            y=some(b, low=0.5, high=3, seed="b"))
add("divide", "R.divide(x, y)", FLOATS, lambda x, y: x / y, x=of([1.0, -1.0, 0.0, 4.0]), y=of([0.0, 0.0, 5.0, -0.0]))
add("divide", "R.divide(x, y)", "integer-arithmetic", lambda x, y: np.trunc(x / y).astype("int32"),
    x=of([7, -7, 7, -7, 0], "int32"), y=of([2, 2, -2, -2, 3], "int32"))
add("atan2", "R.atan2(x, y)", FLOATS, lambda x, y: np.arctan2(x, y), x=some((3, 4), seed="a"), y=some((4,), seed="b"))
add("log_add_exp", "R.log_add_exp(x, y)", FLOATS, lambda x, y: np.logaddexp(x, y), x=some((3, 4), seed="a"), y=some((4,), seed="b"))
for op, function in {"floor_divide": np.floor_divide, "floor_mod": np.mod, "mod": np.fmod}.items():
    add(op, f"R.{op}(x, y)", "integer-arithmetic", lambda x, y, f=function: f(x, y), x=of([7, -7, 7, -7, 6, -6], "int32"),
        y=of([2, 2, -2, -2, 3, 3], "int32"))
    add(op, f"R.{op}(x, y)", "integer-arithmetic", lambda x, y, f=function: f(x, y), x=of([7, 8, 9, 255], "uint8"),
        y=of([2, 3, 9, 16], "uint8"))
for op in ("floor_divide", "floor_mod"):
    function = np.floor_divide if op == "floor_divide" else np.mod
    add(op, f"R.{op}(x, y)", FLOATS, lambda x, y, f=function: f(x, y), x=of([7.5, -7.5, 7.5, -7.5]), y=of([2.0, 2.0, -2.0, -2.0]))
add("mod", "R.mod(x, y)", FLOATS, lambda x, y: np.fmod(x, y), x=of([7.5, -7.5, 7.5, -7.5]), y=of([2.0, 2.0, -2.0, -2.0]))
COMPARISONS = {"equal": np.equal, "not_equal": np.not_equal, "less": np.less, "less_equal": np.less_equal,
               "greater": np.greater, "greater_equal": np.greater_equal}
for op, function in COMPARISONS.items():
    for dtype in ("float32", "int32"):
        add(op, f"R.{op}(x, y)", "types-of-results", lambda x, y, f=function: f(x, y), x=some((4, 5), dtype, 0, 2, "a"),
            y=some((5,), dtype, 0, 2, "b"))
    add(op, f"R.{op}(x, y)", "nan-and-signed-zeros", lambda x, y, f=function: f(x, y), x=of([0.0, -0.0, INF, -INF, 1.0]),
        y=of([-0.0, 0.0, INF, INF, 2.0]))
for op, function in {"logical_and": np.logical_and, "logical_or": np.logical_or, "logical_xor": np.logical_xor}.items():
    add(op, f"R.{op}(x, y)", "types-of-results", lambda x, y, f=function: f(x, y), x=some((3, 4), "bool", seed="a"),
        y=some((4,), "bool", seed="b"))
for op, function in {"bitwise_and": np.bitwise_and, "bitwise_or": np.bitwise_or, "bitwise_xor": np.bitwise_xor}.items():
    add(op, f"R.{op}(x, y)", "integer-arithmetic", lambda x, y, f=function: f(x, y), x=some((3, 4), "int32", -99, 99, "a"),
        y=some((4,), "int32", -99, 99, "b"))
    add(op, f"R.{op}(x, y)", "integer-arithmetic", lambda x, y, f=function: f(x, y), x=some((8,), "bool", seed="a"),
        y=some((8,), "bool", seed="b"))
for op, function in {"left_shift": np.left_shift, "right_shift": np.right_shift}.items():
    add(op, f"R.{op}(x, y)", "integer-arithmetic", lambda x, y, f=function: f(x, y), x=some((3, 4), "int32", -99, 99, "a"),
        y=some((4,), "int32", 0, 7, "b"))

add("clip", "R.clip(x, R.prim_value(T.float32(-1.5)), R.prim_value(T.float32(2.0)))", FLOATS, lambda x: np.clip(x, -1.5, 2), x=some((4, 4)))
add("clip", "R.clip(x, R.prim_value(T.int32(-1)), R.prim_value(T.int32(2)))", "integer-arithmetic", lambda x: np.clip(x, -1, 2), x=some((6,), "int32"))
add("ewise_fma", "R.ewise_fma(x, y, z)", FLOATS, lambda x, y, z: x * y + z, x=some((2, 3), seed="a"), y=some((2, 3), seed="b"),
    z=some((2, 3), seed="c"))
add("where", "R.where(c, x, y)", "types-of-results", lambda c, x, y: np.where(c, x, y), c=some((3, 1), "bool"),
    x=some((3, 4), seed="a"), y=some((4,), seed="b"))
add("where", "R.where(c, x, y)", "types-of-results", lambda c, x, y: np.where(c, x, y), c=some((4,), "bool"),
    x=some((4,), "int64", seed="a"), y=some((4,), "int64", seed="b"))

# ---- new tensors
for text, values in {"0, 5, 1": (0, 5, 1), "2, 11, 3": (2, 11, 3), "5, -5, -4": (5, -5, -4)}.items():
    add("arange", f'R.arange({", ".join(f"R.prim_value({n})" for n in text.split(", "))}, dtype="int64")', "types-of-results",
        lambda v=values: np.arange(*v))
    add("arange", f'R.arange({", ".join(f"R.prim_value({n})" for n in text.split(", "))}, dtype="float32")', "types-of-results",
        lambda v=values: np.arange(*v, dtype="float64"))
add("full", 'R.full(R.shape([2, 3]), x, dtype="float32")', "types-of-results", lambda x: np.full((2, 3), x), x=of(2.5))
add("full", 'R.full(R.shape([2, 3]), x, dtype="int32")', "casts", lambda x: np.full((2, 3), 2, "int32"), x=of(2.5))
add("full_like", "R.full_like(x, y)", "types-of-results", lambda x, y: np.full(x.shape, y), x=some((2, 3)), y=of(-1.5))
add("ones", 'R.ones(R.shape([2, 3]), dtype="float16")', "types-of-results", lambda: np.ones((2, 3), "float16"), out="float16")
add("zeros", 'R.zeros(R.shape([4]), dtype="int8")', "types-of-results", lambda: np.zeros((4,), "int8"))
add("ones_like", "R.ones_like(x)", "types-of-results", lambda x: np.ones_like(x), x=some((2, 3), "int32"))
add("ones_like", 'R.ones_like(x, dtype="float64")', "types-of-results", lambda x: np.ones((2, 3)), "float64", x=some((2, 3), "int32"))
add("zeros_like", "R.zeros_like(x)", "types-of-results", lambda x: np.zeros_like(x), x=some((2, 3)))
add("zeros_like", 'R.zeros_like(x, dtype="bool")', "types-of-results", lambda x: np.zeros((2, 3), "bool"), x=some((2, 3)))
add("eye", 'R.eye(R.prim_value(3), R.prim_value(4), R.prim_value(1), dtype="float32")', "types-of-results", lambda: np.eye(3, 4, 1), "float32")
add("eye_like", 'R.eye_like(x, R.prim_value(-1))', "types-of-results", lambda x: np.eye(3, 2, -1), x=some((3, 2)))
for op, function in {"tril": np.tril, "triu": np.triu}.items():
    for k in (-1, 0, 2):
        add(op, f"R.{op}(x, {k})", "types-of-results", lambda x, k=k, f=function: f(x, k), x=some((2, 4, 3)))
add("hamming_window", 'R.hamming_window(R.prim_value(6), R.prim_value(False), R.prim_value(T.float32(0.54)), R.prim_value(T.float32(0.46)), dtype="float32")',
    FLOATS, lambda: 0.54 - 0.46 * np.cos(2 * np.pi * np.arange(6) / 5), "float32")
add("hamming_window", 'R.hamming_window(R.prim_value(6), R.prim_value(True), R.prim_value(T.float32(0.54)), R.prim_value(T.float32(0.46)), dtype="float32")',
    FLOATS, lambda: 0.54 - 0.46 * np.cos(2 * np.pi * np.arange(6) / 6), "float32")

# ---- casts
CASTS: list[tuple[str, str, list[float]]] = [("float32", "int32", [1.75, -1.75, 0.5, -0.5, 100.0]), ("int32", "float32", [1, -3, 16777216]),
                               ("float32", "bool", [0.0, -0.0, 0.25, -3.0]), ("int32", "int8", [1, 127, 128, 255, 256, -129]),
                               ("int8", "uint8", [-1, 5, -128]), ("float32", "float16", [1.0, 0.1, 65504.0, 1e6]),
                               ("float16", "float64", [0.5, 0.1]), ("bool", "float32", [True, False])]
for source, target, numbers in CASTS:
    add("astype", f'R.astype(x, dtype="{target}")', "casts", lambda x, t=target, s=source: x.astype(s).astype(t), target, x=of(numbers, source))
add("astype", 'R.astype(x, dtype="int8")', "casts", lambda x: of([127, -128, 0, 127, -128], "int8"), x=of([300.0, -300.0, NAN, INF, -INF]))
add("wrap_param", 'R.wrap_param(R.const([1, 2, 3], "int32"), dtype="float32")', "casts", lambda: of([1, 2, 3]), "float32")
for op, axis_free in {"nn.relu": lambda x: np.maximum(x, 0), "nn.silu": lambda x: x / (1 + np.exp(-x)),
                      "nn.gelu": lambda x: x * 0.5 * (1 + erf(x / math.sqrt(2))),
                      "nn.gelu_tanh": lambda x: 0.5 * x * (1 + np.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * x ** 3))),
                      "nn.selu": lambda x: 1.0507009873554805 * np.where(x > 0, x, 1.6732632423543772 * (np.exp(x) - 1))}.items():
    add(op, f"R.{op}(x)", FLOATS, lambda x, f=axis_free: f(x), x=some((3, 5)))
    add(op, f"R.{op}(x)", FLOATS, lambda x, f=axis_free: f(x), x=some((), "float64"))
add("nn.leakyrelu", "R.nn.leakyrelu(x, alpha=0.25)", FLOATS, lambda x: np.where(x > 0, x, 0.25 * x), x=some((3, 5)))
add("nn.softplus", "R.nn.softplus(x, beta=2.0, threshold=20.0)", FLOATS, lambda x: np.log1p(np.exp(2 * x)) / 2, x=some((3, 5)))
add("nn.softplus", "R.nn.softplus(x)", FLOATS, lambda x: np.where(x > 20, x, np.log1p(np.exp(np.minimum(x, 20)))), x=of([-1.0, 21.0, 30.0, 2.0]))
add("nn.prelu", "R.nn.prelu(x, a, axis=1)", FLOATS, lambda x, a: np.where(x > 0, x, x * a[:, None]), x=some((2, 3, 2)), a=some((3,), low=0, high=1))
add("nn.dropout", "R.nn.dropout(x, rate=0.5)", "types-of-results", None, x=some((2, 3)))
ROWS[-1].type = 'R.Tuple(R.Tensor((2, 3), dtype="float32"), R.Tensor((2, 3), dtype="float32"))'
for op in ("grad.no_grad", "grad.start_checkpoint", "grad.end_checkpoint", "builtin.stop_lift_params", "memory.ensure_zero_offset"):
    add(op, f"R.{op}(x)", "bits-that-only-move", lambda x: x, x=some((2, 3)))
add("quantize", 'R.quantize(x, s, z, out_dtype="int8", axis=1)', FLOATS,
    lambda x, s, z: np.clip(np.round(x / s) + z, -128, 127).astype("int8"), x=some((2, 3), low=-40, high=40), s=of([0.5, 0.25, 2.0]), z=of([0, 1, -3], "int8"))
add("dequantize", 'R.dequantize(x, s, z, out_dtype="float32", axis=1)', FLOATS,
    lambda x, s, z: (x.astype("float64") - z) * s, x=some((2, 3), "int8", -40, 40), s=of([0.5, 0.25, 2.0]), z=of([0, 1, -3], "int8"))
