"""A test of one's own pass: pytest my_pass.py. docs/guide/python.md shows it."""
from __future__ import annotations

import numpy as np
import tvm_assay as ta

TEXT = """
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((2, 3), dtype="float32"), y: R.Tensor((3,), dtype="float32")) -> R.Tensor((2, 3), dtype="float32"):
        with R.dataflow():
            z: R.Tensor((2, 3), dtype="float32") = R.add(x, y)
            R.output(z)
        return z
"""


def test_module_is_well_formed() -> None:
    problems = ta.check(TEXT)
    assert not problems, "\n".join(f"{problem.place}: {problem.message} [{problem.rule}]" for problem in problems)


def test_result() -> None:
    x, y = np.ones((2, 3), np.float32), np.arange(3, dtype=np.float32)
    result = ta.run(TEXT, {"x": x, "y": y}, bounds=True)
    assert (np.abs(result.value - (x + y)) <= result.bound).all()


def test_pass_keeps_results() -> None:
    after: ta.Applied = ta.apply(TEXT, "LegalizeOps")
    difference: ta.Difference | None = ta.equivalent(TEXT, after, n=8)
    assert difference is None, str(difference)


def test_random_modules() -> None:
    for seed in range(5):
        module = ta.generate(seed, ops=["add", "multiply"], profile="relax")
        assert ta.equivalent(module, ta.apply(module, "CanonicalizeBindings"), n=1) is None


def test_smallest_module() -> None:
    module = ta.generate(3, ops=["add", "tanh"], profile="relax")
    small = ta.reduce(module, lambda candidate: "R.tanh" in candidate.text)
    assert small.nodes_after < small.nodes_before
