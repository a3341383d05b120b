"""What statements of programs do, on stand-ins for TVM's builders: pytest, as ./dev check python runs it."""
from __future__ import annotations

import contextlib
import types
from collections.abc import Iterator
from typing import Any

import pytest
import tvm
import tvm_actions
import tvm_construct
import tvm_values


class Frame:
    """Notes when it is entered and left."""

    def __init__(self, name: str, notes: list[str], value: Any = None) -> None:
        self.name, self.notes, self.value = name, notes, value

    def __enter__(self) -> Any:
        self.notes.append(f"in {self.name}")
        return self.value

    def __exit__(self, *_: object) -> None:
        self.notes.append(f"out {self.name}")


class Var:
    name = ""


def name_one(name: str, var: Var) -> None:
    var.name = name


class GlobalVar:
    def __call__(self) -> str:
        return "as before"


@pytest.fixture(name="notes")
def builders(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    notes: list[str] = []

    class Builder(Frame):
        def __init__(self) -> None:
            super().__init__("builder", notes)

        def __enter__(self) -> Builder:
            super().__enter__()
            return self

        def get(self) -> str:
            return "the module"

    @contextlib.contextmanager
    def ir_module() -> Iterator[None]:
        notes.append("in module")
        yield
        notes.append("out module")

    monkeypatch.setattr(tvm_construct, "name_one", name_one, raising=False)
    monkeypatch.setattr(tvm_construct, "base", types.SimpleNamespace(IRBuilder=Builder))
    monkeypatch.setattr(tvm_construct, "ir_builder", types.SimpleNamespace(ir_module=ir_module))
    monkeypatch.setattr(tvm.ir, "GlobalVar", GlobalVar, raising=False)
    monkeypatch.setattr(tvm_construct, "R", types.SimpleNamespace(frame=lambda name, *value: Frame(name, notes, *value)))
    monkeypatch.setattr(tvm_construct, "T", types.SimpleNamespace(var=Var))
    return notes


def test_frames_close_in_reverse(notes: list[str]) -> None:
    assert tvm_construct.made("begin(R.frame('a'))\nbegin(R.frame('b'))\nend()\nend()\n") == "the module"
    assert notes == ["in builder", "in module", "in a", "in b", "out b", "out a", "out module", "out builder"]


def test_loops_and_scopes_give_their_variables_names(notes: list[str]) -> None:
    one, two, three, four = Var(), Var(), Var(), Var()
    assert tvm_construct.begin_for(Frame("for", notes, one), "i") is one
    assert tvm_construct.begin_for(Frame("grid", notes, [two, three]), "j", "k") == [two, three]
    assert tvm_construct.begin_with("tx", Frame("with", notes, four)) is four
    assert [var.name for var in (one, two, three, four)] == ["i", "j", "k", "tx"]
    assert [tvm_construct.end().name for _ in range(3)] == ["with", "grid", "for"]


def test_variables_get_their_names(notes: list[str]) -> None:
    one, two = Var(), Var()
    assert tvm_construct.named("n", one) is one
    assert tvm_construct.named_all([one, two], "a", "b") == [one, two]
    assert [one.name, two.name] == ["a", "b"]


def test_an_error_leaves_nothing_behind(notes: list[str]) -> None:
    tvm_construct.functions.left = "of another module"
    with pytest.raises(NameError):
        tvm_construct.made("begin(R.frame('a'))\nnobody_has_this\n")
    assert notes[-1] == "out builder"
    assert tvm_construct.made("assert not vars(Module)\n") == "the module"
    assert GlobalVar()() == "as before"
    assert tvm_construct.frames == []


def test_calls_mean_the_same_afterwards_and_inner_builders_are_left(notes: list[str]) -> None:
    with tvm_construct.all_left():
        tvm_construct.begin_inner()
        tvm.ir.GlobalVar.__call__ = lambda _: "otherwise"
        assert GlobalVar()() == "otherwise"
    assert GlobalVar()() == "as before"
    assert notes == ["in builder", "out builder"]


def test_a_tvm_without_builders_says_so() -> None:
    assert not tvm_construct.THERE
    with pytest.raises(tvm_values.Unsupported, match=tvm_actions.NO_BUILDERS):
        tvm_actions.construct({"id": 1, "program": ""})


def test_a_module_into_which_was_written_is_made_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tvm_construct, "THERE", True)
    monkeypatch.setattr(tvm_construct, "made", tvm.script.from_source)
    tvm_actions.construct({"id": 1, "program": "text\n"})
    tvm_actions.fresh({"of": 1, "id": 2})
    assert tvm_actions.modules[2] is tvm_actions.modules[1]
    tvm_actions.apply({"of": 1, "id": 4, "passes": [{"name": "DeadCodeElimination"}]})
    assert tvm_actions.modules[1].text == "text\n# touched\n"
    tvm_actions.fresh({"of": 1, "id": 3})
    assert tvm_actions.modules[3].text == "text\n"
    tvm_actions.drop({"ids": [1, 2, 3, 4]})


def test_numbers_among_the_arguments_of_a_call_are_of_64_bits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tvm_construct, "relax", types.SimpleNamespace(
        Call=lambda callee, args: (callee, args), prim_value=lambda value: ("prim_value", value)), raising=False)
    monkeypatch.setattr(tvm_construct, "relax_utils", types.SimpleNamespace(
        convert_to_expr=lambda value: ("expr", value)), raising=False)
    assert tvm_construct.call_in_relax("f", "x", 2, True, ("x", "y")) == (
        "f", ["x", ("prim_value", 2), ("prim_value", True), ("expr", ("x", "y"))])
