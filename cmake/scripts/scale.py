#!/usr/bin/env python3
"""From rates that were measured on one machine to campaigns of 10, 1,000 and 100,000 cores: the tables of docs/scale.md.

Usage: scale.py measure ASSAY [--units N] [--runs M] [--wave W] [--subject S] [--name NAME] [--into docs/scale.json] [-- OPTION…]
       scale.py merges ASSAY [--into docs/scale.json] [--counts COUNT…]
       scale.py tables [--inputs docs/scale.json]
       scale.py page [--inputs docs/scale.json] [--write]

`measure` does units of a campaign one after another, in waves that begin from the merge of those before, and writes down of each what it cost and
what was new in it. `merges` times merges of made units (assay bench merge). `tables` prints what follows from both; `page` compares docs/scale.md
with that (exit code 1 where they differ), or with --write puts it in. Seconds are of the processor, so that what else a machine does is no part of them.
"""
from __future__ import annotations

import argparse
import ctypes
import dataclasses
import json
import math
import os
import pathlib
import re
import resource
import subprocess
import sys
import tempfile
import time as time_of_day
from collections.abc import Callable, Iterable, Sequence

ROOT = pathlib.Path(__file__).resolve().parents[2]
INPUTS, PAGE = ROOT / "docs/scale.json", ROOT / "docs/scale.md"
FLEETS = (10, 1_000, 100_000)
HOURS = (1, 24, 24 * 7)
# What a unit's start may cost of it, and how many units of a merge `assay bench merge` holds to a minute.
START_SHARE, MERGED_AT_ONCE = 0.01, 10_000
# A merge keeps a line of the trail for each case.
TRAIL_BYTES = 9
BEGIN, END = "<!-- tables: cmake/scripts/scale.py page --write -->", "<!-- end of tables -->"


# ---- what is measured

@dataclasses.dataclass
class Unit:
    """What one unit cost, and what was new in it to all before it."""
    cases: int
    seconds: float
    bytes: int
    files: int
    features: int
    entries: int
    buckets: int


@dataclasses.dataclass
class Reached:
    """What units have reached so far."""
    features: set[str] = dataclasses.field(default_factory=set)
    entries: set[str] = dataclasses.field(default_factory=set)
    buckets: set[str] = dataclasses.field(default_factory=set)

    def add(self, folder: pathlib.Path) -> tuple[int, int, int]:
        """How much of a unit's folder is new. An entry counts where it reached something first, as in a merge."""
        before = len(self.features), len(self.entries), len(self.buckets)
        for path in sorted((folder / "corpus").glob("*.py")):
            head = path.read_text(errors="replace").split("\n", 1)[0]
            reached = set(head.removeprefix("# reaches").split())
            if reached - self.features:
                self.features |= reached
                self.entries.add(path.stem)
        self.buckets |= set(json.loads((folder / "unit.json").read_text())["findings"])
        return len(self.features) - before[0], len(self.entries) - before[1], len(self.buckets) - before[2]


# PR_SET_CHILD_SUBREAPER: a process that loses its parent becomes this one's, so that its time counts as well.
ADOPT_ORPHANS = 36


def spent() -> float:
    """Seconds of the processor of all that has ended below this process."""
    while True:
        try:
            if os.waitpid(-1, os.WNOHANG)[0] == 0:
                break
        except ChildProcessError:
            break
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def run(words: Sequence[str]) -> tuple[str, float]:
    """Standard output, and seconds of the processor."""
    ctypes.CDLL(None).prctl(ADOPT_ORPHANS, 1, 0, 0, 0)
    before = spent()
    done = subprocess.run(words, capture_output=True, text=True, errors="replace")
    if done.returncode not in (0, 1):
        sys.exit(f"{' '.join(words)}: exit code {done.returncode}\n{done.stderr}")
    # A subject's process ends a moment after whoever asked it.
    for _ in range(50):
        if not pathlib.Path(f"/proc/self/task/{os.getpid()}/children").read_text().strip():
            break
        time_of_day.sleep(0.1)
        spent()
    return done.stdout, spent() - before


def size_of(folder: pathlib.Path) -> tuple[int, int]:
    files = [path.stat().st_size for path in folder.rglob("*") if path.is_file()]
    return sum(files), len(files)


def measure(options: argparse.Namespace, folder: pathlib.Path) -> dict[str, object]:
    assay, reached, units, merges = str(options.assay.resolve()), Reached(), [], []
    common = [assay, "fuzz", "--runs", str(options.runs), "--seed", "7", "--jobs", "1", "--quiet", "--findings-exit", "0", "--subject", options.subject, *options.more]
    start = run([*common, "--unit", f"0/{options.units}", "--only", "0", "--no-out"])[1]
    for unit in range(options.units):
        merged, out = folder / "merged", folder / f"units/{unit}"
        begun = ["--snapshot", str(merged), "--known", str(merged)] if unit >= options.wave else []
        seconds = run([*common, "--unit", f"{unit}/{options.units}", "--out", str(out), *begun])[1]
        units.append(Unit(options.runs, round(seconds, 2), *size_of(out), *reached.add(out)))
        print(units[-1], file=sys.stderr)
        if (unit + 1) % options.wave == 0:
            wave = [str(folder / f"units/{one}") for one in range(unit + 1 - options.wave, unit + 1)]
            merges.append(round(run([assay, "merge", str(merged), *wave])[1], 2))
    kept = size_of(folder / "merged")
    return {"subject": options.subject, "build": run([assay, "--version"])[0].split("build: ", 1)[-1].split("\n", 1)[0], "wave": options.wave,
            "one_case_seconds": round(start, 2), "merge_seconds": merges, "merged_bytes": kept[0], "merged_files": kept[1],
            "units": [dataclasses.astuple(unit) for unit in units]}


def merges(assay: pathlib.Path, counts: Iterable[int]) -> list[dict[str, float]]:
    made = [json.loads(run([str(assay.resolve()), "bench", "merge", "--units", str(count), "--most-seconds", "100000", "--json"])[0]) for count in counts]
    return [{name: one[name] for name in ("units", "files", "findings", "corpus", "cpu_seconds", "peak_bytes")} for one in made]


# ---- what follows

@dataclasses.dataclass
class Power:
    """y = factor * x ** exponent: what grows ever more slowly, and has no end that could be measured."""
    factor: float
    exponent: float

    def at(self, x: float) -> float:
        return float(self.factor * x ** self.exponent) if x > 0 else 0.0

    def per(self, x: float) -> float:
        """How much one more brings at x."""
        return self.exponent * self.at(x) / x

    def where(self, per: float) -> float:
        """At which x one more brings `per` alone."""
        if self.factor <= 0 or self.exponent <= 0:
            return 0.0
        return float((self.factor * self.exponent / per) ** (1 / (1 - self.exponent)))


def line(points: Sequence[tuple[float, float]]) -> tuple[float, float]:
    """Of least squares: what it begins with, and its slope."""
    count = len(points)
    x, y = sum(p[0] for p in points) / count, sum(p[1] for p in points) / count
    spread = sum((p[0] - x) ** 2 for p in points)
    slope = sum((p[0] - x) * (p[1] - y) for p in points) / spread if spread else 0.0
    return y - slope * x, slope


def power(points: Sequence[tuple[float, float]]) -> Power:
    """Of the later half alone: how a campaign begins says little of how it goes on."""
    later = [(math.log(x), math.log(y)) for x, y in points[len(points) // 2:] if x > 0 and y > 0]
    if len(later) < 2:
        return Power(0, 0)
    begin, slope = line(later)
    # What grows as fast as the work does has not begun to flatten; the work itself is the most that can be new.
    return Power(math.exp(begin), min(max(slope, 0.0), 0.99))


@dataclasses.dataclass
class Series:
    """What a measured series comes to."""
    name: str
    units: list[Unit]
    start: float
    merged_bytes: int

    @property
    def cases(self) -> int:
        return sum(unit.cases for unit in self.units)

    @property
    def per_case(self) -> float:
        """Of the later half: cases that move on from a corpus take longer than those that begin a campaign."""
        late = self.units[len(self.units) // 2:]
        return sum(unit.seconds for unit in late) / sum(unit.cases for unit in late)

    @property
    def per_hour(self) -> float:
        return 3600 / self.per_case

    @property
    def bytes_per_case(self) -> float:
        """Of the later half: a unit writes what its snapshot has not reached."""
        late = self.units[len(self.units) // 2:]
        return sum(unit.bytes for unit in late) / sum(unit.cases for unit in late)

    def growth(self, of: Callable[[Unit], int]) -> Power:
        points, cases, sum_so_far = [], 0, 0
        for unit in self.units:
            cases, sum_so_far = cases + unit.cases, sum_so_far + of(unit)
            points.append((float(cases), float(sum_so_far)))
        return power(points)

    def total(self, of: Callable[[Unit], int]) -> int:
        return sum(of(unit) for unit in self.units)


def features(unit: Unit) -> int:
    return unit.features


def entries(unit: Unit) -> int:
    return unit.entries


def buckets(unit: Unit) -> int:
    return unit.buckets


@dataclasses.dataclass
class MergeCost:
    """Seconds of the processor and bytes of memory, by units."""
    seconds: float
    per_unit: float
    memory: float
    memory_per_unit: float

    def at(self, units: float) -> float:
        return max(0.0, self.seconds) + self.per_unit * units

    def memory_at(self, units: float) -> float:
        return self.memory + self.memory_per_unit * units


@dataclasses.dataclass
class Campaign:
    """A fleet after so many hours, in waves."""
    cases: float
    units: int
    merge_seconds: float
    merge_memory: float
    # Waves that pass before what a wave found is part of a snapshot; 1: the next wave has it.
    behind: int


def unit_seconds(series: Series, cores: int, hours: float) -> float:
    """As long as keeps the start below its share, a merge within what one does, and no longer than an hour."""
    least = max(series.start / START_SHARE, cores * hours * 3600 / MERGED_AT_ONCE)
    return min(max(least, 60.0), 3600.0)


def simulate(series: Series, merge: MergeCost, cores: int, hours: float) -> Campaign:
    """Wave after wave; a merge reads what stands there already as well. While one goes on, further waves begin from the one before."""
    length = unit_seconds(series, cores, hours)
    waves = max(1, math.floor(hours * 3600 / length))
    each = max(1.0, (length - series.start) / series.per_case)
    clock, merged_at, units = 0.0, 0.0, 0
    behind = 1
    for _ in range(waves):
        clock += length
        units += cores
        if clock >= merged_at:
            merged_at = clock + merge.at(units)
            behind = max(1, math.ceil(merge.at(units) / length))
    return Campaign(each * units, units, merge.at(units), merge.memory_at(units), behind)


# ---- how it is said

def number(value: float) -> str:
    for least, word in ((1e12, "T"), (1e9, "G"), (1e6, "M")):
        if value >= least:
            return f"{value / least:.3g} {word}"
    if value >= 1000:
        return f"{value:,.0f}"
    return f"{value:.3g}"


def size(value: float) -> str:
    for least, word in ((2**50, "PiB"), (2**40, "TiB"), (2**30, "GiB"), (2**20, "MiB")):
        if value >= least:
            return f"{value / least:.3g} {word}"
    return f"{value / 1024:.3g} KiB"


def time(seconds: float) -> str:
    for least, word in ((86400 * 2, "d"), (7200, "h"), (120, "min")):
        if seconds >= least:
            return f"{seconds / {'d': 86400, 'h': 3600, 'min': 60}[word]:.3g} {word}"
    return f"{seconds:.2g} s"


def span(hours: int) -> str:
    return f"{hours} h" if hours < 48 else f"{hours // 24} d"


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    return ["| " + " | ".join(row) + " |" for row in (head, ["---"] * len(head), *rows)]


def measured_table(all_series: Sequence[Series]) -> list[str]:
    rows = []
    for one in all_series:
        half = one.units[len(one.units) // 2:]
        late = 1000 / sum(unit.cases for unit in half)
        rows.append([one.name, f"{len(one.units)} × {one.units[0].cases}", f"{1 / one.per_case:.3g}", f"{one.start:.2g} s", size(one.bytes_per_case * 1000),
                     number(one.total(features)), number(one.total(entries)), number(one.total(buckets)),
                     number(sum(map(features, half)) * late), number(sum(map(buckets, half)) * late)])
    return table(["series", "units × cases", "cases per core second, later half", "a unit of one case", "folder per 1,000 cases", "features", "entries", "buckets",
                  "new features per 1,000 cases, later half", "new buckets per 1,000 cases, later half"], rows)


def growth_table(all_series: Sequence[Series]) -> list[str]:
    rows = []
    for one in all_series:
        laws = [one.growth(of) for of in (features, entries, buckets)]
        rows.append([one.name, *(f"{law.factor:.3g} · n^{law.exponent:.3f}" if law.factor else "none" for law in laws)])
    return table(["series", "features after n cases", "entries of the corpus", "buckets"], rows)


def fleet_table(series: Series, merge: MergeCost) -> list[str]:
    reach, corpus, found = series.growth(features), series.growth(entries), series.growth(buckets)
    entry_bytes = series.merged_bytes / max(1, series.total(entries))
    rows = []
    for cores in FLEETS:
        for hours in HOURS:
            done = simulate(series, merge, cores, hours)
            # A merge keeps one entry for each feature at most.
            kept = min(corpus.at(done.cases), reach.at(done.cases))
            rows.append([number(cores), span(hours), time(unit_seconds(series, cores, hours)), number(done.cases), number(done.units), time(done.merge_seconds),
                         size(done.merge_memory), str(done.behind), number(reach.at(done.cases)), number(kept), size(kept * entry_bytes + TRAIL_BYTES * done.cases),
                         size(series.bytes_per_case * done.cases), number(found.at(done.cases)), number(1000 * reach.per(done.cases)),
                         number(1000 * found.per(done.cases))])
    return table(["cores", "time", "a unit takes", "cases", "units", "a merge of all takes", "its memory", "waves behind", "features", "entries", "merged",
                  "units on disk", "buckets", "new features per 1,000 cases", "new buckets per 1,000 cases"], rows)


def flat_table(series: Series) -> list[str]:
    """Core hours until an hour of one core brings one new thing alone, and how long each fleet takes for that."""
    rows = []
    for word, of in (("feature", features), ("bucket", buckets)):
        law = series.growth(of)
        if law.factor == 0:
            continue
        hours = law.where(1 / series.per_hour) / series.per_hour
        rows.append([f"one new {word} for each core hour", number(hours), *(time(3600 * hours / cores) for cores in FLEETS), number(law.at(hours * series.per_hour))])
    return table(["from here on", "core hours", *(f"{number(cores)} cores take" for cores in FLEETS), "found by then"], rows)


def merge_table(merges_made: Sequence[dict[str, float]], merge: MergeCost) -> list[str]:
    rows = [[number(one["units"]), number(one["files"]), f"{one['cpu_seconds']:.3g} s", size(one["peak_bytes"])] for one in merges_made]
    rows += [[f"{number(units)}, by the line", number(units * merges_made[-1]["files"] / merges_made[-1]["units"]), time(merge.at(units)), size(merge.memory_at(units))]
             for units in (10_000, 100_000, 1_000_000)]
    return table(["units", "files", "seconds of the processor", "memory"], rows)


def series_of(inputs: dict[str, dict[str, dict[str, object]]]) -> list[Series]:
    found = []
    for name, one in inputs["series"].items():
        units = [Unit(*row) for row in one["units"]]  # type: ignore[attr-defined]
        found.append(Series(name, units, float(str(one["one_case_seconds"])), int(str(one["merged_bytes"]))))
    return found


def merge_cost(made: Sequence[dict[str, float]]) -> MergeCost:
    seconds = line([(one["units"], one["cpu_seconds"]) for one in made])
    return MergeCost(*seconds, *line([(one["units"], one["peak_bytes"]) for one in made]))


def tables(inputs: dict[str, object]) -> str:
    all_series, made = series_of(inputs), inputs["merges"]  # type: ignore[arg-type]
    merge = merge_cost(made)  # type: ignore[arg-type]
    lines = ["### What was measured", "", *measured_table(all_series), "", "### How it grows", "", *growth_table(all_series), "", "### What a merge costs", "",
             *merge_table(made, merge), ""]  # type: ignore[arg-type]
    for one in all_series:
        lines += [f"### A fleet on `{one.name}`", "", *fleet_table(one, merge), "", *flat_table(one), ""]
    return "\n".join(lines)


def page_with(page: str, text: str) -> str:
    return re.sub(re.escape(BEGIN) + ".*" + re.escape(END), lambda _: f"{BEGIN}\n{text}{END}", page, flags=re.DOTALL)


def parse(words: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    verbs = parser.add_subparsers(dest="verb", required=True)
    one = verbs.add_parser("measure")
    one.add_argument("assay", type=pathlib.Path)
    for name, value in (("--units", 16), ("--runs", 200), ("--wave", 4)):
        one.add_argument(name, type=int, default=value)
    one.add_argument("--subject", default="native")
    one.add_argument("--name", default="native")
    one.add_argument("--into", type=pathlib.Path, default=INPUTS)
    one = verbs.add_parser("merges")
    one.add_argument("assay", type=pathlib.Path)
    one.add_argument("--counts", type=int, nargs="+", default=[100, 1000, 10000])
    one.add_argument("--into", type=pathlib.Path, default=INPUTS)
    for verb in ("tables", "page"):
        one = verbs.add_parser(verb)
        one.add_argument("--inputs", type=pathlib.Path, default=INPUTS)
        one.add_argument("--write", action="store_true")
    own, more = (words[:words.index("--")], words[words.index("--") + 1:]) if "--" in words else (words, [])
    options = parser.parse_args(own)
    # Of assay fuzz.
    options.more = more
    return options


def main() -> int:
    options = parse(sys.argv[1:])
    if options.verb in ("measure", "merges"):
        inputs = json.loads(options.into.read_text()) if options.into.exists() else {"series": {}, "merges": []}
        if options.verb == "merges":
            inputs["merges"] = merges(options.assay, options.counts)
        else:
            with tempfile.TemporaryDirectory() as folder:
                inputs["series"][options.name] = measure(options, pathlib.Path(folder))
        options.into.write_text(re.sub(r"\[\s+([\d.,\s]+?)\s+\]", lambda found: "[" + re.sub(r"\s+", " ", found[1]) + "]", json.dumps(inputs, indent=1)) + "\n")
        return 0
    text = tables(json.loads(options.inputs.read_text()))
    if options.verb == "tables":
        print(text, end="")
        return 0
    page = PAGE.read_text()
    wanted = page_with(page, text)
    if options.write:
        PAGE.write_text(wanted)
    elif page != wanted:
        print(f"scale: {PAGE.relative_to(ROOT)} is not what the inputs give: scale.py page --write", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
