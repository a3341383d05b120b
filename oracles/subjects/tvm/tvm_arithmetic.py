"""What TVM's arithmetic (arith.Analyzer) makes of an integer expression and says of it: pairs of expressions that it takes for one value.

Nothing here judges: assay goes through the variables' values. Tested by tvm_arithmetic_test.py on a real TVM, where there is one.
"""
from __future__ import annotations

import importlib
from collections.abc import Callable, Iterator

import tvm
from tvm_actions import Ask, read, tir
from tvm_types import analyzer, type_of
from tvm_values import Json, Object, Unsupported

Pair = tuple[str, Object, Object]
INDICES = ("int32", "int64")
COMPARISONS = ("EQ", "NE", "LT", "LE", "GT", "GE")


def dtype_of(e: Object) -> str:
    return str(type_of(e).dtype)


def domains_of(ranges: list[tuple[int, int]], params: list[Object]) -> dict[Object, Object]:
    """The values that each variable has."""
    return {param: tvm.ir.Range.from_min_extent(tir.const(low, dtype_of(param)), tir.const(high - low + 1, dtype_of(param)))
            for param, (low, high) in zip(params, ranges, strict=True)}


def within(domains: dict[Object, Object]) -> Object:
    known = analyzer()
    for param, domain in domains.items():
        known.bind(param, domain)
    return known


def simplified(e: Object, known: Object) -> Iterator[Pair]:
    yield "simplify", e, analyzer().simplify(e)
    yield "simplify of bound variables", e, known.simplify(e)
    yield "rewrite_simplify", e, known.rewrite_simplify(e)
    yield "canonical_simplify", e, known.canonical_simplify(e)


def bounded(e: Object, known: Object) -> Iterator[Pair]:
    """Of integers: `max(e, low)` is `e` where low is a bound, and e + (e - base) % coeff where e is base modulo coeff."""
    bound = known.const_int_bound(e)
    dtype = dtype_of(e)
    least, greatest = tir.min_value(dtype).value, tir.max_value(dtype).value
    if least < bound.min_value <= greatest:
        yield "const_int_bound", e, tir.Max(e, tir.const(bound.min_value, dtype))
    if least <= bound.max_value < greatest:
        yield "const_int_bound", e, tir.Min(e, tir.const(bound.max_value, dtype))
    modular = known.modular_set(e)
    if modular.coeff > 1:
        rest = tir.FloorMod(e - tir.const(modular.base, dtype), tir.const(modular.coeff, dtype))
        yield "modular_set", e, tir.Add(e, rest)


def proven(e: Object, known: Object) -> Iterator[Pair]:
    """Of truth values: `always` is true wherever `e` has a value."""
    always = tir.Or(e, tir.Not(e))
    for proof in (e, tir.Not(e)):
        if known.can_prove(proof):
            yield "can_prove", always, proof


def least_and_greatest(by: str, e: Object, found: Object) -> Iterator[Pair]:
    """Of an interval of integers; an end that is none says nothing."""
    for side, end in ((tir.Max, found.min_value), (tir.Min, found.max_value)):
        if type(end).__name__ == "IntImm":
            yield by, e, side(e, end)


def mapped(e: Object, domains: dict[Object, Object]) -> Iterator[Pair]:
    """By the arithmetic of iterations, which is of indices of one dtype: the expression once more, and the interval that it stays in."""
    if dtype_of(e) not in INDICES or any(dtype_of(param) != dtype_of(e) for param in domains):
        return
    place = importlib.import_module(type(analyzer()).__module__.rpartition(".")[0])
    yield "iter_map_simplify", e, place.iter_map_simplify([e], domains)[0]
    sets = {param: place.IntervalSet(domain.min, domain.min + domain.extent - 1) for param, domain in domains.items()}
    yield from least_and_greatest("int_set", e, analyzer().int_set(e, sets))


def parts_of(e: Object) -> Iterator[Object]:
    """The expression and all below it."""
    yield e
    below = [getattr(e, name, None) for name in ("a", "b", "condition", "true_value", "false_value", "value")]
    for part in [*below, *(getattr(e, "args", None) or ())]:
        if hasattr(part, "ty") or hasattr(part, "struct_info"):
            yield from parts_of(part)


def compares_comparisons(e: Object) -> bool:
    """TVM writes the comparison on the left without parentheses, and the text is of another expression."""
    return any(type(part).__name__ in COMPARISONS and type(part.a).__name__ in COMPARISONS for part in parts_of(e))


def claims(ask: Ask) -> Json:
    """Of the kernel `main` in the text, whose body is one expression of its parameters, within the ranges. The pairs' text is a kernel, too."""
    func = read(ask["text"])["main"]
    if not isinstance(func.body, tir.Evaluate):
        raise Unsupported("the text is not one expression")
    if compares_comparisons(func.body.value):
        raise Unsupported("TVM's text of a comparison of comparisons is of another expression")
    e, domains = func.body.value, domains_of(ask["ranges"], list(func.params))
    known = within(domains)
    ways: list[Callable[[Object, Object], Iterator[Pair]]] = [simplified, proven if dtype_of(e) == "bool" else bounded]
    pairs = [pair for way in ways for pair in way(e, known)] + list(mapped(e, domains))
    body = tir.SeqStmt([tir.Evaluate(side) for _, left, right in pairs for side in (left, right)])
    text = tvm.IRModule({"main": tir.PrimFunc(func.params, body)}).script()
    return {"by": [by for by, _, _ in pairs], "text": text}
