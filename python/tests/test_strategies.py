"""Strategies make well-formed modules, many different ones, which shrink."""
from __future__ import annotations

import pytest
import tvm_assay as ta
from hypothesis import HealthCheck, find, given, settings
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


@pytest.mark.parametrize("options", [{"ops": ["no.such"]}, {"dtypes": ["x"]}, {"profile": "x"}, {"size": 0}])
def test_what_is_wrong_is_told_at_once(options: dict[str, object]) -> None:
    with pytest.raises(ta.ArgumentError):
        strategies.modules(**options)  # type: ignore[arg-type]
