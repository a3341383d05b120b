"""How fast assay reads, writes and compares modules beside a real TVM, on the same modules in one run.

Usage: python ir_speed.py MODULES --assay BENCHMARK [--limit N] [--json]

MODULES is a recorded suite (print.jsonl.xz) or a folder of TVMScript files; BENCHMARK is text_benchmark of the release
build. Run it with a Python that imports tvm (`./dev tvm 0.26` makes one). Only modules that both read are timed; each
figure is the best of three rounds over all of them. TVM's parser is timed without what it does around the text: its
Python is compiled before, and the well-formedness check is off.

Exit codes: 0 all figures met, 1 a figure is not met, 2 usage, 4 no TVM or no benchmark.
"""
from __future__ import annotations

import json
import lzma
import os
import pathlib
import subprocess
import tempfile
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from speed_rows import parser_of, report, require, row

if TYPE_CHECKING:
    import tvm


# At least so many times as fast as TVM.
FIGURES = {"parse": 100, "print": 3, "equal": 3}
ROUNDS = 3


def texts_of(path: pathlib.Path) -> list[str]:
    if path.is_dir():
        return [file.read_text() for file in sorted(path.glob("*.py"))]
    with lzma.open(path, "rt") as lines:
        return [json.loads(line)["module"] for line in lines]


def best(action: Callable[[], object]) -> float:
    """The least seconds of some rounds."""
    times = []
    for _ in range(ROUNDS):
        begin = time.perf_counter()
        action()
        times.append(time.perf_counter() - begin)
    return min(times)


def body_of(text: str) -> str:
    """Without the lines before the first decorator, which from_source does not take."""
    at = text.find("@I.ir_module")
    return text[at:] if at >= 0 else text


def readable(texts: list[str], binary: str, limit: int) -> tuple[list[str], list[tvm.IRModule]]:
    """The texts that both read, as TVM's modules beside them."""
    from tvm.script import from_source
    kept: list[tuple[str, tvm.IRModule]] = []
    for text in texts:
        if len(kept) >= limit:
            break
        try:
            kept.append((text, from_source(body_of(text), check_well_formed=False)))
        except Exception:  # whatever its parser raises
            continue
    if not assay_reads([text for text, _ in kept], binary):
        kept = [(text, module) for text, module in kept if assay_reads([text], binary)]
    return [text for text, _ in kept], [module for _, module in kept]


def assay_reads(texts: list[str], binary: str) -> bool:
    with tempfile.TemporaryDirectory() as folder:
        write(texts, folder)
        return "seconds" in run_benchmark(binary, folder, "BM_RecordedParse", "0.001")


def write(texts: list[str], folder: str) -> None:
    for i, text in enumerate(texts):
        pathlib.Path(folder, f"{i:05}.py").write_text(text)


def run_benchmark(binary: str, folder: str, name: str, seconds: str = "0.5") -> dict[str, Any]:
    command = [binary, f"--benchmark_filter=^{name}$", "--benchmark_format=json", f"--benchmark_min_time={seconds}"]
    done = subprocess.run(command, env={**os.environ, "ASSAY_MODULES": str(folder)}, capture_output=True, text=True)
    if done.returncode != 0:
        return {"error": done.stderr}
    found = json.loads(done.stdout)["benchmarks"][0]
    return {"error": found["error_message"]} if found.get("error_occurred") else {"seconds": found["real_time"] / 1000}


def time_tvm(texts: list[str], modules: list[tvm.IRModule]) -> dict[str, float]:
    import tvm_ffi
    from tvm.script import from_source
    bodies = [body_of(text) for text in texts]
    again = [from_source(body, check_well_formed=False) for body in bodies]
    return {
        "parse": best(lambda: [from_source(body, check_well_formed=False) for body in bodies]),
        "print": best(lambda: [module.script() for module in modules]),
        "equal": best(lambda: [tvm_ffi.structural_equal(a, b) for a, b in zip(modules, again)]),
    }


def time_assay(texts: list[str], binary: str) -> dict[str, float]:
    with tempfile.TemporaryDirectory() as folder:
        write(texts, folder)
        names = {"parse": "BM_RecordedParse", "print": "BM_RecordedPrint", "equal": "BM_RecordedEqual"}
        return {key: run_benchmark(binary, folder, name)["seconds"] for key, name in names.items()}


def main() -> None:
    parser = parser_of(__doc__, "text_benchmark")
    parser.add_argument("modules", type=pathlib.Path)
    parser.add_argument("--limit", type=int, default=200, help="modules to time at most")
    options = parser.parse_args()
    tvm = require(options, "0.26")
    texts, modules = readable(texts_of(options.modules), options.assay, options.limit)
    ours, theirs = time_assay(texts, options.assay), time_tvm(texts, modules)
    rows = {key: row(ours[key], theirs[key], figure) for key, figure in FIGURES.items()}
    report(f"{len(texts)} modules", rows, options, tvm)


if __name__ == "__main__":
    main()
