"""What the five tutorials do with the command, as far as `equivalent` and `reduce` go, in Python."""
from __future__ import annotations

import dataclasses
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import tvm_assay as ta

PAGES = Path(__file__).parents[2] / "docs/tutorials"
MLP, TRIANGLE = PAGES / "files/mlp.py", PAGES / "files/triangle.py"
ON_DEVICE = '''
from tvm.script import ir as I, relax as R

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice("llvm"), I.vdevice("cuda", 0)]})
    @R.function
    def main(x: R.Tensor((2,), "float32", "llvm")) -> R.Tensor((2,), "float32", "llvm"):
        y = R.add(x, x)
        z = R.hint_on_device(y, R.device(1, 0), "global")
        w = R.multiply(z, z)
        return w
'''


@dataclasses.dataclass
class Tutorial:
    module: Any
    # What is asked about.
    change: Callable[[ta.Module], Any]
    # Whether results are others afterwards.
    differs: bool
    # What is kept of the module where they are not.
    word: str = ""
    needs_tvm: bool = False


def dropped(module: ta.Module) -> Any:
    """The fork of the tutorial forgets an operator."""
    import faulty

    return faulty.changes_results(module.to_tvm())


def by_tvm(module: ta.Module) -> Any:
    import tvm

    return tvm.s_tir.transform.CanonicalizeLoop()(module.to_tvm())


TUTORIALS = {
    "check-a-module": Tutorial(MLP, lambda module: ta.apply(module, "LegalizeOps"), False, "R.matmul"),
    "compare-versions": Tutorial(MLP, lambda module: module.script("0.26"), False, "R.add"),
    "regressions-in-ci": Tutorial(ON_DEVICE, lambda module: ta.apply(module, "RealizeVDevice"), False, "R.multiply"),
    "test-a-fork": Tutorial(MLP, dropped, True, needs_tvm=True),
    "why-tvm-differs": Tutorial(TRIANGLE, by_tvm, True, needs_tvm=True),
}


def test_each_page_is_here() -> None:
    assert sorted(TUTORIALS) == sorted(path.stem for path in PAGES.glob("*.md") if path.stem != "README")


@pytest.mark.parametrize("page", TUTORIALS)
def test_equivalent_and_reduce(page: str) -> None:
    tutorial = TUTORIALS[page]
    if tutorial.needs_tvm:
        pytest.importorskip("tvm", reason="needs apache-tvm")
    module = ta.parse(tutorial.module)

    def difference(one: ta.Module) -> ta.Difference | None:
        try:
            return ta.equivalent(one, tutorial.change(one), n=2)
        except ta.AssayError:
            return None

    def asked(one: ta.Module) -> bool:
        return difference(one) is not None if tutorial.differs else tutorial.word in one.text

    found = ta.equivalent(module, tutorial.change(module), n=2)
    assert (found is not None) == tutorial.differs, found
    small = ta.reduce(module, asked, seconds=30)
    assert asked(small) and small.nodes_after < small.nodes_before
    assert len(small.text) < len(module.text)
    assert ta.check(small) == []
    assert (ta.equivalent(small, tutorial.change(small), n=2) is not None) == tutorial.differs
