"""The instrument that looks at every pass that is applied: what it was given, what it made, and what that costs.

TVM calls it around each pass, in whatever PassContext. It raises nothing: TVM would switch instruments off. What it finds is told when a
test, or the block of `contracts`, ends.
"""
from __future__ import annotations

import contextlib
import dataclasses
import functools
import threading
import time
from collections.abc import Callable, Mapping
from typing import Any

from tvm_assay import _native
from tvm_assay._api import Pass, passes
from tvm_assay._judge import Judge, Judged, Question
from tvm_assay._script import script
from tvm_assay._tally import Tally
from tvm_assay._texts import MOST_TEXT, ReadBack, Texts, first_changed_line, first_difference, first_line, read_back, structural_equal, structural_hash
from tvm_assay._tvm_errors import refusal_of

# Each is an oracle of assay: `assay explain` has more on it.
IN_PROCESS = ("input_unchanged", "idempotent", "round_trip")
BY_JUDGE = ("well_formed_after_pass", "frame_kept", "pass_preserves_results")
RULES = (*IN_PROCESS, *BY_JUDGE)

@dataclasses.dataclass(frozen=True)
class Settings:
    rules: frozenset[str] = frozenset(RULES)
    inputs: int = 2
    steps: int = 2_000_000
    known_paths: tuple[str, ...] = ()
    # Names by signatures of findings on file that this package made.
    known_signatures: Mapping[str, str] = dataclasses.field(default_factory=dict)
    # How long a failure is made smaller; all of them, ten times that.
    reduce_seconds: float = 10
    reduce_seconds_in_all: float = 100


@dataclasses.dataclass
class Broken:
    """A promise that a pass broke: ``rule`` names it, ``detail`` says how."""

    rule: str
    pass_name: str
    detail: str
    before: str
    after: str
    signature: str
    klass: str = ""
    # The smallest module that shows it; empty where none could be made.
    reduced: str = ""
    # Where it was found: a test's id.
    where: str = ""
    # Its folder.
    path: str = ""

    def __str__(self) -> str:
        where = f"{self.where}: " if self.where else ""
        return f"{where}{self.pass_name} breaks {self.rule}: {self.detail}"


@dataclasses.dataclass
class Surroundings:
    """The PassContext of an application, and its target: to apply the pass once more."""

    opt_level: int
    required: list[str]
    disabled: list[str]
    config: dict[str, Any]
    target: Any


@dataclasses.dataclass
class Application:
    number: int
    name: str
    before: Any
    hash_before: int
    text_before: str
    pass_object: Any
    surroundings: Surroundings
    after: Any = None
    text_after: str = ""
    # Rules that a pass inside of this one broke.
    inner: set[str] = dataclasses.field(default_factory=set)
    is_list: bool = False


def surroundings_of(tvm: Any) -> Surroundings:
    context = tvm.transform.PassContext.current()
    return Surroundings(int(context.opt_level), [str(one) for one in context.required_pass], [str(one) for one in context.disabled_pass],
                        dict(context.config.items()) if context.config else {}, tvm.target.Target.current(allow_none=True))


def apply_again(pass_object: Any, module: Any, surroundings: Surroundings) -> Any:
    import tvm

    with contextlib.ExitStack() as stack:
        if surroundings.target is not None:
            stack.enter_context(surroundings.target)
        stack.enter_context(tvm.transform.PassContext(
            opt_level=surroundings.opt_level, required_pass=surroundings.required, disabled_pass=surroundings.disabled, config=surroundings.config))
        return pass_object(module)


@functools.cache
def contracts_by_name() -> dict[str, Pass]:
    return passes()


def contract_of(name: str) -> Pass | None:
    """The row of assay's table: `tirx.Simplify` is a TIR pass, `FuseOps` one of Relax."""
    prefix, _, short = name.rpartition(".")
    row = contracts_by_name().get(short if prefix else name)
    return row if row is not None and (not prefix or row.of_kernels) else None


def why_not_promised_idempotent(name: str) -> str:
    """Why it is not asked whether the pass is; empty where it is."""
    row = contract_of(name)
    if row is None:
        return "assay has no row for the pass"
    if row.of_kernels:
        return "TVM promises it of no TIR pass"
    return "" if row.idempotent else "the pass's row does not promise it"


class Watcher:
    """Looks on while it is switched on. `finish` gives what was broken since it was last called."""

    def __init__(self, settings: Settings, on_text: Callable[[str], None] | None = None) -> None:
        self.settings = settings
        self.tally = Tally()
        self.judge = Judge(settings.known_paths)
        self._on_text = on_text
        self._texts = Texts()
        self._local = threading.local()
        self._lock = threading.RLock()
        self._asked: dict[int, Application] = {}
        self._broken: list[tuple[Broken, Application]] = []
        self._number = 0
        # Whether a module reads back, by its hash.
        self._reads_back: dict[int, ReadBack] = {}
        self._restore: list[Callable[[], None]] = []
        self._known: _native.Known | None = None
        # What was made smaller already, and how long that took.
        self._shrink_seconds = 0.0
        self._shrunk: set[tuple[str, str, str]] = set()

    @property
    def _busy(self) -> bool:
        """Whether this thread is at work here: the passes that it applies then are not a test's."""
        return bool(getattr(self._local, "busy", False))

    @_busy.setter
    def _busy(self, busy: bool) -> None:
        self._local.busy = busy

    # ---- switching on and off

    def start(self) -> None:
        import tvm

        # What the judge knows is read now, so that a path that is wrong is told at once.
        if self.settings.rules & set(BY_JUDGE) and self.judge._process is None:
            self.judge.start()
        watcher = self

        @tvm.instrument.pass_instrument
        class AssayInstrument:
            def run_before_pass(self, module: Any, info: Any) -> None:
                watcher._guarded(watcher._before, module, info)

            def run_after_pass(self, module: Any, info: Any) -> None:
                watcher._guarded(watcher._after, module, info)

        instrument = AssayInstrument()
        context = tvm.transform.PassContext
        init, override, call = context.__init__, context.override_instruments, tvm.transform.Pass.__call__

        def with_instrument(given: Any) -> list[Any]:
            return [*(given or []), *([] if watcher._busy else [instrument])]

        def new_init(self: Any, opt_level: int = 2, required_pass: Any = None, disabled_pass: Any = None, instruments: Any = None,
                     config: Any = None) -> None:
            init(self, opt_level, required_pass, disabled_pass, with_instrument(instruments), config)

        def new_override(self: Any, instruments: Any) -> None:
            override(self, with_instrument(instruments))

        def new_call(self: Any, module: Any) -> Any:
            watcher._calls().append(self)
            try:
                return call(self, module)
            finally:
                watcher._calls().pop()

        context.__init__, context.override_instruments, tvm.transform.Pass.__call__ = new_init, new_override, new_call
        current = context.current()
        before = list(current.instruments)
        override(current, [*before, instrument])

        def restore() -> None:
            context.__init__, context.override_instruments, tvm.transform.Pass.__call__ = init, override, call
            override(current, before)

        self._restore.append(restore)

    def stop(self) -> None:
        while self._restore:
            self._restore.pop()()

    def close(self) -> None:
        self.stop()
        self.judge.stop()

    # ---- around a pass

    def _calls(self) -> list[Any]:
        if not hasattr(self._local, "calls"):
            self._local.calls = []
        calls: list[Any] = self._local.calls
        return calls

    def _stack(self) -> list[Application | None]:
        if not hasattr(self._local, "stack"):
            self._local.stack = []
        stack: list[Application | None] = self._local.stack
        return stack

    def _guarded(self, step: Callable[[Any, Any], None], module: Any, info: Any) -> None:
        if self._busy:
            return
        start = time.perf_counter()
        with self._lock:
            self._busy = True
            try:
                step(module, info)
            except Exception as error:  # nothing of ours may end a user's pass
                self.tally.faults[f"{type(error).__name__}: {first_line(error)[:160]}"] += 1
            finally:
                self._busy = False
                self.tally.seconds += time.perf_counter() - start

    def _pass_object(self, info: Any) -> tuple[Any, bool]:
        """The pass that bears this info, and whether it is a list: among the passes that Python called, and those in their lists."""
        import tvm

        def find(one: Any) -> Any:
            if one.info.same_as(info):
                return one
            if isinstance(one, tvm.transform.Sequential):
                for inner in one.passes:
                    found = find(inner)
                    if found is not None:
                        return found
            return None

        for one in reversed(self._calls()):
            found = find(one)
            if found is not None:
                return found, isinstance(found, tvm.transform.Sequential)
        return None, False

    def _before(self, module: Any, info: Any) -> None:
        import tvm

        # Something is there for `_after` to take, whatever happens.
        self._stack().append(None)
        found, is_list = self._pass_object(info)
        hash_before, text = self._texts.of(module)
        self._number += 1
        self._stack()[-1] = Application(self._number, str(info.name), module, hash_before, text, found, surroundings_of(tvm), is_list=is_list)

    def _after(self, module: Any, info: Any) -> None:
        stack = self._stack()
        # A pass that raised left what it had begun; its name tells.
        while stack and stack[-1] is not None and stack[-1].name != str(info.name):
            stack.pop()
        application = stack.pop() if stack else None
        if application is None:
            return
        application.after = module
        if application.is_list:
            self.tally.lists += 1
            self._hand_up(application)
            return
        self.tally.applications += 1
        self.tally.passes[application.name] += 1
        hash_after, application.text_after = self._texts.of(module)
        self._input_unchanged(application)
        self._idempotent(application)
        self._round_trip(application, hash_after)
        self._ask_judge(application)
        self._hand_up(application)

    def _hand_up(self, application: Application) -> None:
        stack = self._stack()
        if stack and stack[-1] is not None:
            stack[-1].inner |= application.inner

    # ---- rules in this process

    def _tell(self, application: Application, rule: str, verdict: str, detail: str = "", signature: str = "", klass: str = "",
              seconds: float = 0) -> None:
        count = self.tally.rules[rule]
        count.seconds += seconds
        if verdict == "finding" and rule in application.inner:
            verdict, detail = "skip", "a pass inside of it is to blame"
        if verdict == "finding":
            known = self._known_as(signature)
            verdict, detail = ("known", known) if known else (verdict, detail)
        count.add(verdict, detail)
        if verdict in ("finding", "known"):
            application.inner.add(rule)
        if verdict == "known":
            self.tally.known[f"{application.name} breaks {rule}: {detail}"] += 1
        if verdict == "finding":
            self._broken.append((Broken(rule, application.name, detail, application.text_before, application.text_after, signature, klass), application))

    def _found(self, application: Application, rule: str, klass: str, detail: str, *, difference: str = "", cause: str = "",
               seconds: float = 0) -> None:
        """A finding that was made in this process."""
        observed = _native.Observed()
        observed.rule, observed.pass_name, observed.klass, observed.difference = rule, application.name, klass, difference
        observed.cause = cause
        signature, problems = _native.signature_of(observed, _native.Source(application.text_before))
        if signature is None:
            raise AssertionError(problems[0].message)
        self._tell(application, rule, "finding", detail, signature, klass, seconds)

    def _known_as(self, signature: str) -> str:
        """The name of the bug on file; empty for none."""
        if signature in self.settings.known_signatures:
            return self.settings.known_signatures[signature]
        if self._known is None and self.settings.known_paths:
            self._known, problems = _native.Known.load(list(self.settings.known_paths), "tvm")
            if self._known is None:
                raise AssertionError(problems[0].message)
        return "" if self._known is None else self._known.name(signature)

    def _asks(self, rule: str) -> bool:
        return rule in self.settings.rules

    def _input_unchanged(self, application: Application) -> None:
        if not self._asks("input_unchanged"):
            return
        start = time.perf_counter()
        same = structural_hash(application.before) == application.hash_before
        text = script(application.before)
        if same and text == application.text_before:
            self._tell(application, "input_unchanged", "agree", seconds=time.perf_counter() - start)
            return
        detail = f"the module that it was given is another one afterwards: {first_changed_line(application.text_before, text)}"
        self._found(application, "input_unchanged", "input_changed", detail, seconds=time.perf_counter() - start)

    def _idempotent(self, application: Application) -> None:
        if not self._asks("idempotent"):
            return
        why = why_not_promised_idempotent(application.name)
        if why or application.text_before == application.text_after:
            self._tell(application, "idempotent", "unpromised" if why else "agree", why)
            return
        if application.pass_object is None:
            self._tell(application, "idempotent", "skip", "the pass was called from C++, out of reach")
            return
        start = time.perf_counter()
        try:
            again = apply_again(application.pass_object, application.after, application.surroundings)
        except Exception as error:  # whatever the pass raises, once more is once too often
            self._found(application, "idempotent", "second_refuses", f"applied to its own result it raises {type(error).__name__}: {first_line(error)}",
                        cause=refusal_of(error)["cause"], seconds=time.perf_counter() - start)
            return
        if structural_equal(application.after, again):
            self._tell(application, "idempotent", "agree", seconds=time.perf_counter() - start)
            return
        where = first_difference(application.after, again)
        detail = f"applied to its own result it makes another one, first at {where}: {first_changed_line(application.text_after, script(again))}"
        self._found(application, "idempotent", "differs", detail, difference=where, seconds=time.perf_counter() - start)

    def _round_trip(self, application: Application, hash_after: int) -> None:
        if not self._asks("round_trip"):
            return
        start = time.perf_counter()
        one = self._read_back(application.after, hash_after, application.text_after)
        if one.why_not:
            self._tell(application, "round_trip", "skip", one.why_not, seconds=time.perf_counter() - start)
        elif not one.detail:
            self._tell(application, "round_trip", "agree", seconds=time.perf_counter() - start)
        elif self._read_back(application.before, application.hash_before, application.text_before).detail:
            self._tell(application, "round_trip", "unpromised", "what the pass was given does not read back, either", seconds=time.perf_counter() - start)
        else:
            self._found(application, "round_trip", one.klass, f"its result does not read back from its text: {one.detail}", difference=one.difference,
                        cause=one.cause, seconds=time.perf_counter() - start)

    def _read_back(self, module: Any, hash_now: int, text: str) -> ReadBack:
        if hash_now not in self._reads_back:
            self._reads_back[hash_now] = read_back(module, text)
        return self._reads_back[hash_now]

    # ---- rules of the judge

    def _ask_judge(self, application: Application) -> None:
        rules = [rule for rule in BY_JUDGE if self._asks(rule)]
        if not rules:
            return
        if max(len(application.text_before), len(application.text_after)) > MOST_TEXT:
            for rule in rules:
                self._tell(application, rule, "skip", "the text is too long")
            return
        # What changes nothing keeps every promise; so do modules that differ in nothing that a text says.
        if application.text_before == application.text_after:
            for rule in rules:
                self._tell(application, rule, "agree")
            return
        self._asked[application.number] = application
        self.judge.ask(self._question(application, rules))

    def _question(self, application: Application, rules: list[str]) -> Question:
        return {"number": application.number, "name": application.name, "before": application.text_before, "after": application.text_after,
                "rules": rules, "inputs": self.settings.inputs, "steps": self.settings.steps}

    def _take(self, application: Application, one: Judged) -> None:
        self._tell(application, one["rule"], one["verdict"], one["detail"], one["signature"], one["klass"], one["seconds"])

    # ---- at the end of a test

    def finish(self, where: str = "") -> list[Broken]:
        """All that is broken, once for each rule, pass and signature, each with a smaller module where one could be made."""
        from tvm_assay._shrink import shrink

        start = time.perf_counter()
        for number, judged in sorted(self.judge.collect().items()):
            application = self._asked.pop(number)
            for one in judged:
                self._take(application, one)
            if self._on_text is not None and not any(one["detail"].startswith("before the pass") for one in judged):
                self._on_text(application.text_before)
        first: dict[tuple[str, str, str], tuple[Broken, Application]] = {}
        for broken, application in self._broken:
            first.setdefault((broken.rule, broken.pass_name, broken.signature), (broken, application))
        self._broken.clear()
        told = []
        self._busy = True
        try:
            for broken, application in first.values():
                broken.where = where
                key = (broken.rule, broken.pass_name, broken.signature)
                if self.settings.reduce_seconds > 0 and key not in self._shrunk and self._shrink_seconds < self.settings.reduce_seconds_in_all:
                    self._shrunk.add(key)
                    began = time.perf_counter()
                    broken.reduced = shrink(broken, application, self.settings)
                    self._shrink_seconds += time.perf_counter() - began
                told.append(broken)
        finally:
            self._busy = False
            self._stack().clear()
            self.tally.seconds += time.perf_counter() - start
        return told
