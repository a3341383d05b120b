"""Runs tests under a probe, to know which functions of TVM they reach (assay bench code).

  assay bench code LIBRARY --out DIR
  PYTHON_WITH_TVM cover_tests.py DIR [MOST_SECONDS] FILE_OF_TESTS...
  assay bench code LIBRARY --map DIR/map --campaign CAMPAIGN/reached.blocks

LIBRARY is the one of TVM with the most code (libtvm_compiler.so). Each file of tests runs by pytest in a process of its own, which is
forked behind the import of TVM; one that takes longer than MOST_SECONDS is ended, and what it reached by then counts. Prints how
many ended well.
"""
from __future__ import annotations

import os
import pathlib
import signal
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent))

import pytest  # noqa: E402
import tvm  # noqa: E402, F401
import tvm_coverage  # noqa: E402


def run(file: str, most_seconds: int) -> int:
    """How pytest ended in a child; -1 where it was ended."""
    pid = os.fork()
    if pid == 0:
        signal.alarm(most_seconds)
        nothing = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nothing, 1)
        os.dup2(nothing, 2)
        os._exit(int(pytest.main(["-q", "-p", "no:cacheprovider", file])))
    _, status = os.waitpid(pid, 0)
    tvm_coverage.settle()
    return os.WEXITSTATUS(status) if os.WIFEXITED(status) else -1


def main() -> None:
    folder, *files = sys.argv[1:]
    most_seconds = int(files.pop(0)) if files and files[0].isdigit() else 300
    probe, blocks = (os.open(f"{folder}/{name}", os.O_RDONLY) for name in ("probe.so", "blocks"))
    reached = os.open(f"{folder}/map", os.O_RDWR)
    armed = tvm_coverage.arm(probe, blocks, reached)
    if armed != 0:
        raise SystemExit(f"the code cannot be watched: error {armed}")
    endings = [run(file, most_seconds) for file in files]
    for file, ending in zip(files, endings, strict=True):
        if ending != 0:
            print(f"{file}: {'ended' if ending < 0 else f'pytest gave {ending}'}")
    print(f"{endings.count(0)} of {len(files)} files of tests passed whole")


if __name__ == "__main__":
    main()
