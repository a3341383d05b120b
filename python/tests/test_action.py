"""The GitHub action: its steps, run by a stub of the runner, with the wheel that was built."""
from __future__ import annotations

import dataclasses
import json
import os
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).parents[2]
# The one that is installed here.
WHEEL = os.environ.get("ASSAY_WHEEL", "")


@dataclasses.dataclass
class Ran:
    """What the steps left."""

    failed: str
    log: str
    outputs: dict[str, str]
    summary: str


class Runner:
    """Steps of a composite action, one after the other until one fails. Other actions are not run."""

    def __init__(self, folder: Path, inputs: dict[str, str]) -> None:
        self.action: dict[str, Any] = yaml.safe_load((ROOT / "action.yml").read_text())
        unknown = set(inputs) - set(self.action["inputs"])
        assert not unknown, f"the action has no input {unknown}"
        self.folder = folder
        self.steps: dict[str, dict[str, str]] = {}
        self.inputs = {name: inputs.get(name, str(one.get("default", ""))) for name, one in self.action["inputs"].items()}
        self.inputs = {name: self.filled(value) for name, value in self.inputs.items()}

    def filled(self, text: str) -> str:
        def value(found: re.Match[str]) -> str:
            path = found[1].strip().split(".")
            if path[0] == "inputs":
                return self.inputs[path[1]]
            if path[0] == "steps":
                return self.steps.get(path[1], {}).get(path[3], "")
            return {"github.run_number": "7", "github.event.pull_request.base.sha": "base"}[".".join(path)]

        return re.sub(r"\$\{\{(.*?)\}\}", value, text)

    def run(self) -> Ran:
        log, failed = "", ""
        summary = self.folder / "summary"
        for step in self.action["runs"]["steps"]:
            if "uses" in step or failed:
                continue
            output = self.folder / f"output-{step['id']}"
            output.touch()
            env = {**os.environ, **{name: self.filled(value) for name, value in step["env"].items()}, "GITHUB_ACTION_PATH": str(ROOT),
                   "GITHUB_OUTPUT": str(output), "GITHUB_STEP_SUMMARY": str(summary), "RUNNER_TEMP": str(self.folder), "PIP_NO_DEPS": "1"}
            assert step["shell"] == "bash"
            ran = subprocess.run(["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", self.filled(step["run"])], cwd=self.folder, env=env,
                                 capture_output=True, text=True)
            log += ran.stdout + ran.stderr
            self.steps[step["id"]] = dict(line.split("=", 1) for line in output.read_text().splitlines())
            failed = step["id"] if ran.returncode else ""
        outputs = {name: self.filled(one["value"]) for name, one in self.action["outputs"].items()}
        return Ran(failed, log, outputs, summary.read_text() if summary.exists() else "")


@pytest.fixture
def action(tmp_path: Path) -> Any:
    if not WHEEL:
        pytest.skip("ASSAY_WHEEL says no wheel")
    return lambda **inputs: Runner(tmp_path, {"package": WHEEL, "time": "5s", "jobs": "1", **inputs}).run()


def test_a_clean_campaign_passes(action: Any, tmp_path: Path) -> None:
    ran = action(known="earlier, , other")
    assert ran.failed == "", ran.log
    assert ran.outputs["findings"] == ran.outputs["known"] == "0"
    assert "earlier is not there" in ran.log and "runs" in ran.summary
    assert (tmp_path / ran.outputs["sarif"]).is_file() and (tmp_path / "findings/campaign/report.html").is_file()


@pytest.mark.parametrize(("inputs", "step", "words"), [
    ({"fail-on": "some"}, "install", "expected new, any or never, got some"),
    ({"subject": "tvm:x"}, "install", "expected tvm:VERSION"),
    ({"time": "5 parsecs"}, "campaign", "exit code 2"),
    ({"target": "no-such-target"}, "campaign", "exit code 2"),
    ({"mode": "night"}, "install", "expected campaign or pull-request, got night"),
    ({"mode": "pull-request", "cases": "many"}, "campaign", "expected a whole number from 1 on, got many"),
    ({"mode": "pull-request", "since": ""}, "campaign", "got nothing"),
    ({"mode": "pull-request", "since": "no-such-revision"}, "campaign", "exit code 2"),
])
def test_what_is_wrong_fails_with_a_reason(action: Any, inputs: dict[str, str], step: str, words: str) -> None:
    ran = action(**inputs)
    assert (ran.failed, words in ran.log) == (step, True), ran.log
    assert "::error" in ran.log


PROGRAM = """#!/bin/sh
# A campaign that finds something.
[ "$1" = fuzz ] || {{ for last; do :; done; echo "the report" > "$2/report.md"; exit 0; }}
while [ "$1" != --out ]; do shift; done
mkdir -p "$2"
echo '{{"findings": [{findings}]}}'
exit {code}
"""


FOUND = '{"signature": "%s", "known": %s, "status": "open", "oracle": "round_trip", "pass": "FuseOps", "class": "100 %% off", "reduced_lines": 7, "path": "findings/x"}'


@pytest.mark.parametrize(("fail_on", "new", "known", "failed"), [
    ("new", 1, 0, "verdict"), ("new", 0, 2, ""), ("any", 0, 2, "verdict"), ("any", 0, 0, ""), ("never", 3, 1, ""),
])
def test_which_findings_fail(tmp_path: Path, fail_on: str, new: int, known: int, failed: str) -> None:
    program = tmp_path / "assay-program"
    findings = ", ".join(FOUND % (f"{i}", "true" if i >= new else "false") for i in range(new + known))
    program.write_text(PROGRAM.format(findings=findings, code=1 if new else 0))
    program.chmod(0o755)
    runner = Runner(tmp_path, {"fail-on": fail_on})
    # In place of what the first step installs.
    runner.action["runs"]["steps"] = [step for step in runner.action["runs"]["steps"] if step.get("id") != "install"]
    runner.steps["install"] = {"assay": str(program), "subject": "native"}
    ran = runner.run()
    assert ran.failed == failed, ran.log
    assert (ran.outputs["findings"], ran.outputs["known"]) == (str(new), str(known))
    assert ran.summary == "the report\n"
    # Each new one stands on the job's page.
    level = "warning" if fail_on == "never" else "error"
    assert ran.log.count(f"::{level} title=assay: round_trip::100 %25 off after FuseOps, 7 lines: findings/x") == new


REVIEWED = """#!/usr/bin/env python3
# Campaigns of a pull request: what they are asked is written down, and each finds what both do, and one of its own.
import json, os, pathlib, sys
words = sys.argv[1:]
if words[0] == "report":
    folder, results = pathlib.Path(words[1]), json.loads(pathlib.Path(words[1], "found").read_text())
    (folder / "report.sarif").write_text(json.dumps({"version": "2.1.0", "runs": [{"results": [{"partialFingerprints": {"s": one["signature"]}} for one in results]}]}))
    sys.exit()
with open(os.environ["RUNNER_TEMP"] + "/asked", "a") as asked:
    asked.write(" ".join(words) + "\\n")
out = pathlib.Path(words[words.index("--out") + 1])
out.mkdir()
finding = {"status": "open", "oracle": "round_trip", "pass": "FuseOps", "class": "a|b", "reduced_lines": 7, "path": "findings/x"}
found = [{**finding, "signature": name, "known": name == "known"} for name in FOUND[out.name]]
(out / "found").write_text(json.dumps(found))
print(json.dumps({"runs": int(words[words.index("--runs") + 1]), "findings": found}))
sys.exit(1 if found else 0)
"""


def reviewed(folder: Path, found: dict[str, list[str]], **inputs: str) -> Ran:
    program = folder / "assay-program"
    program.write_text(REVIEWED.replace("FOUND", repr(found)))
    program.chmod(0o755)
    runner = Runner(folder, {"mode": "pull-request", **inputs})
    runner.action["runs"]["steps"] = [step for step in runner.action["runs"]["steps"] if step.get("id") != "install"]
    runner.steps["install"] = {"assay": str(program), "subject": "native"}
    return runner.run()


def test_a_pull_request_gets_so_many_cases(tmp_path: Path) -> None:
    ran = reviewed(tmp_path, {"touched": ["both", "known"], "all": ["own", "both"]}, cases="100")
    assert ran.failed == "verdict", ran.log
    first, second = (tmp_path / "asked").read_text().splitlines()
    assert "--seed 7 --runs 67 --since base" in first and "--time" not in first
    assert "--seed 8 --runs 33" in second and "--since" not in second
    assert (ran.outputs["findings"], ran.outputs["known"]) == ("2", "1")
    comment = (tmp_path / ran.outputs["comment"]).read_text()
    assert comment == ran.summary
    assert comment.startswith("**assay**: 2 new findings in 67 cases of passes that differ, 33 cases of all passes; 1 finding of bugs on file.")
    assert comment.count("| round_trip | FuseOps | a\\|b | 7 | passes that differ |") == 1 and comment.count("| all passes |") == 1
    results = json.loads((tmp_path / ran.outputs["sarif"]).read_text())["runs"][0]["results"]
    assert [one["partialFingerprints"]["s"] for one in results] == ["both", "known", "own"]


def test_a_comment_stays_short(tmp_path: Path) -> None:
    ran = reviewed(tmp_path, {"touched": [f"one {i}" for i in range(500)], "all": []}, **{"fail-on": "never"})
    assert ran.failed == "" and ran.outputs["findings"] == "500"
    assert ran.log.count("::warning title=assay") == 10
    assert len(ran.summary) < 2000 and "… and 490 others." in ran.summary


def test_a_pull_request_without_findings(tmp_path: Path) -> None:
    ran = reviewed(tmp_path, {"touched": [], "all": []}, cases="1")
    assert ran.failed == "", ran.log
    assert ran.summary == "**assay**: nothing new in 1 case of passes that differ.\n"


def git(folder: Path, *words: str) -> str:
    who = ["-c", "user.name=a", "-c", "user.email=a@b"]
    return subprocess.run(["git", *who, *words], cwd=folder, check=True, capture_output=True, text=True).stdout.strip()


# What a change touches in three kinds of repository, and which passes are tried first: a compiler in C++, passes in Python, and neither.
REPOSITORIES = {
    "a compiler": ({"src/relax/transform/fuse_ops.cc": "// one", "src/relax/transform/fuse_tir.cc": "// two"}, {"src/relax/transform/fuse_ops.cc": "// three"},
                   "passes that differ from {base}: FuseOps"),
    "passes in Python": ({"mine/rewrite.py": "x = 1"}, {"mine/rewrite.py": 'x = "relax.transform.DeadCodeElimination"'},
                         "passes that differ from {base}: DeadCodeElimination"),
    "no compiler": ({"README.md": "one"}, {"README.md": "two"}, "no file that differs from {base} is of a pass"),
}


@pytest.mark.parametrize("kind", REPOSITORIES)
def test_pull_requests_of_three_kinds_of_repository(kind: str, action: Any, tmp_path: Path) -> None:
    before, after, words = REPOSITORIES[kind]
    git(tmp_path, "init", "-q")
    for files in (before, after):
        for name, text in files.items():
            (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / name).write_text(text + "\n")
        git(tmp_path, "add", *files)
        git(tmp_path, "commit", "-qm", "a change")
    base = git(tmp_path, "rev-parse", "HEAD~1")
    ran = action(mode="pull-request", cases="6", since=base)
    assert ran.failed == "", ran.log
    assert words.format(base=base) in ran.log
    assert ran.summary == "**assay**: nothing new in 4 cases of passes that differ, 2 cases of all passes.\n"
    assert ran.summary == (tmp_path / ran.outputs["comment"]).read_text()
    assert json.loads((tmp_path / ran.outputs["sarif"]).read_text())["runs"][0]["results"] == []
    assert ran.outputs["findings"] == ran.outputs["known"] == "0"
