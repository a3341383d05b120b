"""Targets, and what of TVM schedules kernels: dlight's rules as passes. Tested by tvm_actions_test.py, on a stand-in for TVM."""
from __future__ import annotations

import contextlib
import importlib
import inspect
import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import tvm

if TYPE_CHECKING:
    from typing import TypeAlias

# What is of TVM, which says nothing of its types.
Object: TypeAlias = Any

# Where the rules stand, by what they schedule for.
FOLDERS = ("gpu", "cpu", "adreno")
# Those that TVM's own pipelines for GPUs apply, in their order.
RULES = ("Matmul", "GEMV", "Reduction", "GeneralReduction", "Fallback")
# "dlight.gpu.Matmul" is the pass that applies that rule, this one applies RULES.
DEFAULT = "dlight.ApplyDefaultSchedule"


def dlight() -> Object:
    """TVM's rules that schedule kernels for a device; None where this TVM has none."""
    for path in ("tvm.s_tir.dlight", "tvm.dlight"):
        with contextlib.suppress(ImportError):
            return importlib.import_module(path)
    return None


def binds_threads(module: Object) -> bool:
    """Whether kernels of the module are launches of threads."""
    return any(call in module.script() for call in ("T.thread_binding(", "T.launch_thread("))


def rules(folder: str) -> dict[str, Object]:
    """Those of dlight.gpu, dlight.cpu or dlight.adreno, by name."""
    place = getattr(dlight(), folder, None)
    base = getattr(dlight(), "ScheduleRule", None)
    found = {name: getattr(place, name) for name in dir(place) if name[0].isupper() and inspect.isclass(getattr(place, name))}
    return {name: rule for name, rule in found.items() if base is not None and issubclass(rule, base)}


def schedules(name: str) -> bool:
    """Whether a pass of this name is one of those that schedule kernels."""
    return name.startswith("dlight.")


@contextlib.contextmanager
def errors_without_text() -> Iterator[None]:
    """Rules try to inline each block, and an error that they catch writes out its module first: a third of what they take."""
    schedule = getattr(getattr(tvm, "s_tir", None) or getattr(tvm, "tir", None), "Schedule", None)
    if schedule is None:
        yield
        return
    whole = schedule.__init__

    def quick(self: Object, *args: Object, **named: Object) -> None:
        whole(self, *args, **{**named, "error_render_level": "none"})

    schedule.__init__ = quick
    try:
        yield
    finally:
        schedule.__init__ = whole


def passes() -> list[str]:
    known = [f"dlight.{folder}.{name}" for folder in FOLDERS for name in rules(folder)]
    return known + ([DEFAULT] if set(RULES) <= set(rules("gpu")) else [])


def scheduler(name: str) -> Object:
    """The pass of this name; None where this TVM lacks a rule that it applies."""
    _, _, rest = name.partition(".")
    folder, _, rule = rest.partition(".")
    names, known = (RULES, rules("gpu")) if name == DEFAULT else ((rule,), rules(folder))
    if any(one not in known for one in names):
        return None
    return dlight().ApplyDefaultSchedule(*[known[one]() for one in names])


def made(text: str) -> Object:
    """A kind of target by its name, or TVM's own JSON of one; of nothing, this machine's processor."""
    return tvm.target.Target(json.loads(text) if text.startswith("{") else text or "llvm")


def built_for(text: str) -> Object:
    """The target of a build: that of a device has this machine's processor beside it."""
    target = made(text)
    return target if target.kind.name in ("llvm", "c") else tvm.target.Target(target, host="llvm")
