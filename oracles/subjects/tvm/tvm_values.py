"""How values cross over between assay and a real TVM: as plain JSON (value_json.h). Tested by tvm_actions_test.py, on a stand-in for TVM.
"""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

import tvm

try:
    import ml_dtypes
    import numpy
except ImportError:  # the stand-in needs neither
    ml_dtypes = numpy = None  # type: ignore[assignment]

if TYPE_CHECKING:
    from typing import TypeAlias

# One of TVM's many classes, which say nothing of their types; and what json.loads makes.
Object: TypeAlias = Any
Json: TypeAlias = Any


class Unsupported(Exception):
    """This TVM, or the way it is asked, has no such thing: no judgement of the module."""


# NaN and infinities are words.
Number: TypeAlias = "float | str"


def numbers(data: list[Number]) -> list[float]:
    return [float(one) if isinstance(one, str) else one for one in data]


def to_tvm(value: Json) -> Object:
    """A value from JSON (value_json.h)."""
    if value is None or isinstance(value, (str, bool)):
        return value
    if "tuple" in value:
        return [to_tvm(field) for field in value["tuple"]]
    if "dims" in value:
        return tvm.runtime.ShapeTuple(value["dims"])
    if "scalar" in value:
        scalar = value["scalar"]
        return float(scalar) if isinstance(scalar, str) else scalar
    if "data" not in value:
        raise Unsupported("no argument is a dtype")
    dtype = value["dtype"]
    if not hasattr(numpy, dtype) and not hasattr(ml_dtypes, dtype):
        raise Unsupported(f"numpy has no {dtype}")
    array = numpy.array(numbers(value["data"]), dtype=dtype if hasattr(numpy, dtype) else getattr(ml_dtypes, dtype))
    tensor = getattr(tvm.runtime, "tensor", None) or tvm.nd.array
    return tensor(array.reshape(value["shape"]))


def number(one: float) -> Number:
    if isinstance(one, (bool, int)):
        return one
    one = float(one)
    return one if one - one == 0 else ("nan" if one != one else "inf" if one > 0 else "-inf")


def from_tvm(value: Object) -> Json:
    if value is None or isinstance(value, str):
        return value
    if isinstance(value, (bool, int)):
        return {"dtype": "bool" if isinstance(value, bool) else "int64", "scalar": value}
    if isinstance(value, float):
        return {"dtype": "float64", "scalar": number(value)}
    if hasattr(value, "numpy"):
        array = value.numpy()
        flat = array.reshape(-1)
        if array.dtype.kind not in "biuf":
            flat = flat.astype("float64")
        return {"dtype": str(value.dtype), "shape": list(array.shape), "data": [number(one) for one in flat.tolist()]}
    if type(value).__name__ in ("ShapeTuple", "Shape"):
        return {"dims": [int(extent) for extent in value]}
    if isinstance(value, (list, tuple)) or hasattr(value, "__len__"):
        return {"tuple": [from_tvm(field) for field in value]}
    raise Unsupported(f"the result is a {type(value).__name__}")
