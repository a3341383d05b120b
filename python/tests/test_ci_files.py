"""The files for GitLab and pre-commit, run by a stand-in for GitLab and by pre-commit itself, with the wheel that was built."""
from __future__ import annotations

import os
import shutil
import subprocess
import sys
import venv
from pathlib import Path
from typing import Any

import pytest
import yaml
from modules import ADD, ILL_FORMED

ROOT = Path(__file__).parents[2]
WHEEL = os.environ.get("ASSAY_WHEEL", "")
GITLAB = ROOT / "docs/guide/ci/gitlab-campaign.yml"


def git(folder: Path, *words: str) -> str:
    who = ["-c", "user.name=a", "-c", "user.email=a@b"]
    return subprocess.run(["git", *who, *words], cwd=folder, check=True, capture_output=True, text=True).stdout.strip()


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A repository in which the last commit changes a pass."""
    folder = tmp_path / "project"
    (folder / "modules").mkdir(parents=True)
    git(folder, "init", "-q")
    (folder / "modules/add.py").write_text(ADD)
    for text in ("// one", "// two"):
        (folder / "fuse_ops.cc").write_text(text + "\n")
        git(folder, "add", "-A")
        git(folder, "commit", "-qm", "a change")
    git(folder, "update-ref", "refs/remotes/origin/main", "HEAD~1")
    return folder


class Pipeline:
    """Jobs of a GitLab file: variables, `extends`, before_script and script, in one shell that ends with the first command that fails."""

    def __init__(self, path: Path) -> None:
        self.file: dict[str, Any] = yaml.safe_load(path.read_text())

    def job(self, name: str) -> dict[str, Any]:
        job: dict[str, Any] = self.file[name]
        return {**self.job(job["extends"]), **job} if "extends" in job else job

    def run(self, name: str, folder: Path, **variables: str) -> subprocess.CompletedProcess[str]:
        job = self.job(name)
        env = {**os.environ, **self.file.get("variables", {}), **job.get("variables", {}), **variables, "PIP_NO_DEPS": "1"}
        script = "\n".join([*job.get("before_script", []), *job["script"]])
        return subprocess.run(["bash", "-eo", "pipefail", "-c", script], cwd=folder, env=env, capture_output=True, text=True)


def test_gitlab_merge_requests_and_campaigns(project: Path) -> None:
    if not WHEEL:
        pytest.skip("ASSAY_WHEEL says no wheel")
    pipeline = Pipeline(GITLAB)
    given = {"ASSAY_PACKAGE": WHEEL, "CI_PIPELINE_IID": "7"}
    base = git(project, "rev-parse", "HEAD~1")
    ran = pipeline.run("assay-merge-request", project, ASSAY_CASES="5", CI_MERGE_REQUEST_DIFF_BASE_SHA=base, **given)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert f"passes that differ from {base}: FuseOps" in ran.stderr
    # What it says is an artifact is there.
    assert (project / "findings/request/report.xml").is_file() and (project / "findings/request/report.html").is_file()
    for _ in range(2):
        ran = pipeline.run("assay-campaign", project, ASSAY_TIME="4s", **given)
        assert ran.returncode == 0, ran.stdout + ran.stderr
        assert (project / "known/index.sqlite").is_file() and (project / "findings/nightly/report.xml").is_file()
        assert pipeline.job("assay-campaign")["cache"]["paths"] == ["known"]
        shutil.rmtree(project / "findings")
    assert pipeline.run("assay-merge-request", project, ASSAY_CASES="none", CI_MERGE_REQUEST_DIFF_BASE_SHA=base, **given).returncode == 2


def test_gitlab_findings_fail_the_job(project: Path) -> None:
    """A program stands in that finds something: the job ends as it does, and the reports are made before."""
    program = project / ".assay/bin/assay"
    program.parent.mkdir(parents=True)
    program.write_text('#!/bin/sh\necho "$@" >> asked\nmkdir -p findings/nightly\n[ "$1" != fuzz ] || exit 1\n')
    program.chmod(0o755)
    pipeline = Pipeline(GITLAB)
    # In place of what installs it.
    pipeline.file[".assay"]["before_script"] = [line for line in pipeline.job(".assay")["before_script"] if "pip" not in line and "venv" not in line]
    ran = pipeline.run("assay-campaign", project, CI_PIPELINE_IID="7", ASSAY_TVM="apache-tvm")
    assert ran.returncode == 1, ran.stderr
    fuzz, report = (project / "asked").read_text().splitlines()
    assert fuzz == "fuzz --subject tvm@.assay/bin/python --time 60m --seed 7 --quiet --out findings/nightly" and report.startswith("report findings/nightly")
    assert (project / "known").is_dir()
    pipeline.run("assay-campaign", project, CI_PIPELINE_IID="8")
    assert (project / "asked").read_text().splitlines()[2].endswith("--known known")


def test_pre_commit_hooks(project: Path, tmp_path: Path) -> None:
    pre_commit = pytest.importorskip("pre_commit", reason="needs pre-commit")
    assert pre_commit
    assay = Path(sys.executable).with_name("assay")
    if not assay.exists():
        pytest.skip("assay is not installed beside this Python")
    # What is committed here, and not more: pre-commit clones it.
    hooks = tmp_path / "hooks"
    hooks.mkdir()
    git(hooks, "init", "-q")
    shutil.copy(ROOT / ".pre-commit-hooks.yaml", hooks)
    git(hooks, "add", "-A")
    git(hooks, "commit", "-qm", "hooks")
    repos = [{"repo": str(hooks), "rev": git(hooks, "rev-parse", "HEAD"), "hooks": [{"id": "assay-check"}, {"id": "assay-fuzz", "args": ["origin/main", "--runs", "5"]}]}]
    (project / ".pre-commit-config.yaml").write_text(yaml.safe_dump({"repos": repos}))
    git(project, "add", "-A")
    env = {**os.environ, "PATH": f"{assay.parent}{os.pathsep}{os.environ['PATH']}", "PRE_COMMIT_HOME": str(tmp_path / "cache")}

    def run(*words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run([sys.executable, "-m", "pre_commit", "run", "--all-files", "--verbose", *words], cwd=project, env=env, capture_output=True, text=True)

    ran = run()
    assert ran.returncode == 0 and "assay check" in ran.stdout and "--since" not in ran.stdout, ran.stdout + ran.stderr
    ran = run("--hook-stage", "pre-push")
    assert ran.returncode == 0 and "passes that differ from origin/main: FuseOps" in ran.stdout, ran.stdout + ran.stderr
    (project / "modules/wrong.py").write_text(ILL_FORMED)
    git(project, "add", "-A")
    ran = run("assay-check")
    assert ran.returncode == 1 and "modules/wrong.py" in ran.stdout, ran.stdout


def test_a_bare_environment_has_the_command(tmp_path: Path) -> None:
    """pip and nothing else: NumPy is not needed for the command."""
    if not WHEEL:
        pytest.skip("ASSAY_WHEEL says no wheel")
    venv.create(tmp_path / "venv", with_pip=True)
    python = tmp_path / "venv/bin/python"
    subprocess.run([python, "-m", "pip", "install", "--quiet", "--no-deps", WHEEL], check=True)
    said = subprocess.run([tmp_path / "venv/bin/assay", "--version"], check=True, capture_output=True, text=True).stdout
    assert said.startswith("assay ")
