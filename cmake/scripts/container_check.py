#!/usr/bin/env python3
"""Runs the steps of the Containerfile without a container engine: each stage in a folder of its own that debootstrap makes.

Usage: container_check.py [--root FOLDER] [--keep] [--built PREFIX]

Needs root, debootstrap and the network. --built takes a stage's place: what is copied from it comes out of PREFIX (cmake --install build/dev --prefix PREFIX), so that
nothing is compiled. In the end the entry point is asked for its version, for a module's result on its own engine, and for that on each TVM that is there.
Exit codes: 0 every step ended with 0, 1 one did not, 2 a step that this script cannot do, 4 what it needs is missing.
"""
from __future__ import annotations

import argparse
import dataclasses
import json
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

from bare_root import Machine, can_make, made

ROOT = pathlib.Path(__file__).resolve().parents[2]


@dataclasses.dataclass
class Step:
    word: str
    text: str


@dataclasses.dataclass
class Stage:
    base: str
    name: str
    steps: list[Step]


class Unknown(Exception):
    """A step that this script cannot do."""


def stages_of(text: str) -> list[Stage]:
    """Lines that end in a backslash go on; those that begin with a number sign are none."""
    joined = re.sub(r"\\\n", " ", "\n".join(line for line in text.splitlines() if not line.lstrip().startswith("#")))
    stages: list[Stage] = []
    for line in filter(None, map(str.strip, joined.splitlines())):
        word, _, rest = line.partition(" ")
        if word == "FROM":
            base, _, name = rest.partition(" AS ")
            stages.append(Stage(base, name or str(len(stages)), []))
        elif word not in ("RUN", "COPY", "WORKDIR", "ENTRYPOINT") or not stages:
            raise Unknown(f"expected RUN, COPY, WORKDIR or ENTRYPOINT in a stage, got {line}")
        else:
            stages[-1].steps.append(Step(word, re.sub(r"\s+", " ", rest.strip())))
    return stages


def copied(step: Step, machine: Machine, machines: dict[str, Machine], built: pathlib.Path | None) -> None:
    words = step.text.split()
    source = re.fullmatch(r"--from=(\w+)", words[0])
    *what, to = words[1:] if source else words
    target = machine.inside(to)
    for one in what:
        if source and source[1] not in machines:
            place = built or pathlib.Path("/nowhere")
        else:
            place = machines[source[1]].inside("/" + one.lstrip("/")) if source else ROOT / one
        if place == ROOT / ".":
            # As .containerignore leaves it: what git knows.
            target.mkdir(parents=True, exist_ok=True)
            subprocess.run(["git", "clone", "-q", f"file://{ROOT}", str(target)], check=True)
        else:
            shutil.copytree(place, target, dirs_exist_ok=True, symlinks=True)


def perform(stage: Stage, machine: Machine, machines: dict[str, Machine], built: pathlib.Path | None) -> bool:
    for step in stage.steps:
        print(f"{stage.name}: {step.word} {step.text}", flush=True)
        if step.word == "WORKDIR":
            machine.work = step.text
            machine.inside(".").mkdir(parents=True, exist_ok=True)
        elif step.word == "ENTRYPOINT":
            machine.entry = json.loads(step.text)
        elif step.word == "COPY":
            copied(step, machine, machines, built)
        elif machine.run(step.text).returncode != 0:
            print(f"container_check: the step failed: {step.text}", file=sys.stderr)
            return False
    return True


def asked(machine: Machine) -> bool:
    """What somebody would try first."""
    shutil.copy(ROOT / "corpus/basics/add.py", machine.inside("add.py"))
    pythons = sorted("/" + str(path.relative_to(machine.folder)) for path in machine.folder.glob("opt/*/bin/python"))
    return all(machine.run(shlex.join([*machine.entry, *words])).returncode == 0
               for words in (["--version"], ["run", "add.py"], *(["run", "add.py", "--subject", f"tvm@{python}"] for python in pythons)))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--root", type=pathlib.Path)
    parser.add_argument("--keep", action="store_true", help="leave the folders")
    parser.add_argument("--built", type=pathlib.Path)
    options = parser.parse_args()
    if not can_make():
        print("container_check: needs root and debootstrap", file=sys.stderr)
        return 4
    try:
        stages = stages_of((ROOT / "Containerfile").read_text())
    except Unknown as error:
        print(f"container_check: {error}", file=sys.stderr)
        return 2
    root = options.root or pathlib.Path(tempfile.mkdtemp(prefix="assay-container-"))
    machines: dict[str, Machine] = {}
    try:
        for stage in stages[-1:] if options.built else stages:
            machines[stage.name] = made(root / stage.name)
            if not perform(stage, machines[stage.name], machines, options.built):
                return 1
        return 0 if asked(machines[stages[-1].name]) else 1
    finally:
        if not options.keep:
            shutil.rmtree(root, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(main())
