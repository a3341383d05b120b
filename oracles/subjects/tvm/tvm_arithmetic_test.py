"""Pairs that TVM's arithmetic is asked for, on a stand-in for its analyzer: pytest, as ./dev check python runs it."""
from __future__ import annotations

import types
from collections.abc import Callable
from typing import Any

import pytest
import tvm_arithmetic


class Bound:
    def __init__(self, least: int, greatest: int) -> None:
        self.min_value, self.max_value = least, greatest


class Analyzer:
    """Knows of every expression that it is 4 modulo 8, from 4 to 20, and true."""
    simplify = rewrite_simplify = canonical_simplify = staticmethod(lambda e: f"simple {e}")
    const_int_bound = staticmethod(lambda e: Bound(4, 20))
    modular_set = staticmethod(lambda e: types.SimpleNamespace(coeff=8, base=4))
    can_prove = staticmethod(lambda e: not isinstance(e, tuple))


class Expr:
    ty = types.SimpleNamespace(dtype="int8")

    def __sub__(self, other: object) -> tuple[str, object, object]:
        return ("-", self, other)


@pytest.fixture(autouse=True)
def stand_in(monkeypatch: pytest.MonkeyPatch) -> None:
    def making(name: str) -> Callable[..., tuple[Any, ...]]:
        return lambda *args: (name, *args)

    made: dict[str, Any] = {name: making(name) for name in ("Max", "Min", "Or", "Not", "Add", "FloorMod")}
    made["const"] = lambda value, _: value
    made["min_value"] = lambda _: types.SimpleNamespace(value=-128)
    made["max_value"] = lambda _: types.SimpleNamespace(value=127)
    monkeypatch.setattr(tvm_arithmetic, "tir", types.SimpleNamespace(**made))
    monkeypatch.setattr(tvm_arithmetic, "analyzer", Analyzer)


def test_bounds_are_pairs_of_one_value() -> None:
    e = Expr()
    assert list(tvm_arithmetic.bounded(e, Analyzer())) == [
        ("const_int_bound", e, ("Max", e, 4)), ("const_int_bound", e, ("Min", e, 20)),
        ("modular_set", e, ("Add", e, ("FloorMod", ("-", e, 4), 8)))]


def test_bounds_that_say_nothing_are_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Analyzer, "const_int_bound", staticmethod(lambda e: Bound(-128, 127)))
    monkeypatch.setattr(Analyzer, "modular_set", staticmethod(lambda e: types.SimpleNamespace(coeff=1, base=0)))
    assert list(tvm_arithmetic.bounded(Expr(), Analyzer())) == []


def test_what_is_proven_is_true_wherever_it_has_a_value() -> None:
    e = Expr()
    assert list(tvm_arithmetic.proven(e, Analyzer())) == [("can_prove", ("Or", e, ("Not", e)), e)]


def test_simplified_in_four_ways() -> None:
    assert [by for by, _, _ in tvm_arithmetic.simplified(Expr(), Analyzer())] == [
        "simplify", "simplify of bound variables", "rewrite_simplify", "canonical_simplify"]


def test_an_interval_says_what_its_ends_say() -> None:
    class IntImm(int):
        pass

    e, nothing = Expr(), object()
    assert list(tvm_arithmetic.least_and_greatest("int_set", e, types.SimpleNamespace(min_value=IntImm(3), max_value=nothing))) == [("int_set", e, ("Max", e, 3))]
    assert list(tvm_arithmetic.least_and_greatest("int_set", e, types.SimpleNamespace(min_value=nothing, max_value=IntImm(5)))) == [("int_set", e, ("Min", e, 5))]


def test_indices_alone_are_mapped() -> None:
    assert list(tvm_arithmetic.mapped(Expr(), {})) == [], "an int8"


def test_what_has_no_text_of_its_own_is_not_asked() -> None:
    def node(name: str, **fields: object) -> object:
        return type(name, (), {"ty": "bool", **fields})()

    x, one = node("Var"), node("IntImm", value=1)
    greater = node("GT", a=x, b=one)
    chain = node("EQ", a=greater, b=one)
    for e, chained in ((greater, False), (chain, True), (node("EQ", a=one, b=greater), False), (node("Not", a=chain), True),
                       (node("Call", args=[x, chain]), True), (node("Select", condition=greater, true_value=x, false_value=one), False)):
        assert tvm_arithmetic.compares_comparisons(e) == chained
