"""What rows of the tables become: pytest, as ./dev check python runs it."""
from __future__ import annotations

import pathlib
from typing import Any

import case
import golden
import numpy as np
import pytest


@pytest.mark.parametrize(("value", "kind"), [
    (case.of([[1, 2]], "int8"), 'R.Tensor((1, 2), dtype="int8")'),
    (case.of(1.0), 'R.Tensor((), dtype="float32")'),
    (case.of([True], "bool"), 'R.Tensor((1,), dtype="bool")'),
    ([2, 3], "R.Shape([2, 3])"),
    (case.Scalar(3), "T.int64"),
    ((case.of([1.0]), [4]), 'R.Tuple(R.Tensor((1,), dtype="float32"), R.Shape([4]))'),
])
def test_types(value: Any, kind: str) -> None:
    assert case.type_of(value) == kind


@pytest.mark.parametrize(("value", "json"), [
    (case.of([0.1, np.nan, -np.inf]), {"dtype": "float32", "shape": [3], "data": [0.1, "nan", "-inf"]}),
    (case.of([[True], [False]], "bool"), {"dtype": "bool", "shape": [2, 1], "data": [True, False]}),
    (case.of([-128], "int8"), {"dtype": "int8", "shape": [1], "data": [-128]}),
    (([1, 2], case.Scalar("inf", "float64")), [[1, 2], "inf"]),
])
def test_recorded(value: Any, json: Any) -> None:
    assert case.recorded(value) == json


def test_inputs_are_the_same_each_time() -> None:
    one, again, other = case.some((3, 4)), case.some((3, 4)), case.some((3, 4), seed="b")
    assert (one == again).all() and (one != other).any()
    assert ((one * 8) == np.round(one * 8)).all() and abs(one).max() <= 4
    assert case.some((50,), "uint8", -9, 999).dtype == np.uint8
    assert set(case.some((50,), "bool")) == {True, False}


def test_results_are_computed_wide_and_rounded_once() -> None:
    row = case.Row("add", "R.add(x, x)", "", {"x": case.of([1 / 3], "float16")}, lambda x: x + 2.0 ** -30)
    assert case.result_of(row).dtype == np.float16
    wide = case.Row("add", "", "", {"x": case.of([1.0])}, lambda x: x + 2.0 ** -30, "float64")
    assert case.result_of(wide)[0] == 1 + 2.0 ** -30
    pair = case.Row("topk", "", "", {"x": case.of([1.0])}, lambda x: (x, x), (None, "int32"))
    assert [one.dtype for one in case.result_of(pair)] == [np.float32, np.int32]


def test_a_row_becomes_two_cases() -> None:
    row = case.Row("abs", "R.abs(x)", "floats", {"x": case.of([-1.5])}, lambda x: abs(x))
    assert case.infer_case(row, "abs-1") == {
        "id": "infer-abs-1", "test": "abs", "label": "floats", "call": "R.abs(x)", "vars": {"x": 'R.Tensor((1,), dtype="float32")'},
        "type": 'R.Tensor((1,), dtype="float32")'}
    ran = case.run_case(row, "abs-1")
    assert ran["result"] == {"dtype": "float32", "shape": [1], "data": [1.5]}
    assert 'def main(x: R.Tensor((1,), dtype="float32")) -> R.Tensor((1,), dtype="float32"):\n        gv = R.abs(x)' in ran["module"]


@pytest.mark.parametrize(("run", "parts"), [
    ("FuseOps", ("", "FuseOps")),
    ("LegalizeOps,FuseOps", ("LegalizeOps", "FuseOps")),
    ('A{"x": [1, 2], "y": 3},B{"z": [4, 5]}', ('A{"x": [1, 2], "y": 3}', 'B{"z": [4, 5]}')),
])
def test_commas_within_options_part_nothing(run: str, parts: tuple[str, str]) -> None:
    assert golden.last_pass(run) == parts


def test_golden_texts(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "one.py"
    path.write_text('# RUN: A,B{"k": 2}\n# CONFIG: relax.x\nbefore\n# ---\n# note: why\nafter\n')
    assert golden.read_golden(path) == {"pass": "B", "args": [], "kwargs": {"k": 2}, "before": "before\n", "config": {"relax.x": True},
                                        "first": "A", "after": "after\n"}
    path.write_text("# RUN: B\nbefore\n# ---\n# error: no such thing\n")
    assert golden.read_golden(path) == {"pass": "B", "args": [], "kwargs": {}, "before": "before\n", "error": "no such thing", "message": "no such thing"}
    path.write_text('# RUN: B{"k": null}\nbefore\n# ---\nafter\n')
    assert golden.read_golden(path) is None
