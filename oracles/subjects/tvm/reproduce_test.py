"""The parts of reproduce.py that compare, on the stand-in for TVM: pytest, as ./dev check python runs it."""
from __future__ import annotations

from typing import Any

import pytest
import reproduce
import tvm


def tensor(data: list[Any], dtype: str = "float32", shape: list[int] | None = None) -> dict[str, Any]:
    return {"dtype": dtype, "shape": [len(data)] if shape is None else shape, "data": data}


@pytest.mark.parametrize(("have", "want", "agree"), [
    (tensor([1.0, 2.0]), tensor([1.00005, 2.0]), True),
    (tensor([1.0, 2.0]), tensor([1.001, 2.0]), False),
    (tensor([1.0], "float64"), tensor([1.00005], "float64"), False),
    (tensor([1], "int32"), tensor([2], "int32"), False),
    (tensor([float("nan"), float("inf")]), tensor(["nan", "inf"]), True),
    (tensor([1.0, 2.0]), tensor([1.0, 2.0], shape=[2, 1]), False),
    (tensor([1.0]), tensor([1.0], "float64"), False),
    ({"dims": [2, 3]}, {"dims": [2, 3]}, True),
    ({"dims": [2, 3]}, {"dims": [3, 2]}, False),
    ({"scalar": 1}, {"scalar": 2}, False),
    ({"tuple": [tensor([1.0])]}, {"tuple": [tensor([1.0]), tensor([2.0])]}, False),
    ({"tuple": [tensor([1.0]), {"dims": []}]}, {"tuple": [tensor([1.0]), {"dims": []}]}, True),
    ({"dims": [2]}, None, True),
])
def test_agreement(have: Any, want: Any, agree: bool) -> None:
    assert reproduce.agree(have, want) is agree


def test_steps_until_the_pass(monkeypatch: pytest.MonkeyPatch) -> None:
    steps = [{"name": name} for name in ("LegalizeOps", "FuseOps", "FuseTIR")]
    monkeypatch.setattr(reproduce, "PIPELINE", steps)
    for blamed, count in (({"name": "FuseOps"}, 2), ({"name": "Normalize"}, 0), (None, 3)):
        monkeypatch.setattr(reproduce, "PASS", blamed)
        assert reproduce.steps_until_pass() == steps[:count]


def test_values_from_json() -> None:
    assert reproduce.to_tvm({"tuple": [{"dims": [1, 2]}, {"scalar": 2.5}, "text"]}) == [(1, 2), 2.5, "text"]


def test_a_check_that_is_not_there_is_said(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reproduce, "ORACLE", "of tomorrow")
    assert reproduce.main() == 2
    assert "it has no check for of tomorrow" in capsys.readouterr().out


def test_an_own_pass_that_cannot_be_made_tells_nothing(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tvm.transform, "Pass", dict, raising=False)
    for call, said in (({"name": "builtins:len", "options": {"bits": 1}}, "builtins:len makes no pass of the options {'bits': 1}: TypeError: "),
                       ({"name": "no_such_module:x", "options": {}}, "cannot import the pass no_such_module:x")):
        with pytest.raises(SystemExit) as end:
            reproduce.make_pass(call, None)
        assert end.value.code == 2
        assert said in capsys.readouterr().err


def test_the_target_is_the_campaigns(monkeypatch: pytest.MonkeyPatch) -> None:
    assert reproduce.made_target().kind.name == "llvm"
    for text in ("metal", '{"kind": "metal"}'):
        monkeypatch.setitem(reproduce.FACTS, "target", text)
        assert reproduce.made_target().kind.name == "metal"


def test_rules_are_made_as_passes() -> None:
    made = reproduce.make_pass({"name": "dlight.gpu.Matmul", "options": {}}, None)
    assert made(tvm.Module("R.add(")).text == "R.multiply("


def test_threads_go_one_after_the_other() -> None:
    text = ('for t in T.thread_binding(T.int64(8), thread="threadIdx.x", annotations={"pragma_unroll_explicit": 1}):\n'
            '  for u in T.thread_binding(n, thread="blockIdx.x"):\n')
    serial = reproduce.with_serial_threads(tvm.Module(f"import x\n{text}")).text
    assert serial == "# import x\nfor t in T.serial(T.int64(8)):\n  for u in T.serial(n):\n"
