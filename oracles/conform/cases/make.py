"""Writes the suites of corpus/conformance from the tables beside this file; --check says whether they are up to date.

Usage: python make.py [--check]     (a Python with numpy)
"""
from __future__ import annotations

import collections
import pathlib
import sys
from collections.abc import Iterable, Iterator

import case
import elementwise
import golden
import layers
import movement
import rejected
import runtime
import symbolic
import texts

SUITES = pathlib.Path(__file__).parents[3] / "corpus/conformance"


def named(rows: Iterable[case.Row]) -> Iterator[tuple[str, case.Row]]:
    """Rows with names: the operator and its place among the rows of it."""
    seen: collections.Counter[str] = collections.Counter()
    for row in rows:
        seen[row.op] += 1
        yield f"{row.op}-{seen[row.op]}", row


def suites() -> dict[str, list[case.Case]]:
    rows = list(named(elementwise.ROWS + movement.ROWS + layers.ROWS + runtime.ROWS + symbolic.ROWS))
    return {
        "infer": [case.infer_case(row, name) for name, row in rows] + list(rejected.cases({row.op for _, row in rows})),
        "run": [case.run_case(row, name) for name, row in rows if row.want is not None]
        + list(runtime.cases()),
        "pass": list(golden.cases()),
        "wellformed": list(texts.wellformed()),
        "print": list(texts.printed()),
    }


def main() -> None:
    stale = []
    for kind, cases in suites().items():
        path = SUITES / f"{kind}.jsonl"
        if sys.argv[1:] == ["--check"]:
            stale += [] if path.exists() and path.read_text() == golden.text_of(cases) else [path.name]
        else:
            path.write_text(golden.text_of(cases))
    if stale:
        sys.exit(f"not what the tables give: {', '.join(stale)}; run make.py")


if __name__ == "__main__":
    main()
