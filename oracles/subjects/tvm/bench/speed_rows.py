"""What the comparisons of speed share: what they need at hand, and rows of assay's time, TVM's, and the figure to meet."""
from __future__ import annotations

import argparse
import importlib
import json
import os
import sys
from types import ModuleType
from typing import NoReturn, TypedDict


class Row(TypedDict):
    """Seconds of both sides, TVM's in assay's, and what that is to be at least."""
    assay: float
    tvm: float
    ratio: float
    figure: float



def parser_of(doc: str | None, benchmark: str) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=doc, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--assay", required=True, help=f"{benchmark} of the release build")
    parser.add_argument("--json", action="store_true")
    parser.set_defaults(benchmark=benchmark)
    return parser


def require(options: argparse.Namespace, version: str) -> ModuleType:
    """The imported tvm; without it, or without the benchmark, ends with exit code 4."""
    try:
        tvm = importlib.import_module("tvm")
    except ImportError:
        print(f"no TVM in this Python: ./dev tvm {version} makes one that has it", file=sys.stderr)
        sys.exit(4)
    if not os.access(options.assay, os.X_OK):
        print(f"{options.assay} does not exist: cmake --build build/release --target {options.benchmark}",
              file=sys.stderr)
        sys.exit(4)
    return tvm


def row(ours: float, theirs: float, figure: float) -> Row:
    """Of two times in seconds, and how many times as fast as TVM assay is to be at least."""
    return {"assay": ours, "tvm": theirs, "ratio": theirs / ours, "figure": figure}


def report(title: str, rows: dict[str, Row], options: argparse.Namespace, tvm: ModuleType) -> NoReturn:
    """Prints the rows by name; ends with exit code 0 when all figures are met, 1 when not."""
    if options.json:
        print(json.dumps({"title": title, "tvm": tvm.__version__, "rows": rows}))
    else:
        print(f"{title}: assay, TVM {tvm.__version__}, TVM's time in assay's")
        for name, one in rows.items():
            print(f"{name:22} {one['assay'] * 1e3:9.3f} ms {one['tvm'] * 1e3:9.2f} ms  {one['ratio']:7.2f} times "
                  f"(figure {one['figure']})")
    sys.exit(0 if all(one["ratio"] >= one["figure"] for one in rows.values()) else 1)
