"""What the scripts that run units on engines share: how one machine does the same alone, and what must be the same then."""
from __future__ import annotations

import filecmp
import os
import pathlib
import subprocess
import sys
from collections.abc import Mapping, Sequence


def files_of(folder: pathlib.Path) -> set[pathlib.Path]:
    """But for drafts, which whoever is killed while it writes leaves, and nobody reads."""
    paths = {path.relative_to(folder) for path in folder.rglob("*") if path.is_file()}
    return {path for path in paths if not any(part.startswith(".draft-") for part in path.parts)}


def differences(one: pathlib.Path, other: pathlib.Path) -> list[str]:
    """Files that are not the same, or in one folder only; but for reports and index, which say where they are."""
    own, theirs = files_of(one), files_of(other)
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


def do_alone(program: pathlib.Path, run: pathlib.Path, units: int, runs: int, more: Sequence[str] = ()) -> pathlib.Path:
    """All units, one after the other, in alone/, and their merge."""
    for unit in range(units):
        assay([str(program), "fuzz", "--unit", f"{unit}/{units}", "--runs", str(runs), "--seed", "7", "--quiet", "--findings-exit", "0",
               "--out", str(run / f"alone/{unit}"), *more], run)
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
