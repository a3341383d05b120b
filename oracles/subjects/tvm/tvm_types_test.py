"""Free names and contradictions of types, on the stand-in for TVM: pytest, as ./dev check python runs it."""
from __future__ import annotations

from typing import Any

import pytest
import tvm_types


@pytest.mark.parametrize(("types", "names"), [
    (['R.Tensor((n, m * 2), dtype="float32")'], {"n", "m"}),
    (['R.Shape(["k", n])', "int64", "R.Tensor(ndim=2)"], {"n"}),
    (["R.Tuple(R.Object, T.int64)", "None"], set()),
    (["R.Tensor((n_1 + T.min(a, b),), vdevice='cuda:0')"], {"n_1", "a", "b"}),
])
def test_free_names_are_dimensions(types: list[str], names: set[str]) -> None:
    assert tvm_types.free_names(types) == names


def type_of(kind: str, **fields: Any) -> Any:
    return type(kind, (), fields)()


def tensor(dtype: str = "float32", ndim: int = -1, values: tuple[int, ...] | None = None) -> Any:
    return type_of("TensorStructInfo", dtype=dtype, ndim=ndim, shape=None if values is None else type_of("ShapeExpr", values=values))


@pytest.mark.parametrize(("ours", "theirs", "what"), [
    (tensor(), tensor(), None),
    (tensor(), type_of("ObjectStructInfo"), None),
    (tensor(), type_of("ShapeType", ndim=1, values=None), "kind"),
    (tensor("float32"), tensor("int8"), "dtype"),
    (tensor("float32"), tensor("void"), None),
    (tensor(ndim=1), tensor(ndim=2), "rank"),
    (tensor(ndim=1), tensor(ndim=-1), None),
    (tensor(ndim=1, values=(2,)), tensor(ndim=1, values=(3,)), "shape"),
    (tensor(ndim=1, values=(2,)), tensor(ndim=1, values=(2,)), None),
    (type_of("TupleType", fields=[tensor()]), type_of("TupleType", fields=[]), "arity"),
    (type_of("TupleType", fields=[tensor(), tensor("int8")]), type_of("TupleType", fields=[tensor(), tensor("int32")]), "dtype"),
    (type_of("PrimType"), type_of("PrimType"), None),
])
def test_contradictions_of_types(monkeypatch: pytest.MonkeyPatch, ours: Any, theirs: Any, what: str | None) -> None:
    monkeypatch.setattr(tvm_types, "may_be_equal", lambda left, right: left == right)
    assert tvm_types.contradiction(ours, theirs) == what
