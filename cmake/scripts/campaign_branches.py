#!/usr/bin/env python3
"""Lists the conditions that a campaign never took both ways, and the lines that it never reached.

Usage: campaign_branches.py FOLDER [--under passes] [--llvm VERSION]; FOLDER is a build folder of the preset `coverage` with the
campaign's profiles under FOLDER/campaign. FOLDER/campaign.txt has a line for each condition and for each run of lines; what is
printed is a line for each folder. A fault in a place that no campaign reaches cannot be found by one, so the list says what
generators have to learn.
"""
import argparse
import json
import pathlib
import subprocess
import sys
from collections import defaultdict
from typing import Any, NamedTuple

from coverage import source_of


class Condition(NamedTuple):
    """A condition by its place, and how often it held and did not."""

    line: int
    column: int
    held: int
    failed: int

    @property
    def missing(self) -> str:
        """What never happened, or nothing. A condition that was never asked stands among the lines."""
        if bool(self.held) == bool(self.failed):
            return ""
        return "never true" if self.held == 0 else "never false"


def conditions_of(branches: list[list[int]]) -> list[Condition]:
    """Those of a file; instances of a template count together."""
    counts: dict[tuple[int, int], list[int]] = defaultdict(lambda: [0, 0])
    for line, column, _, _, held, failed, *_ in branches:
        counts[line, column][0] += held
        counts[line, column][1] += failed
    return [Condition(line, column, *count) for (line, column), count in sorted(counts.items())]


def unreached_lines(segments: list[list[Any]], count: int) -> list[tuple[int, int]]:
    """Runs of lines, first and last, of which no part was reached; segments as llvm-cov exports them, of a file of COUNT lines."""
    reached: dict[int, bool] = {}
    for index, (line, _, hits, counted, *_) in enumerate(segments):
        if not counted:
            continue
        last = segments[index + 1][0] if index + 1 < len(segments) else count
        for each in range(line, last + 1):
            reached[each] = reached.get(each, False) or hits > 0
    runs: list[tuple[int, int]] = []
    for line in sorted(line for line, was in reached.items() if not was):
        if runs and runs[-1][1] == line - 1:
            runs[-1] = (runs[-1][0], line)
        else:
            runs.append((line, line))
    return runs


def exported(folder: pathlib.Path, llvm: str) -> list[dict[str, Any]]:
    """Of each source: its branches and segments."""
    profiles = sorted(str(path) for path in (folder / "campaign").glob("*.profraw"))
    if not profiles:
        sys.exit(f"campaign_branches: no profiles in {folder}/campaign; run ./dev check branches")
    data = folder / "campaign.profdata"
    subprocess.run([f"llvm-profdata-{llvm}", "merge", "-sparse", *profiles, "-o", str(data)], check=True)
    command = [f"llvm-cov-{llvm}", "export", "-skip-functions", f"-instr-profile={data}", str(folder / "assay")]
    files: list[dict[str, Any]] = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)["data"][0]["files"]
    return files


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--under", default="passes", help="the folder of sources [default: passes]")
    parser.add_argument("--llvm", default="19", help="[default: 19]")
    args = parser.parse_args()
    root = args.folder.resolve().parent.parent
    totals: dict[str, list[int]] = defaultdict(lambda: [0, 0])
    text: list[str] = []
    for entry in exported(args.folder, args.llvm):
        name = source_of(entry["filename"], root, args.folder.resolve())
        if not name.startswith(f"{args.under}/") or not (root / name).exists():
            continue
        lines = (root / name).read_text().split("\n")
        asked = [c for c in conditions_of(entry["branches"]) if c.held or c.failed]
        total = totals[str(pathlib.PurePath(name).parent)]
        total[0] += 2 * len(asked)
        total[1] += sum(bool(c.held) + bool(c.failed) for c in asked)
        text += [f"{name}:{c.line}:{c.column}: {c.missing} ({max(c.held, c.failed)} times)  {lines[c.line - 1].strip()}" for c in asked if c.missing]
        text += [f"{name}:{first}-{last}: never reached  {lines[first - 1].strip()}" for first, last in unreached_lines(entry["segments"], len(lines))]
    if not totals:
        sys.exit(f"campaign_branches: {args.folder} has no profile of a source under {args.under}")
    (args.folder / "campaign.txt").write_text("\n".join(text) + "\n")
    for folder, (count, taken) in sorted(totals.items()):
        print(f"{folder:24} {100 * taken / max(count, 1):6.1f} %  {taken} of {count} outcomes of conditions")
    return 0


if __name__ == "__main__":
    sys.exit(main())
