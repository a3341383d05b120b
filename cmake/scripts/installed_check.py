#!/usr/bin/env python3
"""What somebody does with a package that was built, on a machine that has nothing: a folder that debootstrap makes.

Usage: installed_check.py FILE.whl|FILE.deb [--suite bookworm] [--root FOLDER] [--keep] [--seconds 180]

Needs root, debootstrap and the network. Of a wheel, where python3-venv is there already: an environment, pip with TVM 0.27, the Python example of README.md, and
`assay fuzz --subject tvm@python` for 60 s, which has to find something; all of it within --seconds. Of a Debian package: apt installs it, and what its pages say is
there is there. Prints each step with the seconds that it took. Exit codes: 0 all as it should be, 1 something was not, 4 what it needs is missing.
"""
from __future__ import annotations

import argparse
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

from bare_root import Machine, can_make, made

ROOT = pathlib.Path(__file__).resolve().parents[2]
TVM = "apache-tvm==0.27.0.post1"


class Failed(Exception):
    """A step that ended otherwise than it should have."""


def example_of(page: str) -> str:
    """The Python block of the page's section on Python, with a call of each test in it."""
    found = re.search(r"^## In Python\n.*?^```python\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
    if found is None:
        raise Failed("README.md has no block of Python under '## In Python'")
    return found[1] + "".join(f"\n{name}()\n" for name in re.findall(r"^def (test_\w+)\(\)", found[1], re.MULTILINE))


def step(machine: Machine, command: str, ends: tuple[int, ...] = (0,)) -> str:
    """What it printed."""
    start = time.monotonic()
    ran = machine.run(command, subprocess.PIPE)
    print(f"{time.monotonic() - start:6.1f} s  {command}", flush=True)
    if ran.returncode not in ends:
        raise Failed(f"'{command}' ended with {ran.returncode}: {ran.stdout[-3000:]}")
    return str(ran.stdout)


def wheel(machine: Machine, file: str) -> None:
    machine.inside("example.py").write_text(example_of((ROOT / "README.md").read_text()))
    step(machine, "python3 -m venv venv")
    step(machine, f"venv/bin/pip install --quiet --disable-pip-version-check {file} {TVM}")
    step(machine, "venv/bin/python example.py")
    said = step(machine, ". venv/bin/activate && assay fuzz --subject tvm@python --time 60s --out found", (0, 1))
    first = re.search(r"^(?:known: |finding ).*$", said, re.MULTILINE)
    if first is None:
        raise Failed(f"nothing was found: {said[-3000:]}")
    print(f"first finding: {first[0]}")
    print(said.strip().splitlines()[-1])


def deb(machine: Machine, file: str) -> None:
    step(machine, f"apt-get install -y --no-install-recommends ./{file}")
    step(machine, "assay --version && assay list passes >/dev/null")
    shutil.copy(ROOT / "corpus/basics/add.py", machine.inside("add.py"))
    step(machine, "assay check add.py && assay run add.py && assay opt add.py --passes LegalizeOps >/dev/null")
    # What travels with it, where it looks for it.
    step(machine, "assay replay /usr/share/assay/regressions/tvm --subject native --quiet", (0, 1))
    step(machine, "test -e /usr/share/bash-completion/completions/assay -a -e /usr/share/doc/assay/README.md -a -e /usr/share/assay/oracles/conform/allowed.json")
    step(machine, "assay fuzz --time 10s --out found")
    step(machine, "apt-get remove -y assay && ! command -v assay")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=pathlib.Path)
    parser.add_argument("--suite", default="bookworm")
    parser.add_argument("--root", type=pathlib.Path)
    parser.add_argument("--keep", action="store_true", help="leave the folder")
    parser.add_argument("--seconds", type=float, default=180)
    options = parser.parse_args()
    if not can_make() or options.file.suffix not in (".whl", ".deb") or not options.file.exists():
        print("installed_check: needs root, debootstrap and a wheel or a Debian package that is there", file=sys.stderr)
        return 4
    root = options.root or pathlib.Path(tempfile.mkdtemp(prefix="assay-installed-"))
    try:
        machine = made(root, options.suite)
        shutil.copy(options.file, root)
        step(machine, "apt-get update -q && apt-get install -q -y --no-install-recommends ca-certificates" + (" python3-venv" if options.file.suffix == ".whl" else ""))
        start = time.monotonic()
        (wheel if options.file.suffix == ".whl" else deb)(machine, options.file.name)
        took = time.monotonic() - start
        print(f"{took:.0f} s in all, {options.seconds:g} s allowed")
        return 0 if took <= options.seconds else 1
    except Failed as error:
        print(f"installed_check: {error}", file=sys.stderr)
        return 1
    finally:
        if not options.keep:
            shutil.rmtree(root, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(main())
