#!/usr/bin/env python3
"""Finds the cases of a unit that end the machine that does them, by halves, and has the rest of the unit done.

Usage: poison.py ASSAY --unit K/N --runs M --out DIR [--launch COMMAND] [--tries T] [-- OPTION of assay fuzz…]

COMMAND is what begins a process on a machine that may be lost, such as `srun --nodes=1` or `ssh host`; the machine that this script runs on is to stay.
The unit is tried T times; if it is then still not there, its cases are done in halves (`assay fuzz --only A-B`), down to one. What ends each of T tries is poison. The
unit is then done without it (`--leave-out`): its folder says what was left out, as a finding that stands outside of what is compared, which a merge takes.
Exit codes: 0 the unit is there and nothing was left out, 1 it is there without the cases that are named, 3 it is not there, 2 and 4 as assay says them.
"""
from __future__ import annotations

import argparse
import pathlib
import shlex
import subprocess
import sys
from collections.abc import Callable, Sequence

# Codes that assay itself ends with; anything else is what a lost machine leaves: a signal, 137, ssh's 255.
OWN = (0, 1, 2, 3, 4)


def poison_in(first: int, last: int, dies: Callable[[int, int], bool]) -> list[tuple[int, int]]:
    """Stretches of the cases from first to last, which end their machine, that do so and whose halves do not: single cases, unless several have to come together."""
    if first == last:
        return [(first, last)]
    middle = first + (last - first) // 2
    found = [one for half in ((first, middle), (middle + 1, last)) if dies(*half) for one in poison_in(*half, dies)]
    return found or [(first, last)]


class Unit:
    """One unit, and how a part of it is tried."""

    def __init__(self, options: argparse.Namespace) -> None:
        number, _, units = options.unit.partition("/")
        self.first = int(number) * options.runs
        self.last = self.first + options.runs - 1
        self.tries, self.out = options.tries, options.out
        self.own = [str(options.assay), "fuzz", "--unit", f"{int(number)}/{int(units)}", "--runs", str(options.runs), "--quiet", "--findings-exit", "0", *options.more]
        self.launch = shlex.split(options.launch)
        self.tried = 0

    def survives(self, *more: str) -> bool:
        """Whether one of the tries ends by itself."""
        for _ in range(self.tries):
            self.tried += 1
            done = subprocess.run([*self.launch, *self.own, *more], capture_output=True, text=True, start_new_session=True)
            if done.returncode in (2, 3, 4):
                print(done.stderr, end="", file=sys.stderr)
                sys.exit(done.returncode)
            if done.returncode in OWN:
                return True
        return False

    def whole(self, *more: str) -> bool:
        return self.survives("--out", str(self.out), *more) and (self.out / "done").exists()

    def dies(self, first: int, last: int) -> bool:
        survives = self.survives("--only", f"{first}-{last}")
        print(f"cases {first} to {last}: {'end by themselves' if survives else 'end their machine'}", file=sys.stderr)
        return not survives


def find(unit: Unit) -> int:
    if unit.whole():
        print(f"{unit.out} is there, and nothing was left out")
        return 0
    stretches = poison_in(unit.first, unit.last, unit.dies)
    for first, last in stretches:
        what = f"case {first} ends" if first == last else f"cases {first} to {last} together end"
        print(f"{what} the machine each time: {shlex.join([*unit.own, '--only', f'{first}-{last}'])}")
    left_out = [str(case) for first, last in stretches for case in range(first, last + 1)]
    if not unit.whole("--leave-out", ",".join(left_out)):
        print(f"{unit.out} is not there: the unit ends its machine without these cases, too")
        return 3
    print(f"{unit.out} is there without {'them' if len(left_out) > 1 else 'it'}, after {unit.tried} tries")
    return 1


def parse(words: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("assay", type=pathlib.Path)
    parser.add_argument("--unit", required=True, metavar="K/N")
    parser.add_argument("--runs", required=True, type=int)
    parser.add_argument("--out", required=True, type=pathlib.Path)
    parser.add_argument("--launch", default="")
    parser.add_argument("--tries", type=int, default=2)
    own, more = (words[:words.index("--")], words[words.index("--") + 1:]) if "--" in words else (words, [])
    options = parser.parse_args(own)
    options.more = more
    return options


if __name__ == "__main__":
    sys.exit(find(Unit(parse(sys.argv[1:]))))
