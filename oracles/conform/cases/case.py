"""What the tables of cases are written in: inputs, and one row per call of an operator with what numpy says it gives.

A row becomes two cases: one of inference (the type is read off numpy's result) and one of running. Expectations are
computed in float64 and rounded once, integers in their own dtype. Nothing here asks assay.
"""
from __future__ import annotations

import dataclasses
import zlib
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias, Union

import numpy as np
import numpy.typing as npt

np.seterr(all="ignore")

HEAD = "# from tvm.script import ir as I\n# from tvm.script import relax as R\n# from tvm.script import tirx as T\n\n"


Array: TypeAlias = npt.NDArray[Any]
# What a call is given: a tensor, a tuple, a shape, a scalar, or the text of a type alone.
Value: TypeAlias = Union[Array, tuple["Value", ...], list[int], "Scalar", str]
# What numpy says of the inputs by name, and the dtypes of that where they are not the inputs'.
Want: TypeAlias = Callable[..., Any]
Out: TypeAlias = str | tuple[str | None, ...] | None
# NaN and infinities are words.
Number: TypeAlias = bool | int | float | str
# As suites write it.
Json: TypeAlias = Any
Case: TypeAlias = dict[str, Json]


@dataclasses.dataclass
class Row:
    """One call. `want` is given the inputs by name; None: the call is inferred, and `type` says what it gives."""
    op: str
    call: str
    label: str
    inputs: Mapping[str, Value]
    want: Want | None = None
    out: Out = None
    type: str | None = None
    name: str = ""


def shape_text(shape: Sequence[int]) -> str:
    return "(" + ", ".join(str(n) for n in shape) + ("," if len(shape) == 1 else "") + ")"


def tensor_type(shape: Sequence[int], dtype: str) -> str:
    return f'R.Tensor({shape_text(shape)}, dtype="{dtype}")'


def type_of(value: Value) -> str:
    """TVMScript's type of an input or a result."""
    if isinstance(value, tuple):
        return "R.Tuple(" + ", ".join(type_of(item) for item in value) + ")"
    if isinstance(value, list):
        return f"R.Shape([{', '.join(str(n) for n in value)}])"
    if isinstance(value, Scalar):
        return f'T.{value.dtype}'
    assert not isinstance(value, str), "a type alone has no dtype"
    return tensor_type(value.shape, dtype_of(value))


def dtype_of(array: Array) -> str:
    return array.dtype.name if array.dtype != np.bool_ else "bool"


@dataclasses.dataclass
class Scalar:
    """A scalar that is no tensor, as a parameter or as a result."""
    value: Number
    dtype: str = "int64"


def number(value: Any, dtype: np.dtype[Any]) -> Number:
    if dtype.kind == "f":
        if np.isnan(value):
            return "nan"
        if np.isinf(value):
            return "inf" if value > 0 else "-inf"
        return float(str(value))
    return bool(value) if dtype.kind == "b" else int(value)


def recorded(value: Value) -> Json:
    """The form of values in run suites."""
    if isinstance(value, tuple):
        return [recorded(item) for item in value]
    if isinstance(value, list):
        return value
    if isinstance(value, Scalar):
        return value.value
    assert not isinstance(value, str), "a type alone has no value"
    return {"dtype": dtype_of(value), "shape": list(value.shape), "data": [number(v, value.dtype) for v in value.ravel()]}


def some(shape: Sequence[int], dtype: str = "float32", low: float = -4.0, high: float = 4.0, seed: str = "") -> Array:
    """Numbers without a pattern that are short to write: multiples of 1/8, or whole ones."""
    rng = np.random.default_rng(zlib.crc32(f"{shape} {dtype} {low} {high} {seed}".encode()))
    if dtype == "bool":
        return np.asarray(rng.integers(0, 2, shape)).astype(bool)
    if dtype.startswith("float"):
        return np.asarray(rng.integers(int(low * 8), int(high * 8) + 1, shape) / 8).astype(dtype)
    least, most = max(int(low), np.iinfo(dtype).min), min(int(high), np.iinfo(dtype).max)
    return np.asarray(rng.integers(least, most + 1, shape)).astype(dtype)


def of(values: Any, dtype: str = "float32") -> Array:
    return np.array(values, dtype=dtype)


def widened(value: Value) -> Value:
    """What an expectation is computed from."""
    if isinstance(value, tuple):
        return tuple(widened(item) for item in value)
    if isinstance(value, np.ndarray) and value.dtype.kind == "f":
        return value.astype(np.float64)
    return value


def first_float(inputs: Mapping[str, Value]) -> str:
    for value in inputs.values():
        for item in value if isinstance(value, tuple) else (value,):
            if isinstance(item, np.ndarray) and item.dtype.kind == "f":
                return item.dtype.name
    return "float32"


def rounded(value: Any, row: Row, index: int | None = None) -> Any:
    if isinstance(value, tuple):
        return tuple(rounded(item, row, i) for i, item in enumerate(value))
    if isinstance(value, (list, Scalar)):
        return value
    array = np.asarray(value)
    dtype = row.out[index or 0] if isinstance(row.out, tuple) else row.out
    if dtype is None and array.dtype.kind == "f":
        dtype = first_float(row.inputs)
    return array if dtype is None else array.astype(dtype)


def result_of(row: Row) -> Any:
    assert row.want is not None, "a row of inference alone has no result"
    given = {name: widened(value) for name, value in row.inputs.items()}
    return rounded(row.want(**given), row)


def module_of(row: Row, result_type: str) -> str:
    params = ", ".join(f"{name}: {type_of(value)}" for name, value in row.inputs.items())
    return (HEAD + "@I.ir_module\nclass Module:\n    @R.function\n"
            f"    def main({params}) -> {result_type}:\n        gv = {row.call}\n        return gv")


def infer_case(row: Row, name: str) -> Case:
    kinds = {var: value if isinstance(value, str) else type_of(value) for var, value in row.inputs.items()}
    wanted = row.type if row.type is not None else type_of(result_of(row))
    return {"id": f"infer-{name}", "test": row.op, "label": row.label, "call": row.call, "vars": kinds, "type": wanted}


def run_case(row: Row, name: str) -> Case:
    result = result_of(row)
    return {"id": f"run-{name}", "test": row.op, "label": row.label, "module": module_of(row, row.type or type_of(result)),
            "entry": "main", "args": [recorded(value) for value in row.inputs.values()], "result": recorded(result)}
