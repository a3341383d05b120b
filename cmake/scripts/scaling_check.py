#!/usr/bin/env python3
"""Times the units of a campaign on one node and on two nodes of one core each, in turn, and what a unit costs beside its cases.

Usage: scaling_check.py ASSAY [--units N] [--runs M] [--repeats R] [--least TIMES] [-- OPTION of assay fuzz…]

A node is a process that takes the next unit that nobody has taken, does it on a core of its own, and goes on. Each repeat does all units on one node, then on two, and
merges them; the median of the repeats counts, which is to be at least --least times as fast. What a unit costs beside its cases is a unit without any (all are left
out), merge included: to be at most 5 % of a unit of 60 s. Needs two cores that do nothing else: how much of a core was to be had is said.
Exit codes: 0 both are reached, 1 one is not, 4 there are no two cores.
"""
from __future__ import annotations

import argparse
import collections
import concurrent.futures
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence

from units_check import assay, differences

UNIT_SECONDS, MOST_SHARE = 60, 0.05


class Trial:
    """All units, on some cores."""

    def __init__(self, options: argparse.Namespace, folder: pathlib.Path) -> None:
        self.folder, self.units = folder, options.units
        self.left = collections.deque(range(options.units))
        self.program = str(options.assay.resolve())
        self.words = [self.program, "fuzz", "--runs", str(options.runs), "--seed", "7", "--jobs", "1", "--quiet", "--findings-exit", "0", *options.more]

    def node(self, core: int) -> None:
        while self.left:
            try:
                unit = self.left.popleft()
            except IndexError:
                return
            words = ["taskset", "-c", str(core), *self.words, "--unit", f"{unit}/{self.units}", "--out", str(self.folder / f"units/{unit}")]
            assay(words, self.folder)

    def seconds(self, cores: Sequence[int]) -> float:
        """By the clock, merge included."""
        self.folder.mkdir()
        begin = time.monotonic()
        with concurrent.futures.ThreadPoolExecutor() as nodes:
            for done in [nodes.submit(self.node, core) for core in cores]:
                done.result()
        assay([self.program, "merge", str(self.folder / "merged"), str(self.folder / "units")], self.folder)
        return time.monotonic() - begin


def fixed_cost(options: argparse.Namespace, run: pathlib.Path) -> float:
    """Of a unit without a case: the least of some tries, since anything else on the machine only adds to it."""
    tries = []
    for index in range(5):
        trial = Trial(argparse.Namespace(**{**vars(options), "units": 1, "runs": 1, "more": [*options.more, "--leave-out", "0"]}), run / f"none-{index}")
        tries.append(trial.seconds(options.cores[:1]))
    return min(tries)


def idle(cores: Sequence[int]) -> float:
    """Which part of these cores nobody has used for two seconds."""
    def read() -> tuple[int, int]:
        rows = [line.split() for line in pathlib.Path("/proc/stat").read_text().splitlines()]
        times = [[int(word) for word in row[1:]] for row in rows if row[0] in {f"cpu{core}" for core in cores}]
        return sum(row[3] + row[4] for row in times), sum(map(sum, times))
    before = read()
    time.sleep(2)
    after = read()
    return (after[0] - before[0]) / max(1, after[1] - before[1])


def parse(words: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("assay", type=pathlib.Path)
    for name, value in (("--units", 8), ("--runs", 60), ("--repeats", 3)):
        parser.add_argument(name, type=int, default=value)
    parser.add_argument("--least", type=float, default=1.9, metavar="TIMES")
    own, more = (words[:words.index("--")], words[words.index("--") + 1:]) if "--" in words else (words, [])
    options = parser.parse_args(own)
    options.more = more
    options.cores = sorted(os.sched_getaffinity(0))[:2]
    return options


def measure(options: argparse.Namespace, run: pathlib.Path) -> int:
    print(f"{idle(options.cores):.0%} of the cores {options.cores} was idle before", flush=True)
    times = []
    for index in range(options.repeats):
        one, two = (Trial(options, run / f"{index}-{nodes}").seconds(options.cores[:nodes]) for nodes in (1, 2))
        times.append(one / two)
        print(f"{options.units} units of {options.runs} cases: one node {one:.1f} s, two nodes {two:.1f} s, {one / two:.2f} times", flush=True)
        if found := differences(run / f"{index}-1/merged", run / f"{index}-2/merged"):
            print("\n".join(found[:20]))
            return 1
    cost, median = fixed_cost(options, run), statistics.median(times)
    print(f"two nodes are {median:.2f} times as fast as one (at least {options.least})")
    print(f"a unit without a case and its merge take {cost:.2f} s, {cost / UNIT_SECONDS:.1%} of a unit of {UNIT_SECONDS} s (at most {MOST_SHARE:.0%})")
    return 0 if median >= options.least and cost <= MOST_SHARE * UNIT_SECONDS else 1


def main() -> int:
    options = parse(sys.argv[1:])
    if len(options.cores) < 2 or subprocess.run(["taskset", "-V"], capture_output=True).returncode != 0:
        print("scaling_check: needs two cores, and taskset", file=sys.stderr)
        return 4
    with tempfile.TemporaryDirectory(prefix="assay-scaling-") as folder:
        return measure(options, pathlib.Path(folder))


if __name__ == "__main__":
    sys.exit(main())
