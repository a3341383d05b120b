"""The pure parts of the scripts that compare assay with a real TVM: pytest, as ./dev check python runs it."""
from __future__ import annotations

import collections
import pathlib
from typing import Any

import numpy as np
import operators
import pytest
import schedule_primitives
import scheduled_kernels
import schedules
import tir_passes
import validity

import passes

# ---- schedules.py


@pytest.mark.parametrize(("text", "arguments"), [
    ('B, 0, [None, 4]', ["B", 0, [None, 4]]),
    ('"B", 1, "shared.dyn"', ["B", 1, "shared.dyn"]),
    ("T_add_1, C, -1", ["T_add_1", "C", -1]),
    ("", []),
])
def test_arguments_of_a_step(text: str, arguments: list[Any]) -> None:
    assert schedules.arguments(text) == arguments


def test_index_maps_of_layouts() -> None:
    mapped = schedules.layout([None, 4], [0, 2, 1])
    assert mapped(5, 11) == [5, 3, 2]
    assert mapped.__code__.co_varnames == ("i0", "i1")
    assert schedules.layout([1, 2], [2, 1, 0])(7, 9) == [1, 4, 7]


def test_a_golden_text_of_steps(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "one.py"
    given = '# RUN: ApplySchedule{"trace": "split(B, 0, [2, 4])"}\nmodule\n'
    path.write_text(given + "# ---\nexpected\n")
    assert schedule_primitives.read(path) == ("split(B, 0, [2, 4])", given)
    path.write_text("# RUN: Simplify\nmodule\n")
    assert schedule_primitives.read(path) is None


# ---- tir_passes.py


def test_a_case_of_a_pass(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "one.py"
    path.write_text('# RUN: UnrollLoop{"max": 4}\nbefore\n# ---\nafter\n')
    assert tir_passes.read(path) == (path, {"max": 4}, '# RUN: UnrollLoop{"max": 4}\nbefore\n', "after\n")
    path.write_text("# RUN: UnrollLoop\nbefore\n")
    assert tir_passes.read(path) == (path, {}, "# RUN: UnrollLoop\nbefore\n", "")


def test_kernels_of_a_text() -> None:
    text = ("class Module:\n    @T.prim_func\n    def b():\n        1\n\n    @R.function\n    def main():\n        2\n"
            "    @T.prim_func(private=True)\n    def a():\n        3\n")
    assert tir_passes.kernels_of(text) == {"b": "@T.prim_func\n    def b():\n        1", "a": "@T.prim_func(private=True)\n    def a():\n        3"}
    assert tir_passes.kernels_of(None) == {}


@pytest.mark.parametrize(("name", "words", "why"), [
    ("LiftThreadBinding", "thread_binding", "threads"),
    ("LowerIntrin", "thread_binding", ""),
    ("StmtSimplify", "if A[0] < 3:\n    x\n    if A[0] < 3:\n", "conditions of memory"),
])
def test_known_differences_are_of_a_pass(name: str, words: str, why: str) -> None:
    assert tir_passes.explanation(name, words) == why


def made(name: str = "FlattenBuffer") -> tir_passes.Comparison:
    return tir_passes.Comparison(tir_passes.Assay("assay", "/nowhere"), name)


def test_refusals_are_counted_by_what_stays() -> None:
    one = made()
    one.refused("trace\nerror: index 17 at 0x7f00\n  more")
    one.refused("trace\nerror: index 4 at 0x11\n")
    one.refused("one\nCheck failed: 3 is no 4")
    assert one.refusals == {"does not read: index N at N": 2, "Check failed: N is no N": 1}
    assert one.counts["refused"] == 3


def test_rows_of_the_page_keep_their_places(tmp_path: pathlib.Path) -> None:
    page, one = tmp_path / "page.md", made()
    one.counts.update({"modules": 4, "changed": 1, "kernels": 8, "same text": 6, "same results": 4})
    one.explained["threads"] = 2
    tir_passes.write_row(page, "0.27", one)
    tir_passes.write_row(page, "0.27", made("ConvertSSA"))
    tir_passes.write_row(page, "0.27", one)
    assert page.read_text().splitlines()[-2:] == ["| ConvertSSA | 0 | – | – | – | 0 |  |",
                                                  "| FlattenBuffer | 4 | 25.0 % | 75.0 % | 100.0 % | 0 | threads (2) |"]


# ---- operators.py


def case(call: str = "R.topk(x, k=5, axis=1)", op: str = "topk", **more: Any) -> operators.Case:
    module = f'class Module:\n    def main(x: R.Tensor((2, 3), dtype="float32"), s: R.Shape([2])) -> R.Object:\n        gv: R.Object = {call}\n        return gv\n'
    args = [{"dtype": "float32", "shape": [2, 3], "data": [0, 1, 2, "nan", 4, 5]}, [2]]
    return {"id": "1", "op": op, "module": module, "entry": "main", "args": args, "result": None, "differs": {}, "agrees_mended": set(), **more}


def test_numbers_of_a_recorded_value() -> None:
    assert operators.floats_of([{"data": [1, "-inf"]}, [2, True], None]) == [1.0, float("-inf"), 2.0, 1.0]


def test_shapes_and_attributes_of_a_call() -> None:
    one = case()
    assert operators.shapes_of(one)[0] == [2, 3]
    assert (operators.number_of(one, "k"), operators.number_of(one, "axis"), operators.number_of(one, "other")) == (5, 1, None)
    padded = case("R.nn.max_pool2d(x, padding=[1, -2])", "nn.max_pool2d")
    assert operators.numbers_of(padded, "padding") == [1, -2]
    constant = case('R.add(R.const([[1, nan], [2, -inf]], "float32"), x)', "add")
    assert operators.shapes_of(constant)[:1] == [[2, 2]]


def test_more_than_there_is_and_what_is_left_of_it() -> None:
    assert operators.wants_more_than_there_is(case())
    assert not operators.wants_more_than_there_is(case("R.topk(x, k=3, axis=1)"))
    given = {"dtype": "float32", "shape": [2, 5], "data": list(range(10))}
    assert operators.cut_to_extent(case(result=[given])) == [{"dtype": "float32", "shape": [2, 3], "data": [0, 1, 2, 5, 6, 7]}]


@pytest.mark.parametrize(("share", "why", "fits"), [
    (0.1, "element 0: 1.0 against 1.05", True),
    (0.01, "element 0: 1.0 against 1.05", False),
    (0.1, "element 0: nan against 1", False),
])
def test_closeness(share: float, why: str, fits: bool) -> None:
    assert operators.close(share)(case(differs={"vm": why})) is fits


def test_a_mended_difference_explains_only_where_engines_agree() -> None:
    one = case(differs={"vm": "got float32[2, 5], want float32[2, 3]"})
    assert operators.explanation(one) is None
    one["agrees_mended"] = {"topk of more than there is"}
    assert operators.explanation(one) == "topk of more than there is"


def test_the_table_by_operator() -> None:
    rows = operators.table_of([case(stage="ran"), case(stage="not built", said="no | code"),
                               case(stage="ran", id="odd", differs={"vm": "got 1, want 2"}, module="R.topk(")])
    assert rows["topk"] == {"calls": 3, "ran": 2, "agree": 1, "explained": {}, "unexplained": ["odd"], "said": {"not built: no | code": 1}}
    assert operators.totals_of(rows) == (2, 1, 0)
    assert operators.markdown_of(rows, "0.27").splitlines()[-1] == "| topk | 3 | 2 | 1 | unexplained: odd; not built: no / code (1) |"


# ---- passes.py and validity.py


class Printed:
    def __init__(self, text: str) -> None:
        self.text = text

    def script(self, show_meta: bool) -> str:
        return self.text


@pytest.mark.parametrize(("text", "kept"), [("a", True), ('metadata["x"]', False), ("a" * passes.MAX_CHARS, True), ("a" * (passes.MAX_CHARS + 1), False)])
def test_texts_that_say_all(text: str, kept: bool) -> None:
    assert (passes.text_of(Printed(text)) == text) is kept


@pytest.mark.parametrize(("said", "first"), [
    ("error: at line 3\n more", "error: at line 3"),
    ("Traceback\n\n  Check failed\n", "Check failed"),
    ("", "ValueError"),
])
def test_what_an_error_says(said: str, first: str) -> None:
    assert validity.first_line(ValueError(said)) == first


def test_causes_are_of_a_stage() -> None:
    said = ["value has to be scalar or Tensor, got 0x1f of 33"]
    assert validity.explained("read", said)[0] == "special float constant"
    assert validity.explained("same", said) == ("value has to be scalar or Tensor, got N of N", None)


def test_lines_that_differ() -> None:
    assert validity.differing_lines("a\nb\n", "a\nc\n") == ["-b", "+c"]
    assert validity.differing_lines("a \n", "a \n") == ["white space"]


def test_figures_of_validity() -> None:
    failures: validity.Failures = {stage: collections.defaultdict(list) for stage in validity.FIGURES}
    files = [pathlib.Path(f"{n}.py") for n in range(100)]
    failures["read"]["x"] = ["1.py", "2.py"]
    failures["same"]["y"] = ["3.py", "4.py"]
    assert validity.summarise(files, failures) == {"modules": 100, "read": 98, "well_formed": 98, "same": 96, "met": True}
    failures["well_formed"]["z"] = ["5.py"]
    assert validity.summarise(files, failures)["met"] is False


# ---- scheduled_kernels.py


@pytest.mark.parametrize(("want", "got", "said"), [
    ([np.array([1, 2], "float32")], [np.array([1, 2.00001], "float32")], ""),
    ([np.array([1, 2], "float32")], [np.array([1, 2.1], "float32")], "result 0 by 5.0e-02"),
    ([np.array([np.nan], "float32")], [np.array([np.nan], "float32")], ""),
    ([np.array([np.nan], "float32")], [np.array([1], "float32")], "result 0 by 0.0e+00"),
    ([np.array([3], "int32")], [np.array([4], "int32")], "result 0 by 3.3e-01"),
    ([np.array([1], "float32")], "out of bounds", "a value became out of bounds"),
    ("out of bounds", "out of bounds", ""),
])
def test_results_of_kernels(want: scheduled_kernels.Result, got: scheduled_kernels.Result, said: str) -> None:
    assert scheduled_kernels.differs(want, got) == said
