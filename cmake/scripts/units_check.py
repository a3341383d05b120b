"""What the scripts that run units on engines share: how one machine does the same alone, and what must be the same then."""
from __future__ import annotations

import filecmp
import os
import pathlib
import subprocess
import sys
from collections.abc import Mapping, Sequence


def differences(one: pathlib.Path, other: pathlib.Path) -> list[str]:
    """Files that are not the same, or in one folder only; but for reports and index, which say where they are."""
    own = {path.relative_to(one) for path in one.rglob("*") if path.is_file()}
    theirs = {path.relative_to(other) for path in other.rglob("*") if path.is_file()}
    found = [f"{path}: in one alone" for path in sorted(own ^ theirs)]
    for path in sorted(own & theirs):
        if not str(path).startswith(("report.", "index.")) and not filecmp.cmp(one / path, other / path, shallow=False):
            found.append(f"{path}: other bytes")
    return found


def assay(words: Sequence[str], folder: pathlib.Path) -> str:
    """What a command prints that ends with 0 or 1; any other code ends the script."""
    done = subprocess.run(words, cwd=folder, capture_output=True, text=True)
    if done.returncode not in (0, 1):
        sys.exit(f"{' '.join(words)}: exit code {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


def do_alone(program: pathlib.Path, run: pathlib.Path, units: int, runs: int, seed: int = 7) -> pathlib.Path:
    """All units, one after the other, in alone/, and their merge."""
    for unit in range(units):
        assay([str(program), "fuzz", "--unit", f"{unit}/{units}", "--runs", str(runs), "--seed", str(seed), "--quiet", "--findings-exit", "0",
               "--out", str(run / f"alone/{unit}")], run)
    assay([str(program), "merge", str(run / "alone-merged"), str(run / "alone")], run)
    return run / "alone-merged"


def path_with(program: pathlib.Path, run: pathlib.Path) -> Mapping[str, str]:
    """An environment in which the program is called assay."""
    folder = run / "bin"
    folder.mkdir(exist_ok=True)
    link = folder / "assay"
    if not link.exists():
        link.symlink_to(program)
    return dict(os.environ, PATH=f"{folder}:{os.environ.get('PATH', '')}")
