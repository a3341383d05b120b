"""The functions of the package. All take a tvm.IRModule, TVMScript, a path or a Module, and may be called from several threads."""
from __future__ import annotations

import dataclasses
import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tvm_assay import _native
from tvm_assay._errors import Problem, UnsupportedError, error_of, problems_of
from tvm_assay._module import Module
from tvm_assay._source import ModuleLike, source_of, wrong
from tvm_assay._values import Array, Inputs, Tensor, numpy_of, tensors_of, to_data


def parse(module: ModuleLike) -> Module:
    """Reads a module and writes it as assay does.

    Raises ParseError for a text that is not one module; whether it is well-formed, check says.

    >>> parse("@I.ir_module\\nclass M:\\n  @R.function\\n  def main(x: R.Tensor((2,), 'float32')):\\n    return x").functions()[0].name
    'main'
    """
    source = source_of(module)
    info, problems = _native.parse(source)
    if info is None:
        raise error_of(problems, of_text=True)
    return Module(info.text, source.file)


def check(module: ModuleLike) -> list[Problem]:
    """All that is wrong with a module: errors of its text, or else every violation of well-formedness, with rule and place.

    An empty list means well-formed. ``explain(problem.rule)`` says what a rule requires.
    """
    return problems_of(_native.check(source_of(module)))


@dataclasses.dataclass(frozen=True)
class Result:
    """What a run gave.

    ``value``: a NumPy array, a number, or a tuple of these; ``bound``: of the same form, float64, how far each element may be off in another
    correct implementation (0: not at all; infinity: a rounding decides what comes out), None where it was not asked for. ``inputs``: the
    arguments, as Tensors.
    """

    value: Any
    bound: Any
    inputs: tuple[Any, ...]
    entry: str
    engine: str
    _datum: _native.Datum = dataclasses.field(repr=False, compare=False)

    @property
    def tensors(self) -> Any:
        """The value with a Tensor in place of each array: for DLPack, and for dtypes that NumPy has not."""
        return tensors_of(self._datum)


def parameters_of(source: _native.Source, entry: str) -> list[str]:
    """Names of the parameters of the function that is run; empty where it is not there, of which the run itself says more."""
    info, _ = _native.parse(source)
    functions = {one.name: one for one in info.functions if one.is_public} if info is not None else {}
    if not entry:
        entry = "main" if "main" in functions or len(functions) != 1 else next(iter(functions))
    return [parameter.name for parameter in functions[entry].parameters] if entry in functions else []


def run(module: ModuleLike, inputs: Inputs | None = None, *, entry: str = "", engine: str = "relax-reference", seed: int = 1,
        bounds: bool = False, opt_level: int = 2, threads: int = 1, steps: int = 0, memory: int = 0) -> Result:
    """Runs a function of a module on one of assay's engines.

    inputs: a value for each parameter, in order or by name: an array (NumPy, DLPack), a number, a tuple for a tuple, a tuple of integers for a
        shape. Without, they are random ones of the seed, as ``assay run --seed`` makes them.
    entry: the function; ``main``, or else the only public one.
    engine: ``relax-reference`` is the definition of what a module computes; ``tables("engines")`` lists the others.
    bounds: how far each element may be off in another correct implementation; takes about ten more runs.
    steps, memory: the most that the run may use (bytes); 0 for the default.

    Raises IllFormedError, ParseError, ArgumentError (names, inputs that do not fit), TrapError (the run did something undefined),
    UnsupportedError (the engine cannot), BudgetError.
    """
    source = source_of(module)
    options = _native.RunOptions()
    options.entry, options.engine, options.bounds = entry, engine, bounds
    options.opt_level, options.threads, options.steps, options.bytes = opt_level, threads, steps, memory
    options.seed = natural("seed", seed)
    options.inputs = to_data(inputs, parameters_of(source, entry) if isinstance(inputs, Mapping) else ())
    result, problems = _native.run(source, options)
    if result is None:
        raise error_of(problems, of_text=problems[0].line > 0 and problems[0].kind != "Trap")
    return Result(numpy_of(result.value), numpy_of(result.bounds) if bounds else None, tuple(tensors_of(one) for one in result.inputs),
                  result.entry, engine, result.value)


def natural(name: str, value: int) -> int:
    if not 0 <= value < 2**64:
        raise wrong(f"invalid {name}: expected 0 to 2^64 - 1, got {value}")
    return value


def options_text(options: Mapping[str, Any]) -> str:
    try:
        return json.dumps(options) if options else ""
    except TypeError as error:
        raise wrong(f"invalid options of a pass: {error}") from error


def setting(key: str, value: object) -> str:
    return f"{key}={str(value).lower() if isinstance(value, bool) else value}"


@dataclasses.dataclass(frozen=True)
class Applied(Module):
    """What a pass made: a Module; with ``changes`` in words (none: nothing differs) and ``notes`` of what was left and why."""

    changes: tuple[str, ...] = dataclasses.field(default=(), compare=False)
    notes: tuple[str, ...] = dataclasses.field(default=(), compare=False)


def apply(module: ModuleLike, pass_name: str, options: Mapping[str, Any] | None = None, *, config: Mapping[str, Any] | None = None,
          opt_level: int = 3, verify: bool = True) -> Applied:
    """Applies a pass of assay's own compiler, by TVM's name (``LegalizeOps``), with TVM's options; or a pipeline, by its name.

    config: entries of the PassContext. opt_level: passes of a higher one are left out. verify: the result is checked, also for what the
    pass promises.

    Raises ArgumentError for an unknown name or option, UnsupportedError where the pass refuses, IllFormedError for the module or the result.

    >>> "call_tir" in apply(generate(1, ops=["add"], profile="relax"), "LegalizeOps").text
    True
    """
    asked = _native.ApplyOptions()
    asked.config = [setting(key, value) for key, value in (config or {}).items()]
    asked.opt_level, asked.verify = opt_level, verify
    source = source_of(module)
    applied, problems = _native.apply(source, pass_name + options_text(options or {}), asked)
    if applied is None:
        raise error_of(problems, of_text=problems[0].line > 0)
    return Applied(applied.text, source.file, tuple(applied.changes), tuple(applied.notes))


@dataclasses.dataclass(frozen=True)
class ElementDifference:
    """An element that differs; all as text, ``off`` empty where there is no distance."""

    where: str
    expected: str
    got: str
    off: str


@dataclasses.dataclass(frozen=True)
class Difference:
    """The first inputs on which two modules differ. ``seed`` makes the same inputs again (0: they were given)."""

    message: str
    entry: str
    seed: int
    inputs: tuple[Any, ...]
    expected: Any
    got: Any
    elements: tuple[ElementDifference, ...]

    def __str__(self) -> str:
        return f"{self.entry}, inputs of seed {self.seed}: {self.message}"


def equivalent(before: ModuleLike, after: ModuleLike, n: int = 4, *, inputs: Inputs | None = None, entry: str = "", seed: int = 1,
               exact: bool = False, steps: int = 0) -> Difference | None:
    """Compares what two modules compute on n sets of inputs: None, or the first difference, with the inputs that show it.

    Results may differ by as much as another order of the same operations may come to; with exact, not by a bit.

    Raises UnsupportedError where nothing could be compared (each run was refused, out of budget, or undefined): that is no agreement.
    """
    asked = _native.EquivalentOptions()
    asked.entry, asked.n, asked.exact, asked.steps = entry, n, exact, steps
    asked.seed = natural("seed", seed)
    first = source_of(before, "before.py")
    asked.inputs = to_data(inputs, parameters_of(first, entry) if isinstance(inputs, Mapping) else ())
    found, problems = _native.equivalent(first, source_of(after, "after.py"), asked)
    if found is None:
        raise error_of(problems, of_text=problems[0].line > 0)
    if found.difference is None:
        if found.compared == 0:
            why = "; ".join(f"{why} ({count})" for why, count in found.skipped.items())
            raise UnsupportedError([Problem("Refused", "", f"nothing was compared: {why}")])
        return None
    one = found.difference
    return Difference(one.message, one.entry, one.seed, tuple(tensors_of(value) for value in one.inputs), numpy_of(one.expected),
                      numpy_of(one.got), tuple(ElementDifference(e.where, e.expected, e.got, e.off) for e in one.elements))


@dataclasses.dataclass(frozen=True)
class Reduced(Module):
    """The smallest module that was found; ``why`` no smaller one was looked for, and how many were tried."""

    why: str = dataclasses.field(default="", compare=False)
    tried: int = dataclasses.field(default=0, compare=False)
    nodes_before: int = dataclasses.field(default=0, compare=False)
    nodes_after: int = dataclasses.field(default=0, compare=False)


def reduce(module: ModuleLike, predicate: Callable[[Module], bool], *, entry: str = "", seconds: float = 60, tries: int = 20_000) -> Reduced:
    """The smallest module of which the predicate still holds. Candidates are well-formed; `entry` (main) stays.

    What the predicate raises ends the reduction and comes out of it.

    Raises ArgumentError where the predicate does not hold of the module itself.

    >>> small = reduce(generate(3, ops=["add", "tanh"], profile="relax"), lambda m: "R.tanh" in m.text)
    >>> small.text.count("R.tanh"), "R.add" in small.text
    (1, False)
    """
    asked = _native.ReduceOptions()
    asked.entry, asked.seconds, asked.tries = entry, seconds, tries
    source = source_of(module)
    found, problems = _native.reduce(source, lambda text: bool(predicate(Module(text, source.file))), asked)
    if found is None:
        raise error_of(problems, of_text=problems[0].line > 0)
    if not found.shows:
        raise wrong("the predicate does not hold of the module itself")
    return Reduced(found.text, source.file, found.why, found.tried, found.nodes_before, found.nodes_after)


def generate(seed: int | None = None, *, data: bytes | None = None, ops: Sequence[str] = (), dtypes: Sequence[str] = (), profile: str = "mixed",
             bindings: int = 10, symbolic: bool = True, kernels: bool = False, number: int = 1) -> Module:
    """A random well-formed module: ``assay gen --seed SEED`` writes the same ones, of which `number` says which.

    data: in place of a seed, the bytes by which each choice is made; a prefix makes a smaller module.
    ops, dtypes: only these; profile: ``relax``, ``tir``, ``mixed`` or ``gpu``; bindings: how many, on average; symbolic: whether dimensions may be;
    kernels: only kernels, without the functions of Relax that call them.

    Raises ArgumentError for a name that does not exist.

    >>> generate(7) == generate(7), generate(7) == generate(8)
    (True, False)
    """
    asked = _native.GenerateOptions()
    asked.ops, asked.dtypes, asked.profile, asked.bindings, asked.symbolic = list(ops), list(dtypes), profile, bindings, symbolic
    asked.kernels = kernels
    if (seed is None) == (data is None):
        raise wrong("generate takes a seed, or data")
    if data is not None:
        text, problems = _native.generate_from_bytes(data, asked)
    else:
        assert seed is not None
        text, problems = _native.generate(natural("seed", seed), natural("number", number), asked)
    if text is None:
        raise error_of(problems)
    return Module(text)


@dataclasses.dataclass(frozen=True)
class Explanation:
    """What a rule, operator, pass, oracle, engine or class of findings is: headings, and what stands under them."""

    kind: str
    name: str
    parts: dict[str, str]

    def __str__(self) -> str:
        return "\n\n".join([f"{self.kind} {self.name}", *(f"{heading}:\n{text}" for heading, text in self.parts.items())])


def explain(name: str) -> Explanation:
    """Explains a rule (``relax.wf11``), operator, pass, oracle, engine or class of findings.

    Raises ArgumentError for an unknown name, with the nearest one.

    >>> explain("FuseOps").kind
    'pass'
    """
    found, problems = _native.explain(name)
    if found is None:
        raise error_of(problems)
    return Explanation(found.kind, found.name, dict(found.parts))


@dataclasses.dataclass(frozen=True)
class Pass:
    """A pass that assay has a row for, and what the row promises of it."""

    name: str
    doc: str
    options: tuple[str, ...]
    idempotent: bool
    why_not_idempotent: str
    keeps_results: bool
    of_kernels: bool


def passes() -> dict[str, Pass]:
    """The passes of assay's table, by TVM's names.

    >>> passes()["LegalizeOps"].idempotent
    True
    """
    return {one.name: Pass(one.name, one.doc, tuple(one.options), one.idempotent, one.why_not_idempotent, one.keeps_results, one.of_kernels)
            for one in _native.passes()}


def tables(table: str) -> dict[str, str]:
    """Names and what they are: of ``engines``, ``ops``, ``oracles`` or ``rules``."""
    rows, problems = _native.rows(table)
    if rows is None:
        raise error_of(problems)
    return {row.name: row.doc for row in rows}


__all__ = ["Applied", "Array", "Difference", "ElementDifference", "Explanation", "Pass", "Reduced", "Result", "Tensor", "apply", "check", "equivalent",
           "explain", "generate", "parse", "passes", "reduce", "run", "tables"]
