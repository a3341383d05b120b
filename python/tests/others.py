#!/usr/bin/env python3
"""Somebody else's tests under `pytest --assay`: those that pass without it, file by file.

Usage: others.py FOLDER [--only PATTERN]… [--seconds N] [--out DIR] [-- OPTION OF PYTEST…]

Needs tvm-assay, apache-tvm and pytest. For TVM's own tests: `git archive` of tests/python/relax, and of the conftest.py above it, of the version nearest to the
TVM that is installed. Each file runs twice in a process of its own: as it is, and what passed once more with --assay. OUT (default: others) gets findings, what
pytest printed, and others.json with all numbers. Prints a line for each file; in the end how much each rule judged of what passes promise, what is broken, and
which tests fail that passed.
Exit codes: 0 all ran to its end and no test failed but by a finding, 1 else, 4 nothing to run.
"""
from __future__ import annotations

import argparse
import collections
import dataclasses
import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

# Set where this file is the plugin of such a run: where it writes how each test ended.
REPORT = "ASSAY_OTHERS_REPORT"
ended: dict[str, str] = {}


def pytest_runtest_logreport(report: Any) -> None:
    """As a plugin: the worst of a test's phases."""
    if report.outcome != "passed" or (report.when == "call" and report.nodeid not in ended):
        ended[report.nodeid] = report.outcome


def pytest_sessionfinish() -> None:
    if REPORT in os.environ:
        Path(os.environ[REPORT]).write_text(json.dumps(ended))


@dataclasses.dataclass
class Ran:
    """One run of a file: why it did not come to its end, or how each test ended."""

    seconds: float
    why: str
    tests: dict[str, str]

    @property
    def passed(self) -> list[str]:
        return [name for name, how in self.tests.items() if how == "passed"]


def run_pytest(folder: Path, what: list[str], log: Path, seconds: float, options: list[str]) -> Ran:
    report = log.with_suffix(".tests")
    report.unlink(missing_ok=True)
    env = {**os.environ, REPORT: str(report), "PYTHONPATH": os.pathsep.join(filter(None, [str(Path(__file__).parent), os.environ.get("PYTHONPATH", "")]))}
    # What --assay keeps is named by where it runs.
    words = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "others", "--rootdir", str(folder), *options, *what]
    start, why = time.monotonic(), ""
    with log.open("w") as file:
        try:
            code = subprocess.run(words, cwd=folder, env=env, stdout=file, stderr=subprocess.STDOUT, timeout=seconds).returncode
            why = "" if report.exists() else f"ended with {code}"
        except subprocess.TimeoutExpired:
            why = f"not at its end after {seconds:g} s"
    return Ran(time.monotonic() - start, why, json.loads(report.read_text()) if report.exists() else {})


@dataclasses.dataclass
class File:
    name: str
    plain: Ran
    judged: Ran | None = None
    # Of --assay-json.
    told: dict[str, Any] = dataclasses.field(default_factory=dict)

    @property
    def by_findings(self) -> set[str]:
        return {one["where"] for one in self.told.get("broken", [])}

    @property
    def newly_failing(self) -> list[str]:
        """Tests that passed, and neither pass nor fail by a finding."""
        if self.judged is None:
            return []
        return [name for name in self.plain.passed if self.judged.tests.get(name) != "passed" and name not in self.by_findings]

    def as_json(self) -> dict[str, Any]:
        seconds = [self.plain.seconds, self.judged.seconds if self.judged else 0]
        return {"name": self.name, "told": self.told, "seconds": seconds, "newly_failing": self.newly_failing}

    def line(self) -> str:
        if self.judged is None:
            return f"{self.name}: nothing passes{': ' + self.plain.why if self.plain.why else ''} ({self.plain.seconds:.0f} s)"
        why = self.judged.why or (f"{len(self.newly_failing)} FAIL" if self.newly_failing else "")
        return (f"{self.name}: {len(self.plain.passed)} tests, {self.told.get('applications', 0)} applications, {len(self.by_findings)} with findings, "
                f"{self.plain.seconds:.1f} s → {self.judged.seconds:.1f} s{': ' + why if why else ''}")


def look_at(folder: Path, path: Path, options: argparse.Namespace) -> File:
    out: Path = options.out
    name = str(path.relative_to(folder))
    stem = out / name.replace("/", "-").removesuffix(".py")
    file = File(name, run_pytest(folder, [name], stem.with_suffix(".plain.log"), options.seconds, []))
    if not file.plain.passed:
        return file
    ids, told = stem.with_suffix(".ids"), stem.with_suffix(".json")
    ids.write_text("".join(f"{one}\n" for one in file.plain.passed))
    told.unlink(missing_ok=True)
    file.judged = run_pytest(folder, [f"@{ids}"], stem.with_suffix(".log"), options.seconds,
                            ["--assay", "--assay-out", str(out / "findings"), "--assay-json", str(told), *options.pytest])
    if told.exists():
        file.told = json.loads(told.read_text())
    return file


def summary(files: list[File]) -> list[str]:
    ran = [file for file in files if file.judged is not None]
    plain, judged = (sum(file.plain.seconds for file in ran), sum(file.judged.seconds for file in ran if file.judged))
    lines = [f"{len(files)} files, {sum(len(file.plain.passed) for file in ran)} tests pass; {sum(file.told.get('applications', 0) for file in ran)} applications of "
             f"{len({name for file in ran for name in file.told.get('passes', {})})} passes; {plain:.0f} s → {judged:.0f} s, {judged / max(plain, 0.001):.2f} times"]
    counts: dict[str, collections.Counter[str]] = {}
    why: dict[str, collections.Counter[str]] = {}
    for file in ran:
        for rule, count in file.told.get("rules", {}).items():
            counts.setdefault(rule, collections.Counter()).update({key: value for key, value in count.items() if isinstance(value, int)})
            why.setdefault(rule, collections.Counter()).update(count["why"])
    for rule, count in counts.items():
        judged_of = count["agree"] + count["finding"] + count["known"]
        promised = judged_of + count["skip"]
        lines.append(f"{rule:24} {100 * judged_of / max(promised, 1):5.1f} % of {promised}: {count['finding']} broken, {count['known']} known; "
                     f"not promised {count['unpromised']}")
        lines += [f"    not judged: {reason[:150]} ({times})" for reason, times in why[rule].most_common(8)]
    faults = sum((collections.Counter(file.told.get("faults", {})) for file in ran), collections.Counter[str]())
    lines += [f"assay's own fault: {fault} ({times})" for fault, times in faults.most_common()]
    lines += [f"judge ended or hung {times} times" for times in [sum(file.told.get("judge_ended", 0) for file in ran)] if times]
    found = {(one["rule"], one["pass_name"], one["signature"]): one for file in ran for one in file.told.get("broken", [])}
    lines += [f"BROKEN {one['pass_name']} {one['rule']}: {one['detail'][:160]} ({one['path']})" for one in found.values()]
    lines += [f"FAILS {name}" for file in ran for name in file.newly_failing]
    lines += [f"DID NOT END {file.name}: {file.judged.why}" for file in ran if file.judged and file.judged.why]
    return lines


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--only", action="append", default=[], help="files whose path matches (test_*.py)")
    parser.add_argument("--seconds", type=float, default=900, help="how long one run of a file may take")
    parser.add_argument("--out", type=Path, default=Path("others"))
    parser.add_argument("pytest", nargs="*", help="options of pytest for the runs that are judged")
    options = parser.parse_args()
    options.out, folder = options.out.resolve(), options.folder.resolve()
    options.out.mkdir(parents=True, exist_ok=True)
    paths = sorted({path for pattern in options.only or ["test_*.py"] for path in folder.rglob(pattern)})
    files = []
    for path in paths:
        files.append(look_at(folder, path, options))
        print(files[-1].line(), flush=True)
        (options.out / "others.json").write_text(json.dumps([file.as_json() for file in files], indent=1))
    print(*summary(files), sep="\n")
    if not any(file.judged for file in files):
        return 4
    return 1 if any(file.newly_failing or (file.judged and file.judged.why) for file in files) else 0


if __name__ == "__main__":
    sys.exit(main())
