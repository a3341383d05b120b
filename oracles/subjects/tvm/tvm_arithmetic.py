"""What TVM's arithmetic (arith.Analyzer) makes of an integer expression and says of it: pairs of expressions that it takes for one value.

Nothing here judges: assay goes through the variables' values. Tested by tvm_arithmetic_test.py on a real TVM, where there is one.
"""
from __future__ import annotations

from collections.abc import Callable, Iterator

import tvm
from tvm_actions import Ask, Json, Object, Unsupported, read, tir
from tvm_types import analyzer, type_of

Pair = tuple[str, Object, Object]


def dtype_of(e: Object) -> str:
    return str(type_of(e).dtype)


def within(ranges: list[tuple[int, int]], params: list[Object]) -> Object:
    known = analyzer()
    for param, (low, high) in zip(params, ranges, strict=True):
        known.bind(param, tvm.ir.Range.from_min_extent(tir.const(low, dtype_of(param)), tir.const(high - low + 1, dtype_of(param))))
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


def claims(ask: Ask) -> Json:
    """Of the kernel `main` in the text, whose body is one expression of its parameters, within the ranges. The pairs' text is a kernel, too."""
    func = read(ask["text"])["main"]
    if not isinstance(func.body, tir.Evaluate):
        raise Unsupported("the text is not one expression")
    e, known = func.body.value, within(ask["ranges"], list(func.params))
    ways: list[Callable[[Object, Object], Iterator[Pair]]] = [simplified, proven if dtype_of(e) == "bool" else bounded]
    pairs = [pair for way in ways for pair in way(e, known)]
    body = tir.SeqStmt([tir.Evaluate(side) for _, left, right in pairs for side in (left, right)])
    text = tvm.IRModule({"main": tir.PrimFunc(func.params, body)}).script()
    return {"by": [by for by, _, _ in pairs], "text": text}
