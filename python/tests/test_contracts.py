"""contracts() on the passes of a real TVM: each planted fault is seen, and named; what is right is not."""
from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import tvm_assay as ta
from modules import ADD

tvm = pytest.importorskip("tvm", reason="needs apache-tvm")
faulty = pytest.importorskip("faulty")
import tvm_ffi  # noqa: E402
from tvm import relax  # noqa: E402
from tvm_assay._script import script  # noqa: E402
from tvm_assay._texts import read  # noqa: E402
from tvm_assay._watch import RULES  # noqa: E402


def add() -> Any:
    return ta.parse(ADD.replace(
        "        with R.dataflow", "        R.func_attr({\"kept\": 7})\n        with R.dataflow")).to_tvm()


# ---- modules of TVM


def test_a_module_of_tvm_is_taken() -> None:
    module = add()
    assert ta.check(module) == []
    x, y = np.ones((2, 3), np.float32), np.ones(3, np.float32)
    np.testing.assert_array_equal(ta.run(module, [tvm.runtime.tensor(x), tvm.runtime.tensor(y)]).value, x + y)
    np.testing.assert_array_equal(ta.run(module["main"], [x, y]).value, x + y)
    assert tvm_ffi.structural_equal(ta.parse(module).to_tvm(), module, map_free_vars=True)
    with pytest.raises(ta.ArgumentError, match="expected a tvm.IRModule"):
        ta.check(module["main"].body)


CONSTANTS = """
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def zeroth(x: R.Tensor((2,), dtype="float32")) -> R.Tensor((2,), dtype="float32"):
        gv: R.Tensor((2,), dtype="float32") = R.add(x, R.const([1.5, "-inf"], "float32"))
        return gv

    @R.function
    def main(x: R.Tensor((2,), dtype="float32"), c: R.Tensor((), dtype="bool")) -> R.Tensor((2,), dtype="float32"):
        cls = Module
        lv0: R.Tensor((2,), dtype="float32") = R.multiply(R.const([0.1, 3.0], "float32"), x)
        if c:
            lv1: R.Tensor((2,), dtype="float32") = R.add(lv0, R.const([7.0, 8.0], "float32"))
            gv: R.Tensor((2,), dtype="float32") = lv1
        else:
            lv2: R.Tensor((2,), dtype="float32") = R.subtract(R.const([9.0, 10.0], "float32"), R.const(4.0, "float32"))
            gv: R.Tensor((2,), dtype="float32") = lv2
        lv3: R.Tensor((2,), dtype="int64") = R.const([1, -9007199254740993], "int64")
        lv4: R.Tensor((2,), dtype="float32") = R.astype(lv3, dtype="float32")
        lv5: R.Tensor((2,), dtype="float32") = cls.zeroth(R.add(gv, lv4))
        return lv5
"""


def test_constants_stand_where_they_are() -> None:
    """The text with constants in it is the module again, in TVM's reader and in assay's."""
    module = ta.parse(CONSTANTS).to_tvm()
    assert "metadata[" in module.script()
    text = script(module)
    assert "metadata[" not in text and "-9007199254740993" in text
    assert tvm_ffi.structural_equal(read(text), module, map_free_vars=True)
    assert ta.check(module) == []
    for condition in (False, True):
        inputs = [np.array([1, 2], np.float32), np.array(condition)]
        np.testing.assert_array_equal(ta.run(module, inputs, entry="main").value, ta.run(CONSTANTS, inputs, entry="main").value)


def test_constants_of_a_block_builder_are_read() -> None:
    block = relax.BlockBuilder()
    x = relax.Var("x", relax.TensorType((4, 4), "float32") if hasattr(relax, "TensorType") else relax.TensorStructInfo((4, 4), "float32"))
    weights = np.arange(16, dtype=np.float32).reshape(4, 4)
    with block.function("main", [x]):
        with block.dataflow():
            # One object at two places.
            constant = relax.const(weights)
            out = block.emit_output(block.emit(relax.op.add(block.emit(relax.op.add(x, constant)), constant)))
        block.emit_func_output(out)
    np.testing.assert_array_equal(ta.run(block.get(), [np.zeros((4, 4), np.float32)]).value, 2 * weights)


def test_passes_of_tvm_are_compared() -> None:
    assert ta.equivalent(add(), relax.transform.LegalizeOps()(add()), n=3) is None
    difference = ta.equivalent(add(), faulty.changes_results(add()))
    assert difference is not None and "got" in difference.message


def test_reduce_by_tvm() -> None:
    # TVM reads no types of scalars in bfloat16.
    module = ta.generate(5, ops=["add", "multiply"], dtypes=["float32"], profile="relax", symbolic=False)
    small = ta.reduce(module, lambda m: "R.multiply" in m.to_tvm().script(), seconds=20)
    assert small.text.count("R.multiply") == 1


# ---- contracts


# What the same fault breaks beside it: an attribute comes in that the pass's row does not speak of; the text of what is undefined does not read.
ALSO = {"idempotent": {"frame_kept"}, "well_formed_after_pass": {"round_trip"}}
# This pass of TVM 0.27 writes into the module that it is given.
WRITERS = {"tirx.AnnotateEntryFunc"}


@pytest.mark.parametrize("rule", sorted(faulty.BREAKS))
def test_a_planted_fault_is_seen(rule: str, tmp_path: Path) -> None:
    with pytest.raises(ta.ContractError) as error:
        with ta.contracts(results=True, out=tmp_path, reduce_seconds=10):
            faulty.BREAKS[rule](add())
    found = {broken.rule: broken for broken in error.value.broken}
    broken = found[rule]
    assert broken.pass_name == faulty.BREAKS[rule].info.name
    assert set(found) - ALSO.get(rule, set()) == {rule}, f"only the promise that is broken is: {found}"
    assert broken.pass_name in str(error.value) and rule in str(error.value)
    # The smallest module reads in both readers, and still shows it.
    assert broken.reduced and len(broken.reduced) <= len(broken.before)
    assert ta.check(broken.reduced) == []
    folder = Path(broken.path)
    assert (folder / "reduced.py").read_text().strip() == broken.reduced.strip()
    assert json.loads((folder / "finding.json").read_text())["rule"] == rule
    # From now on it is known.
    with ta.contracts(results=True, known=[str(tmp_path)]) as seen:
        faulty.BREAKS[rule](add())
    assert seen.broken == [] and any(rule in known for known in seen.tally.known)


def test_a_pass_whose_options_change_the_calls_is_not_compared() -> None:
    """No instrument is told the options of a pass."""
    with ta.contracts(results=True, check=False) as seen:
        relax.transform.BindParams("main", {"y": np.ones(3, np.float32)})(add())
    assert seen.broken == []
    assert seen.tally.rules["pass_preserves_results"].why == {"the pass changes how functions are called, by options that are not known": 1}


CONVOLUTION = '''
from tvm.script import ir as I, relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((1, 16, 3, 3), "float32"), w: R.Tensor((4, 16, 1, 1), "float32")) -> R.Tensor((1, 4, 3, 3), "float32"):
        with R.dataflow():
            y = R.nn.conv2d(x, w)
            R.output(y)
        return y
'''


def test_what_an_engine_cannot_run_is_no_fault_of_the_pass() -> None:
    with ta.contracts(results=True) as seen:
        relax.transform.ConvertLayout({"relax.nn.conv2d": ["NCHW4c", "OIHW4o"]})(ta.parse(CONVOLUTION).to_tvm())
    count = seen.tally.rules["pass_preserves_results"]
    assert (seen.broken, count.judged, count.skip) == ([], 0, 1) and "split dimensions" in next(iter(count.why)), count


def test_what_was_unreadable_before_is_not_asked_to_read_back() -> None:
    with ta.contracts(check=False) as seen:
        relax.build(add(), "llvm")
    count = seen.tally.rules["round_trip"]
    assert count.finding == 0 and set(count.why_unpromised) == {"what the pass was given does not read back, either"}, seen.broken
    assert seen.tally.known["tirx.MakePackedAPI breaks round_trip: tvm-text-of-packed-function"] == 1


def test_results_are_asked_for() -> None:
    with ta.contracts() as seen:
        faulty.changes_results(add())
    assert "pass_preserves_results" not in seen.tally.rules


def test_what_is_right_is_judged_and_not_broken() -> None:
    with ta.contracts(rules=[rule for rule in RULES if rule != "round_trip"], check=False) as seen:
        relax.build(add(), "llvm")
    assert seen.tally.applications > 50
    assert {one.pass_name for one in seen.broken if one.rule == "input_unchanged"} <= WRITERS
    assert [one for one in seen.broken if one.rule != "input_unchanged"] == []
    for rule in ("well_formed_after_pass", "pass_preserves_results"):
        assert seen.tally.rules[rule].agree > 0.8 * seen.tally.applications, seen.tally.rules[rule]
    assert not seen.tally.faults


def test_a_fault_inside_of_a_list_and_a_context_is_seen_once() -> None:
    both = tvm.transform.Sequential([faulty.fine, tvm.transform.Sequential([faulty.changes_results])])
    with ta.contracts(results=True, check=False) as seen:
        with tvm.transform.PassContext(opt_level=3):
            both(add())
    assert [(one.rule, one.pass_name) for one in seen.broken] == [("pass_preserves_results", "AddIsSubtract")]
    assert (seen.tally.applications, seen.tally.lists) == (2, 2)


def test_a_pass_that_calls_the_faulty_one_is_not_blamed() -> None:
    @tvm.transform.module_pass(opt_level=0, name="Outer")
    def outer(module: Any, context: object) -> Any:
        return faulty.changes_its_input(module)

    with ta.contracts(check=False) as seen:
        outer(add())
    assert {one.pass_name for one in seen.broken} == {"WritesIntoItsInput"}


def test_nothing_stays_switched_on() -> None:
    context = tvm.transform.PassContext
    before = context.__init__, context.override_instruments, tvm.transform.Pass.__call__, list(context.current().instruments)
    with pytest.raises(ValueError, match="by itself"):
        with ta.contracts():
            faulty.raises(add())
    assert (context.__init__, context.override_instruments, tvm.transform.Pass.__call__, list(context.current().instruments)) == before


def test_other_instruments_stay() -> None:
    names = []

    @tvm.instrument.pass_instrument
    class Names:
        def run_before_pass(self, module: Any, info: Any) -> None:
            names.append(info.name)

    with ta.contracts():
        with tvm.transform.PassContext(instruments=[Names()]):
            faulty.fine(add())
    assert names == ["Fine"], "a pass that is applied once more is nobody else's"


def test_seeds_are_kept(tmp_path: Path) -> None:
    with ta.contracts(record=tmp_path):
        relax.transform.LegalizeOps()(add())
    (seed,) = tmp_path.iterdir()
    assert ta.check(seed) == []


@pytest.mark.parametrize(("options", "words"), [
    ({"rules": ["nope"]}, "expected one of"),
    ({"known": ["/no/such/folder"]}, "does not exist"),
])
def test_options_that_are_wrong(options: dict[str, object], words: str) -> None:
    with pytest.raises(ta.ArgumentError, match=words):
        with ta.contracts(**options):  # type: ignore[arg-type]
            pass
