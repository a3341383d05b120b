"""Values as JSON, passes and what is kept, on the stand-in for TVM: pytest, as ./dev check python runs it."""
from __future__ import annotations

import contextlib
import dataclasses
import math
import types
from typing import Any

import numpy
import pytest
import tvm
import tvm_actions
import tvm_targets
import tvm_values


@dataclasses.dataclass
class Tensor:
    """What TVM's tensors have of which a value in JSON is made."""
    array: numpy.ndarray

    @property
    def dtype(self) -> str:
        return str(self.array.dtype)

    def numpy(self) -> numpy.ndarray:
        return self.array


class ShapeTuple(tuple[int, ...]):
    pass


@pytest.mark.parametrize(("value", "json"), [
    (None, None),
    ("text", "text"),
    (True, {"dtype": "bool", "scalar": True}),
    (-3, {"dtype": "int64", "scalar": -3}),
    (0.5, {"dtype": "float64", "scalar": 0.5}),
    (math.inf, {"dtype": "float64", "scalar": "inf"}),
    (ShapeTuple((2, 0)), {"dims": [2, 0]}),
    ([1, (None, "a")], {"tuple": [{"dtype": "int64", "scalar": 1}, {"tuple": [None, "a"]}]}),
    (Tensor(numpy.array([[1.5, math.nan], [-math.inf, 0]], "float32")), {"dtype": "float32", "shape": [2, 2], "data": [1.5, "nan", "-inf", 0.0]}),
    (Tensor(numpy.array(7, "int8")), {"dtype": "int8", "shape": [], "data": [7]}),
    (Tensor(numpy.zeros((0, 3), "bool")), {"dtype": "bool", "shape": [0, 3], "data": []}),
])
def test_results_in_json(value: object, json: object) -> None:
    assert tvm_values.from_tvm(value) == json


def test_a_result_without_json_is_said() -> None:
    with pytest.raises(tvm_values.Unsupported, match="the result is a object"):
        tvm_values.from_tvm(object())


def test_arguments_from_json(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tvm.runtime, "tensor", lambda array: array, raising=False)
    # Without ml_dtypes tvm_values takes no tensors.
    monkeypatch.setattr(tvm_values, "numpy", numpy)
    assert tvm_values.to_tvm({"tuple": [{"dims": [3, 4]}, {"dtype": "int64", "scalar": 5}, None, "text"]}) == [(3, 4), 5, None, "text"]
    assert tvm_values.to_tvm({"dtype": "float32", "scalar": "-inf"}) == -math.inf
    array = tvm_values.to_tvm({"dtype": "float16", "shape": [2, 2], "data": [1, "inf", "nan", -0.5]})
    assert (array.dtype, array.shape) == (numpy.float16, (2, 2))
    numpy.testing.assert_array_equal(array, numpy.array([[1, math.inf], [math.nan, -0.5]], "float16"))
    with pytest.raises(tvm_values.Unsupported, match="numpy has no float5"):
        tvm_values.to_tvm({"dtype": "float5", "shape": [], "data": [1]})
    with pytest.raises(tvm_values.Unsupported, match="no argument is a dtype"):
        tvm_values.to_tvm({"dtype": "float32"})


def type_of(kind: str, **fields: Any) -> Any:
    return type(kind, (), fields)()


def test_what_is_not_kept_is_said() -> None:
    with pytest.raises(tvm_values.Unsupported, match="nothing is kept as 41"):
        tvm_actions.fingerprint({"of": 41})


def test_imports_in_a_text_become_comments(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[str] = []
    monkeypatch.setattr(tvm.script, "from_source", lambda text, check_well_formed: seen.append(text))
    tvm_actions.read("from tvm.script import relax as R\nimport x\nclass M:\n    from_ = 1\n")
    assert seen == ["# from tvm.script import relax as R\n# import x\nclass M:\n    from_ = 1\n"]


def test_passes_that_are_not_there() -> None:
    with pytest.raises(tvm_values.Unsupported, match="this TVM has no pass called Nothing"):
        tvm_actions.make_pass({"name": "Nothing"}, None)
    with pytest.raises(tvm_values.Unsupported, match="cannot import the pass no_such_module:x"):
        tvm_actions.find_pass({"name": "no_such_module:x"})
    assert tvm_actions.foreign("os.path:join").__name__ == "join"


def test_what_a_pass_gives_back_is_a_module(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(tvm_actions.modules, 1, "no module")
    monkeypatch.setattr(tvm_actions, "make_pass", lambda call, module: len)
    monkeypatch.setattr(tvm_actions, "surroundings", lambda *rest: contextlib.nullcontext())
    with pytest.raises(TypeError, match="mine:Five gives no module: expected a tvm.IRModule, got int"):
        tvm_actions.apply({"id": 2, "of": 1, "passes": [{"name": "mine:Five"}]})
    assert 2 not in tvm_actions.modules


def test_passes_that_are_made_of_options(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tvm.transform, "Pass", dict, raising=False)
    tvm_actions.find_pass({"name": "builtins:dict", "options": {"a": 1}})
    with pytest.raises(tvm_values.Unsupported, match=r'builtins:len makes no pass of the options {"a": 1}: TypeError: '):
        tvm_actions.find_pass({"name": "builtins:len", "options": {"a": 1}})
    with pytest.raises(tvm_values.Unsupported, match="expected a tvm.transform.Pass, got set"):
        tvm_actions.find_pass({"name": "builtins:set", "options": {}})


def test_options_that_are_no_json_in_tvm() -> None:
    module = {"main": type_of("Function", params=[type_of("Var", name_hint="x"), type_of("Var", name="y")])}
    found = tvm_actions.option_value(module, {"require_grads": ["y", "x"], "func_name": "main"}, "require_grads")
    assert [tvm_actions.name_of(one) for one in found] == ["y", "x"]
    assert tvm_actions.option_value(module, {"opt_level": 3}, "opt_level") == 3
    assert tvm_actions.option_value(module, {"params": {"w": {"dims": [1]}}}, "params") == {"w": (1,)}


def test_a_module_that_was_written_into_is_read_again() -> None:
    tvm_actions.parse({"id": 1, "text": "a module\n"})
    kept = tvm_actions.modules[1]
    tvm_actions.fresh({"of": 1, "id": 2})
    assert tvm_actions.modules[2] is kept
    before = tvm_actions.fingerprint({"of": 2})
    tvm_actions.apply({"of": 1, "id": 4, "passes": [{"name": "DeadCodeElimination"}]})
    assert kept.text == "a module\n# touched\n"
    assert tvm_actions.fingerprint({"of": 2}) != before
    tvm_actions.fresh({"of": 1, "id": 3})
    assert tvm_actions.modules[3].text == "a module\n"
    assert tvm_actions.fingerprint({"of": 3}) == before
    tvm_actions.drop({"ids": [1, 2, 3, 4]})
    assert not tvm_actions.modules and not tvm_actions.origins


class Device:
    def __chandle__(self) -> int:
        return id(self)


def test_a_device_replaced_by_an_equal_one_is_written_into(monkeypatch: pytest.MonkeyPatch) -> None:
    module = types.SimpleNamespace(global_infos={"vdevice": [Device()]})
    monkeypatch.setattr(tvm_actions, "state_of", lambda _: "hash\ntext")
    monkeypatch.setattr(tvm_actions, "hash_line", lambda _: "hash")
    remade = types.SimpleNamespace(global_infos={"vdevice": [Device()]})
    origin = tvm_actions.Origin(module, lambda: remade)
    monkeypatch.setattr(tvm_actions, "applications", tvm_actions.applications + 1)
    assert origin.again(module) is module
    monkeypatch.setattr(tvm_actions, "applications", tvm_actions.applications + 1)
    module.global_infos["vdevice"] = [Device()]
    assert origin.again(module) is remade
    assert origin.again(remade) is remade


def test_a_type_that_holds_another_device_is_written_into(monkeypatch: pytest.MonkeyPatch) -> None:
    module = types.SimpleNamespace(global_infos={"vdevice": [Device()]}, text="vdevice=llvm:0")
    remade = types.SimpleNamespace(global_infos={"vdevice": [Device()]}, text="vdevice=llvm:0")
    monkeypatch.setattr(tvm_actions, "state_of", lambda one: f"hash\n{one.text}")
    monkeypatch.setattr(tvm_actions, "hash_line", lambda _: "hash")
    origin = tvm_actions.Origin(module, lambda: remade)
    monkeypatch.setattr(tvm_actions, "applications", tvm_actions.applications + 1)
    assert origin.again(module) is module
    monkeypatch.setattr(tvm_actions, "applications", tvm_actions.applications + 1)
    module.text = "vdevice=llvm:-1"
    assert origin.again(module) is remade


def test_a_module_need_not_list_devices() -> None:
    assert tvm_actions.listed_devices(types.SimpleNamespace()) == []
    assert tvm_actions.listed_devices(types.SimpleNamespace(global_infos={})) == []


def test_rules_of_devices_are_passes() -> None:
    assert {"dlight.gpu.Matmul", "dlight.gpu.Fallback", "dlight.adreno.Pool2D"} <= set(tvm_actions.pass_names())
    assert "dlight.ApplyDefaultSchedule" not in tvm_actions.pass_names(), "the stand-in lacks some of its rules"
    module = tvm.Module("R.add(")
    assert tvm_actions.make_pass({"name": "dlight.gpu.Matmul"}, module)(module).text == "R.multiply("
    assert isinstance(tvm_targets.scheduler("dlight.adreno.Pool2D"), type(tvm_targets.scheduler("dlight.gpu.Fallback")))
    for lacking in ("dlight.gpu.GEMV", "dlight.ApplyDefaultSchedule", "dlight.cpu.Reduction", "dlight.adreno.Matmul", "dlight.tpu.Matmul"):
        with pytest.raises(tvm_values.Unsupported, match=f"no rule called {lacking}"):
            tvm_actions.make_pass({"name": lacking}, module)


def test_passes_run_under_the_target_that_is_asked_for() -> None:
    for target, kind in (("", "llvm"), ("cuda", "cuda"), ('{"kind": "metal"}', "metal")):
        tvm_actions.modules[1] = tvm.Module("")
        tvm_actions.apply({"of": 1, "id": 2, "passes": [{"name": "dlight.gpu.Fallback"}], "target": target})
        assert tvm_actions.modules[2].text == f"# scheduled for {kind}\n"
    tvm_actions.drop({"ids": [1, 2]})
    assert tvm_targets.built_for("cuda").kind.name == "cuda"


def test_what_tvm_says_of_a_target() -> None:
    assert tvm_actions.find_target({"target": '{"kind": "cuda", "arch": "sm_80"}'}) == "cuda"
    with pytest.raises(ValueError, match="unknown attribute arhc"):
        tvm_actions.find_target({"target": '{"kind": "cuda", "arhc": "sm_80"}'})


def test_what_a_schedule_says_is_asked_for_once_it_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    levels: list[str] = []

    class Schedule:
        def __init__(self, module: tvm.Module, error_render_level: str = "detail") -> None:
            levels.append(error_render_level)
            if module.text == "broken":
                raise ValueError(f"an error in {error_render_level}")

    def rule(module: tvm.Module) -> tvm.Module:
        Schedule(module)
        return module

    monkeypatch.setattr(tvm.s_tir, "Schedule", Schedule, raising=False)
    monkeypatch.setattr(tvm_targets, "scheduler", lambda name: rule)
    tvm_actions.modules[1] = tvm.Module("sound")
    tvm_actions.apply({"of": 1, "id": 2, "passes": [{"name": "dlight.gpu.Fallback"}]})
    assert levels == ["none"]
    tvm_actions.modules[1] = tvm.Module("broken")
    with pytest.raises(ValueError, match="an error in detail"):
        tvm_actions.apply({"of": 1, "id": 2, "passes": [{"name": "dlight.gpu.Fallback"}]})
    assert levels == ["none", "none", "detail"]
    Schedule(tvm.Module("sound"))
    assert levels[-1] == "detail"
    tvm_actions.drop({"ids": [1, 2]})


def test_what_a_rule_writes_into_is_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tvm.Module, "clone", lambda self: tvm.Module(self.text), raising=False)
    tvm_actions.parse({"id": 1, "text": "a module\n"})
    tvm_actions.fresh({"of": 1, "id": 2})
    tvm_actions.apply({"of": 2, "id": 3, "passes": [{"name": "dlight.gpu.Fallback"}]})
    assert tvm_actions.modules[2].text == tvm_actions.modules[3].text == "a module\n# scheduled for llvm\n"
    assert tvm_actions.modules[1].text == "a module\n"
    tvm_actions.drop({"ids": [1, 2, 3]})
