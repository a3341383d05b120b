"""Values of runs: numpy arrays, numbers and tuples of them, and tensors that speak DLPack."""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from tvm_assay import _native
from tvm_assay._source import wrong

Array: TypeAlias = npt.NDArray[Any]
# An array (NumPy, or anything with __dlpack__ or the buffer protocol), a number, a tuple of values, a string, None.
Input: TypeAlias = Any
Inputs: TypeAlias = "Sequence[Input] | Mapping[str, Input]"


class Tensor:
    """A tensor of any dtype that TVM has, also of those that NumPy has none for. The memory is assay's, and is not copied.

    ``numpy()`` and ``numpy.from_dlpack(tensor)`` look at it; so does any other library by DLPack.
    """

    def __init__(self, datum: _native.Datum) -> None:
        self._datum = datum

    @property
    def dtype(self) -> str:
        """``"float32"``, ``"bfloat16"``, ``"float8_e4m3fn"``."""
        return self._datum.dtype

    @property
    def shape(self) -> tuple[int, ...]:
        return tuple(self._datum.dims)

    def __dlpack__(self, **keywords: Any) -> Any:
        return self._array().__dlpack__(**keywords)

    def __dlpack_device__(self) -> tuple[int, int]:
        # The processor's memory.
        return (1, 0)

    def _array(self) -> Any:
        array = self._datum.array()
        if array is None:
            raise BufferError(f"DLPack has no dtype {self.dtype}")
        return array

    def __array__(self, dtype: npt.DTypeLike | None = None, copy: bool | None = None) -> Array:
        array = self.numpy()
        if dtype is not None and array.dtype != np.dtype(dtype):
            return array.astype(dtype)
        return array.copy() if copy else array

    def bits(self) -> Array:
        """The elements as unsigned integers of their width; those of less than a byte take one."""
        array: Array = self._datum.bits()
        return array

    def numpy(self) -> Array:
        """A view as a NumPy array; of a dtype that NumPy lacks as ml_dtypes has it.

        Raises TypeError where ml_dtypes is not installed: ``bits()`` is there in any case.
        """
        return self.bits().view(numpy_dtype(self.dtype))

    def __repr__(self) -> str:
        return f"Tensor({self.dtype}, shape={self.shape})"


def numpy_dtype(name: str) -> np.dtype[Any]:
    try:
        return np.dtype(name)
    except TypeError:
        pass
    try:
        import ml_dtypes
    except ImportError:
        raise TypeError(f"NumPy has no {name}, and ml_dtypes is not installed: use bits()") from None
    found: Any = getattr(ml_dtypes, name, None)
    if found is None:
        raise TypeError(f"neither NumPy nor ml_dtypes has {name}: use bits()")
    dtype: np.dtype[Any] = np.dtype(found)
    return dtype


def to_datum(value: Input) -> _native.Datum:
    if isinstance(value, _native.Datum):
        return value
    if isinstance(value, Tensor):
        return value._datum
    if value is None:
        return _native.Datum.of_null()
    if isinstance(value, str):
        return _native.Datum.of_text(value)
    if isinstance(value, (tuple, list)):
        return _native.Datum.of_tuple([to_datum(field) for field in value])
    if isinstance(value, np.dtype):
        return _native.Datum.of_dtype(str(value))
    if isinstance(value, np.generic):
        value = np.asarray(value)
    if isinstance(value, (bool, int, float)):
        return of_number(value)
    if isinstance(value, np.ndarray):
        return of_numpy(value)
    if hasattr(value, "__dlpack__") or hasattr(value, "__array__"):
        return of_foreign(value)
    raise wrong(f"invalid input: expected an array, a number, a tuple of these, a string or None, got {type(value).__name__}")


def of_number(value: bool | int | float) -> _native.Datum:
    try:
        return _native.Datum.of_number(value)
    except (OverflowError, RuntimeError) as error:
        raise wrong(f"invalid input: expected a number of 64 bits, got {value}") from error


def of_numpy(array: Array) -> _native.Datum:
    array = np.ascontiguousarray(array).reshape(array.shape)
    if not array.dtype.isnative:
        array = array.astype(f"{array.dtype.kind}{array.dtype.itemsize}")
    if array.dtype.isbuiltin == 1 and array.dtype.kind in "biuf" and array.dtype.itemsize <= 8:
        # What is read-only cannot be handed over by DLPack.
        return _native.Datum.of_array(array if array.flags.writeable else array.copy())
    # A dtype of ml_dtypes: its elements by their bits.
    name = str(array.dtype)
    width = array.dtype.itemsize
    if array.dtype.isbuiltin != 2 or width not in (1, 2, 4, 8):
        raise wrong(f"invalid input: expected elements that a tensor has, got an array of {name}")
    return _native.Datum.of_array(array.view(f"u{width}").copy(), name)


def of_foreign(value: Any) -> _native.Datum:
    # Libraries that track gradients hand over nothing that has one.
    if hasattr(value, "detach"):
        value = value.detach()
    if hasattr(value, "contiguous"):
        value = value.contiguous()
    try:
        return _native.Datum.of_array(value)
    except TypeError:
        return of_numpy(np.asarray(value))


def to_data(inputs: Inputs | None, names: Sequence[str]) -> list[_native.Datum] | None:
    """Inputs in the order of the parameters, whose names are `names`."""
    if inputs is None:
        return None
    if isinstance(inputs, Mapping):
        missing = [name for name in names if name not in inputs]
        more = [name for name in inputs if name not in names]
        if missing or more:
            raise wrong(f"invalid inputs: expected {', '.join(names)}, got {', '.join(map(str, inputs))}")
        inputs = [inputs[name] for name in names]
    return [to_datum(value) for value in inputs]


def tensors_of(datum: _native.Datum) -> Any:
    """The value with a Tensor in place of each tensor."""
    kind = datum.kind
    if kind == "tensor":
        return Tensor(datum)
    if kind == "scalar":
        return Tensor(datum)
    if kind == "shape":
        return tuple(datum.dims)
    if kind == "tuple":
        return tuple(tensors_of(field) for field in datum.fields)
    if kind == "string":
        return datum.text
    if kind == "dtype":
        return datum.dtype
    return None


def numpy_of(datum: _native.Datum) -> Any:
    """The value with arrays for tensors and numbers for scalars; a Tensor where NumPy has no such dtype."""
    kind = datum.kind
    if kind == "tuple":
        return tuple(numpy_of(field) for field in datum.fields)
    value = tensors_of(datum)
    if isinstance(value, Tensor):
        try:
            array = value.numpy()
        except TypeError:
            return value
        return array[()] if kind == "scalar" else array
    return value
