#!/usr/bin/env python3
"""Plants cases that end their machine, and looks whether poison.py finds them and has the rest done.

Usage: poison_check.py ASSAY

The machine is a process group, which a stand-in for assay kills, itself included, before it does a part with one of the cases POISON in it. The unit that is left is
compared, case by case, with the one that a machine does which nothing ends.
"""
from __future__ import annotations

import os
import pathlib
import subprocess
import sys
import tempfile

STAND_IN = """#!{python}
import os, signal, sys
words = sys.argv[1:]
value = lambda name: words[words.index(name) + 1] if name in words else ""
unit, runs = int(value("--unit").split("/")[0]), int(value("--runs"))
first, last = [int(end) for end in value("--only").split("-")] if value("--only") else (unit * runs, unit * runs + runs - 1)
left_out = value("--leave-out").split(",")
if any(first <= int(case) <= last and case not in left_out for case in os.environ["POISON"].split(",")):
    os.killpg(0, signal.SIGKILL)
os.execv({assay!r}, [{assay!r}, *words])
"""
UNIT = ["--unit", "1/2", "--runs", "16"]
MORE = ["--seed", "3", "--jobs", "1"]


def done(words: list[str], **env: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(words, env=dict(os.environ, **env), capture_output=True, text=True)


def main() -> int:
    assay, script = str(pathlib.Path(sys.argv[1]).resolve()), pathlib.Path(__file__).with_name("poison.py")
    with tempfile.TemporaryDirectory() as folder:
        run = pathlib.Path(folder)
        node = run / "assay"
        node.write_text(STAND_IN.format(python=sys.executable, assay=assay))
        node.chmod(0o755)
        done([assay, "fuzz", *UNIT, *MORE, "--quiet", "--findings-exit", "0", "--out", str(run / "alone")])
        trail = (run / "alone/trail.txt").read_text().split()
        for poison in ([21], [16, 29], []):
            out = run / f"units/{len(poison)}"
            found = done([sys.executable, str(script), str(node), *UNIT, "--out", str(out), "--tries", "1", "--", *MORE], POISON=",".join(map(str, poison or [99])))
            print(found.stdout, end="")
            expected = ["--------" if 16 + i in poison else line for i, line in enumerate(trail)]
            if found.returncode != (1 if poison else 0) or (out / "trail.txt").read_text().split() != expected:
                print(f"poison_check: {poison}: exit code {found.returncode}\n{found.stderr}")
                return 1
            named = [f"case {case} ends the machine" in found.stdout for case in poison]
            merged = done([assay, "merge", str(run / f"merged-{len(poison)}"), str(out)])
            if not all(named) or merged.returncode != 0:
                print(f"poison_check: {poison}: {merged.stdout}{merged.stderr}")
                return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
