"""Strategies make well-formed modules, many different ones, which shrink."""
from __future__ import annotations

import re
from pathlib import Path

import pytest
import tvm_assay as ta
from hypothesis import HealthCheck, find, given, settings
from hypothesis.database import DirectoryBasedExampleDatabase
from tvm_assay import strategies

QUIET = settings(max_examples=60, database=None, deadline=None, suppress_health_check=list(HealthCheck))


def test_examples_are_well_formed_and_differ() -> None:
    seen = set()

    @QUIET
    @given(strategies.modules(ops=["add", "nn.relu", "matmul"], profile="relax", symbolic=False))
    def collect(module: ta.Module) -> None:
        assert ta.check(module) == []
        seen.add(module)

    collect()
    assert len(seen) > 30
    assert any("R.matmul" in module.text for module in seen)


def test_examples_shrink() -> None:
    small = find(strategies.modules(ops=["add", "tanh"], profile="relax"), lambda module: "R.tanh" in module.text, settings=settings(QUIET, max_examples=300))
    assert small.text.count("R.tanh(") == 1 and small.text.count("R.add(") <= 1
    assert len(small.text.splitlines()) < 20


@pytest.mark.parametrize(("target", "word"), [("", "T.sblock"), ("llvm -mcpu=native", "T.sblock"), ("cuda", "thread_binding")])
def test_kernels_alone_for_each_kind_of_target(target: str, word: str) -> None:
    seen = []

    @QUIET
    @given(strategies.prim_funcs(target=target))
    def collect(module: ta.Module) -> None:
        assert ta.check(module) == [] and {function.kind for function in module.functions()} == {"tir"}
        seen.append(module.text)

    collect()
    assert any(word in text for text in seen)


def test_modules_for_a_device_have_launches() -> None:
    assert "T.prim_func" in find(strategies.modules(target="cuda"), lambda module: "thread_binding" in module.text, settings=QUIET).text


def planted(module: ta.Module) -> ta.Module:
    """A pass with a bug: it takes one operator for another."""
    return ta.parse(module.text.replace("R.subtract(", "R.add("))


def test_a_planted_bug_is_found_shrunk_and_kept(tmp_path: Path) -> None:
    asked: list[ta.Module] = []

    @settings(QUIET, max_examples=500, database=DirectoryBasedExampleDatabase(tmp_path))
    @given(strategies.modules(ops=["add", "subtract", "multiply", "tanh", "nn.relu", "matmul", "concat"], profile="relax", symbolic=False))
    def keeps_results(module: ta.Module) -> None:
        asked.append(module)
        assert ta.equivalent(module, planted(module), n=1) is None

    with pytest.raises(AssertionError):
        keeps_results()
    smallest, tries = asked[-1], len(asked)
    assert len(re.findall(r"= R\.[a-z_.]+\(", smallest.text)) <= 3, smallest.text
    # Found and shrunk.
    assert tries <= 500
    asked.clear()
    with pytest.raises(AssertionError):
        keeps_results()
    # The database has it: it is the first that is tried.
    assert asked[0].text == smallest.text


@pytest.mark.parametrize("options", [{"ops": ["no.such"]}, {"dtypes": ["x"]}, {"profile": "x"}, {"size": 0}, {"target": "x"}])
def test_what_is_wrong_is_told_at_once(options: dict[str, object]) -> None:
    with pytest.raises(ta.ArgumentError):
        strategies.modules(**options)  # type: ignore[arg-type]
