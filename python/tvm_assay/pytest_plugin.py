"""pytest --assay: the promises of every pass that is applied inside of a test.

The plugin is there wherever the package is installed, and does nothing without ``--assay``.
"""
from __future__ import annotations

from collections.abc import Generator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tvm_assay._watch import Broken, Watcher

RULES_HELP = "comma-separated rules that are judged (default: all; `assay explain` has more on each)"
OFF = "assay_off"


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("assay", "assay: the contracts of TVM's passes")
    group.addoption("--assay", action="store_true", help="judge every pass that TVM applies inside of a test")
    group.addoption("--assay-rules", metavar="RULES", default="", help=RULES_HELP)
    group.addoption("--assay-inputs", metavar="N", type=int, default=2, help="sets of inputs on which results are compared (default: 2)")
    group.addoption("--assay-known", metavar="PATH", action="append", default=[],
                    help="findings or regressions on file (folder), or a signature a line (file): these fail nothing; may be repeated")
    group.addoption("--assay-no-known", action="store_true", help="do not read the bugs of TVM that travel with the package")
    group.addoption("--assay-out", metavar="DIR", default="assay-findings", help="where each failure leaves its modules (default: assay-findings)")
    group.addoption("--assay-record", metavar="DIR", default="", help="keep the modules as seeds for `assay fuzz --seeds DIR`")
    group.addoption("--assay-json", metavar="FILE", default="", help="write the summary's numbers and the failures as JSON")
    group.addoption("--assay-reduce", metavar="SECONDS", type=float, default=10,
                    help="how long each failure is made smaller, and all ten times that (default: 10; 0: not at all)")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", f"{OFF}: passes that this test applies are not judged by --assay")
    if config.getoption("--assay"):
        config.pluginmanager.register(Plugin(config), "tvm_assay_contracts")


class Plugin:
    def __init__(self, config: pytest.Config) -> None:
        from tvm_assay._contracts import watcher_of
        from tvm_assay._errors import AssayError
        from tvm_assay._judge import JudgeError
        from tvm_assay._watch import RULES

        try:
            import tvm
        except ImportError as error:
            raise pytest.UsageError(f"--assay: tvm cannot be imported ({error})") from None
        self.tvm_version = str(tvm.__version__)
        self.config = config
        self.out = Path(config.getoption("--assay-out"))
        rules = [rule for rule in config.getoption("--assay-rules").split(",") if rule] or list(RULES)
        try:
            self.watcher: Watcher = watcher_of(
                rules, inputs=config.getoption("--assay-inputs"), known=config.getoption("--assay-known"),
                own=not config.getoption("--assay-no-known"), record=config.getoption("--assay-record") or None,
                reduce_seconds=config.getoption("--assay-reduce"))
            self.watcher.start()
            self.watcher.stop()
        except (AssayError, JudgeError) as error:
            raise pytest.UsageError(f"--assay: {error}") from None
        self.broken: list[Broken] = []
        self.seconds = 0.0

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self, item: pytest.Item) -> Generator[None, None, None]:
        import time

        from tvm_assay._contracts import ContractError

        if item.get_closest_marker(OFF) is not None:
            return (yield)
        start = time.perf_counter()
        self.watcher.start()
        failed: BaseException | None = None
        try:
            yield
        except BaseException as error:
            failed = error
            raise
        finally:
            self.watcher.stop()
            broken = self.told(item)
            self.seconds += time.perf_counter() - start
            # A test that failed by itself says so; what its passes broke stands beside it.
            if broken and failed is None:
                raise ContractError(broken)
            for one in broken:
                item.add_report_section("call", "assay", str(one))

    def told(self, item: pytest.Item) -> list[Broken]:
        from tvm_assay._files import keep

        broken = self.watcher.finish(item.nodeid)
        for one in broken:
            one.path = keep(one, self.out, self.tvm_version)
        self.broken += broken
        return broken

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        lines = summary(self.watcher, self.seconds)
        terminalreporter.section("assay")
        for line in lines:
            terminalreporter.write_line(line)
        for one in self.broken:
            terminalreporter.write_line(f"BROKEN {one.where} - {one.pass_name} breaks {one.rule}: {one.path}")

    def pytest_sessionfinish(self) -> None:
        import json

        if path := self.config.getoption("--assay-json"):
            broken = [{name: value for name, value in vars(one).items() if name not in ("before", "after")} for one in self.broken]
            told = {**self.watcher.tally.as_json(), "test_seconds": self.seconds, "judge_ended": self.watcher.judge.ended, "broken": broken}
            Path(path).write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")

    def pytest_unconfigure(self) -> None:
        self.watcher.close()


def summary(watcher: Watcher, seconds: float) -> list[str]:
    """How much of what is promised was judged, by which rule, and what it cost."""
    from tvm_assay._watch import BY_JUDGE, RULES

    tally = watcher.tally
    lines = [f"{tally.applications} applications of {len(tally.passes)} passes; {tally.seconds:.1f} s of {seconds:.1f} s in tests went into judging them"]
    if tally.applications:
        lines.append(f"{'rule':24} {'judged':>8} {'broken':>7} {'known':>6} {'seconds':>8}")
    for rule in RULES:
        if rule not in watcher.settings.rules or not tally.applications:
            continue
        count = tally.rules[rule]
        where = " (in another process)" if rule in BY_JUDGE else ""
        lines.append(f"{rule:24} {100 * count.share:6.1f} % {count.finding:7} {count.known:6} {count.seconds:8.2f}{where}")
        for why, times in count.why.most_common(3):
            lines.append(f"    not judged: {why[:120]} ({times})")
        for why, times in count.why_unpromised.most_common():
            lines.append(f"    not promised: {why} ({times})")
    for known, times in tally.known.most_common():
        lines.append(f"known: {known} ({times})")
    for fault, times in tally.faults.most_common():
        lines.append(f"assay's own fault: {fault} ({times})")
    if watcher.judge.ended:
        lines.append(f"assay's own process ended or hung {watcher.judge.ended} times")
    return lines
