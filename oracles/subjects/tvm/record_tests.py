"""Records what a TVM does while its own tests run, as suites that `assay conform` reads.

  cd TVM && PYTHONPATH=…/oracles/subjects/tvm python -m pytest -p record_tests --record OUT tests/python/relax

The idea: a pytest plugin that stands between the tests and TVM's front doors (passes, inference, the checker, the build, the
virtual machine), lets everything through, and writes down what went in and out: OUT/pass.jsonl.xz, infer, wellformed, print,
run. Lines are written as they come, so that a test that takes the process down loses nothing. Tested by record_tests_test.cc.
"""
from __future__ import annotations

import json
import lzma
import os
import pathlib
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeAlias

import tvm
from tvm import relax

if TYPE_CHECKING:
    import pytest

# As suites write it.
Case: TypeAlias = "dict[str, Any]"
# A function of TVM's.
Door: TypeAlias = "Callable[..., Any]"
# Passes by the numbers of their objects: the pass, its name, and what it was made of.
Made: TypeAlias = "dict[int, tuple[Any, str, tuple[Any, ...], dict[str, Any]]]"


SUITES = ("print", "wellformed", "infer", "pass", "run")
MOST_TEXT = 60_000
MOST_ELEMENTS = 4096
FACTORIES = ("transform", "backend")


class NotForText(Exception):
    """Holds what a line of JSON cannot say: the case is left out."""


def text_of(module: tvm.IRModule) -> str:
    text: str = module.script()
    if "metadata[" in text or len(text) > MOST_TEXT:
        raise NotForText
    return text


def plain(value: Any) -> Any:
    """A value as cases write it: arguments of factories, options, tensors, shapes, tuples."""
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    if hasattr(value, "numpy"):
        array = value.numpy()
        if array.size > MOST_ELEMENTS or array.dtype.kind not in "biuf":
            raise NotForText
        return {"dtype": str(value.dtype), "shape": list(array.shape), "data": array.reshape(-1).tolist()}
    if type(value).__name__ in ("ShapeTuple", "Shape"):
        return [int(extent) for extent in value]
    if isinstance(value, dict) or hasattr(value, "items"):
        return {str(key): plain(one) for key, one in value.items()}
    if isinstance(value, (list, tuple)) or type(value).__name__ == "Array":
        return [plain(one) for one in value]
    if type(value).__name__ in ("IntImm", "FloatImm", "StringImm"):
        return value.value
    raise NotForText


def error_of(error: BaseException) -> str:
    return f"{type(error).__name__}: {error}"[:2000]


class Recorder:
    def __init__(self, folder: str) -> None:
        self.folder = pathlib.Path(folder)
        self.folder.mkdir(parents=True, exist_ok=True)
        self.files = {suite: open(self.folder / f"{suite}.jsonl", "w", encoding="utf-8") for suite in SUITES}
        self.counts = dict.fromkeys(SUITES, 0)
        self.known: set[tuple[str, str]] = set()
        self.test = ""
        # What recording itself asks of TVM is not recorded.
        self.busy = False

    def write(self, suite: str, **case: Any) -> None:
        line = json.dumps(case)
        if (suite, line) in self.known:
            return
        self.known.add((suite, line))
        number = f"{suite}-{self.counts[suite]:04}"
        self.counts[suite] += 1
        self.files[suite].write(json.dumps({"id": number, "test": self.test, **case}) + "\n")
        self.files[suite].flush()

    def module(self, module: tvm.IRModule) -> str:
        """The text of a module, which is a case of printing by itself."""
        text = text_of(module)
        if ("module", text) not in self.known:
            self.known.add(("module", text))
            try:
                again = text_of(tvm.script.from_source(text, check_well_formed=False))
                self.write("print", module=text, reprinted=again)
            except BaseException:  # TVM's parser raises various kinds
                self.write("print", module=text)
        return text

    def close(self) -> None:
        for suite, file in self.files.items():
            file.close()
            path = self.folder / f"{suite}.jsonl"
            with lzma.open(f"{path}.xz", "wb") as packed:
                packed.write(path.read_bytes())
            os.remove(path)


def named_like(wrapper: Door, door: Door) -> Door:
    """The wrapper, which says what it stands for: inspect.signature looks there."""
    vars(wrapper)["__wrapped__"] = door
    return wrapper


def recorded(recorder: Recorder, before: Callable[..., Case | None], after: Callable[..., None]) -> Callable[[Door], Door]:
    """Wraps a front door: before(*args) says what goes in, after(case, result, error) writes the case."""
    def wrap(door: Door) -> Door:
        def through(*args: Any, **kwargs: Any) -> Any:
            if recorder.busy:
                return door(*args, **kwargs)
            case = quietly(recorder, before, *args, **kwargs)
            result = error = None
            try:
                result = door(*args, **kwargs)
                return result
            except BaseException as raised:  # the test's own, which is passed on
                error = raised
                raise
            finally:
                if case is not None and not isinstance(error, KeyboardInterrupt):
                    quietly(recorder, after, case, result, error)
        return named_like(through, door)
    return wrap


def quietly(recorder: Recorder, action: Callable[..., Case | None], *args: Any, **kwargs: Any) -> Case | None:
    recorder.busy = True
    try:
        return action(*args, **kwargs)
    except (KeyboardInterrupt, SystemExit):
        raise
    except BaseException:  # what cannot be written down is no case, and no test's concern
        return None
    finally:
        recorder.busy = False


# ---- the front doors


def record_factories(recorder: Recorder, made: Made) -> None:
    """Passes know what they were made of only while they are made."""
    for folder in FACTORIES:
        place = getattr(relax, folder, None)
        for name in [name for name in dir(place) if name[0].isupper()]:
            factory = getattr(place, name)
            if isinstance(factory, type) or not callable(factory):
                continue
            setattr(place, name, noting(factory, name, made))


def noting(factory: Door, name: str, made: Made) -> Door:
    def make(*args: Any, **kwargs: Any) -> Any:
        result = factory(*args, **kwargs)
        # The pass is kept, so that nothing else gets its number.
        made[id(result)] = (result, name, args, kwargs)
        return result
    make.__doc__ = factory.__doc__
    return named_like(make, factory)


def record_passes(recorder: Recorder) -> None:
    made: Made = {}
    record_factories(recorder, made)

    def before(one: Any, module: Any) -> Case | None:
        _, name, args, kwargs = made[id(one)]
        context, target = tvm.transform.PassContext.current(), tvm.target.Target.current(allow_none=True)
        return {"pass": name, "args": plain(args), "kwargs": plain(kwargs), "target": None if target is None else str(target),
                "opt_level": int(context.opt_level), "config": plain(dict(context.config)), "before": recorder.module(module)}

    def after(case: Case, result: Any, error: BaseException | None) -> None:
        if error is None:
            recorder.write("pass", **case, after=recorder.module(result))
        else:
            recorder.write("pass", **case, error=error_of(error))

    tvm.ir.transform.Pass.__call__ = recorded(recorder, before, after)(tvm.ir.transform.Pass.__call__)


def record_checks(recorder: Recorder) -> None:
    def after(case: Case, result: Any, error: BaseException | None) -> None:
        recorder.write("wellformed", **case, well_formed=error is None and result is not False)

    def before(module: Any, *_: Any, **__: Any) -> Case | None:
        return {"module": recorder.module(module)} if hasattr(module, "functions") else None

    relax.analysis.well_formed = recorded(recorder, before, after)(relax.analysis.well_formed)


def type_of(expr: relax.Expr) -> Any:
    return expr.ty if hasattr(expr, "ty") else expr.struct_info


def name_of(var: relax.Var) -> str:
    return str(var.name_hint if hasattr(var, "name_hint") else var.name)


def record_inference(recorder: Recorder) -> None:
    def before(_: Any, call: relax.Expr) -> Case | None:
        if not isinstance(call, relax.Call) or not isinstance(call.op, tvm.ir.Op):
            return None
        types = {name_of(var): str(type_of(var)) for var in relax.analysis.free_vars(call)}
        # Constants have no text, and a device is of a module.
        if "metadata[" in str(call) or any("vdevice" in text for text in types.values()):
            raise NotForText
        return {"call": str(call), "vars": types}

    def after(case: Case, result: Any, error: BaseException | None) -> None:
        if error is None:
            recorder.write("infer", **case, type=str(type_of(result)))
        else:
            recorder.write("infer", **case, error=error_of(error))

    relax.BlockBuilder.normalize = recorded(recorder, before, after)(relax.BlockBuilder.normalize)


def record_runs(recorder: Recorder) -> None:
    # What was built of which text, by the numbers of executables and machines, which are kept.
    built, machines = {}, {}

    def before_build(module: Any, *_: Any, **__: Any) -> Case | None:
        return {"module": recorder.module(module)} if hasattr(module, "functions") else None

    def after_build(case: Case, result: Any, error: BaseException | None) -> None:
        if error is None:
            built[id(result)] = (result, case["module"])
            if hasattr(result, "mod"):
                built[id(result.mod)] = (result.mod, case["module"])

    def after_run(case: Case, result: Any, error: BaseException | None) -> None:
        if error is None:
            recorder.write("run", **case, result=plain(result))
        else:
            recorder.write("run", **case, error=error_of(error))

    class Machine(relax.VirtualMachine):
        def __init__(self, executable: Any, *args: Any, **kwargs: Any) -> None:
            super().__init__(executable, *args, **kwargs)
            kept = built.get(id(executable))
            if kept is not None:
                machines[id(self)] = (self, kept[1])

        def __getitem__(self, name: str) -> Door:
            function: Door = super().__getitem__(name)
            if id(self) not in machines:
                return function
            text = machines[id(self)][1]
            before = lambda *args: {"module": text, "entry": name, "args": plain(args)}  # noqa: E731
            return recorded(recorder, before, after_run)(function)

    wrap = recorded(recorder, before_build, after_build)
    relax.build = wrap(relax.build)
    if hasattr(relax, "vm_build"):
        relax.vm_build.build = relax.build
    if hasattr(tvm, "compile"):
        tvm.compile = wrap(tvm.compile)
    relax.VirtualMachine = Machine


def install(folder: str) -> Recorder:
    recorder = Recorder(folder)
    for record in (record_passes, record_checks, record_inference, record_runs):
        record(recorder)
    return recorder


# ---- pytest

RECORDER = None


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--record", metavar="OUT", help="folder for the suites that are recorded")


def pytest_configure(config: pytest.Config) -> None:
    global RECORDER
    folder = config.getoption("--record")
    if folder:
        RECORDER = install(folder)


def pytest_runtest_setup(item: pytest.Item) -> None:
    if RECORDER is not None:
        RECORDER.test = item.nodeid


def pytest_unconfigure(config: pytest.Config) -> None:
    if RECORDER is not None:
        RECORDER.close()
        print("recorded: " + ", ".join(f"{count} {suite}" for suite, count in RECORDER.counts.items()))
