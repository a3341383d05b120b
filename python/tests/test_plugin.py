"""pytest --assay, in runs of its own."""
from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

pytest.importorskip("tvm", reason="needs apache-tvm")
pytest_plugins = ["pytester"]
Run = Callable[..., pytest.RunResult]

TESTS = '''
import pytest
import sys
sys.path.insert(0, {here!r})
import faulty
import tvm_assay as ta
from modules import ADD
from tvm import relax

def add():
    return ta.parse(ADD).to_tvm()

def test_right():
    relax.transform.LegalizeOps()(add())

def test_wrong():
    faulty.changes_results(add())

@pytest.mark.assay_off
def test_left_out():
    faulty.changes_results(add())

def test_fails_by_itself():
    faulty.changes_results(add())
    assert 1 == 2, "mine"

def test_without_passes():
    pass
'''


@pytest.fixture
def run(pytester: pytest.Pytester) -> Run:
    pytester.makepyfile(TESTS.format(here=str(Path(__file__).parent)))
    # The plugin is there by its entry point; what is not installed is named.
    return lambda *options: pytester.runpytest_subprocess(*options)



def test_off_by_default(run: Run, pytester: pytest.Pytester) -> None:
    result = run()
    result.assert_outcomes(passed=4, failed=1)
    assert "assay" not in result.stdout.str().lower().replace("tvm_assay", "").replace("plugins: tvm-assay", "")
    assert not (pytester.path / "assay-findings").exists()


def test_faults_are_seen_and_named(run: Run, pytester: pytest.Pytester) -> None:
    result = run("--assay", "--assay-reduce=5", "--assay-json=told.json")
    result.assert_outcomes(passed=3, failed=2)
    out = result.stdout.str()
    result.stdout.fnmatch_lines(["*ContractError: AddIsSubtract breaks pass_preserves_results: *", "*the smallest module that shows it:*",
                                 "*= assay =*", "*2 passes*", "pass_preserves_results * 100.0 %*",
                                 "BROKEN *test_wrong - AddIsSubtract breaks pass_preserves_results: assay-findings/*"])
    # A test that fails by itself fails by that.
    assert "mine" in out and "BROKEN" in out
    (folder,) = (pytester.path / "assay-findings").iterdir()
    finding = json.loads((folder / "finding.json").read_text())
    assert finding["pass"] == "AddIsSubtract" and finding["rule"] == "pass_preserves_results"
    assert "R.add" in (folder / "reduced.py").read_text()
    told = json.loads((pytester.path / "told.json").read_text())
    assert told["applications"] == 3 and told["rules"]["pass_preserves_results"]["share"] == 1
    assert told["rules"]["idempotent"]["why_unpromised"] == {"assay has no row for the pass": 2}
    assert {one["where"].rpartition("::")[2] for one in told["broken"]} == {"test_wrong", "test_fails_by_itself"}


def test_what_is_known_fails_nothing(run: Run, pytester: pytest.Pytester) -> None:
    run("--assay", "--assay-reduce=0", "--assay-out=found")
    result = run("--assay", "--assay-known=found")
    result.assert_outcomes(passed=4, failed=1)
    result.stdout.fnmatch_lines(["known: AddIsSubtract breaks pass_preserves_results: * (2)"])
    signature = json.loads(next((pytester.path / "found").rglob("finding.json")).read_text())["signature"]
    (pytester.path / "known.txt").write_text(f"# on file\n{signature}\n")
    run("--assay", "--assay-known=known.txt").assert_outcomes(passed=4, failed=1)


def test_rules_are_chosen_and_seeds_kept(run: Run, pytester: pytest.Pytester) -> None:
    result = run("--assay", "--assay-rules=input_unchanged,well_formed_after_pass", "--assay-record=seeds")
    result.assert_outcomes(passed=4, failed=1)
    assert not re.search(r"^pass_preserves_results", result.stdout.str(), re.M)
    assert len(list((pytester.path / "seeds").iterdir())) == 1


@pytest.mark.parametrize(("option", "words"), [("--assay-rules=nope", "expected one of"), ("--assay-known=/no/such", "does not exist")])
def test_options_that_are_wrong(run: Run, option: str, words: str) -> None:
    result = run("--assay", option)
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines([f"*{words}*"])
