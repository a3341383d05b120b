#!/usr/bin/env python3
"""Calls of every kind from many threads at once, each compared with what one thread alone gets.

Usage: threads.py [--calls N] [--threads N]

Needs tvm-assay (docs/guide/python.md). Prints calls per second, and by how much the process has grown since the first tenth of the calls.
Exit codes: 0 all the same and the process has not grown by more than --most-mib, 1 else.
"""
from __future__ import annotations

import argparse
import resource
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import tvm_assay as ta
from modules import ADD

X, Y = np.arange(6, dtype=np.float32).reshape(2, 3), np.ones(3, np.float32)
# So many different calls of each kind.
KINDS_OF_INPUT = 16


def run(number: int) -> bytes:
    return np.asarray(ta.run(ADD, [X + number, Y], engine="vm").value).tobytes()


def check(number: int) -> bytes:
    return str([problem.message for problem in ta.check(ADD.replace("(2, 3)", f"({2 + number % 2}, 3)", 1))]).encode()


def apply(number: int) -> bytes:
    return ta.apply(ta.generate(number, profile="relax", bindings=3), "LegalizeOps").text.encode()


def generate(number: int) -> bytes:
    return ta.generate(number, profile="mixed", bindings=3).text.encode()


def refuse(number: int) -> bytes:
    try:
        ta.parse(f"class {number}:")
    except ta.ParseError as error:
        return str(error).encode()
    return b"read"


CALLS: tuple[Callable[[int], bytes], ...] = (run, check, apply, generate, refuse)


def peak_mib() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--calls", type=int, default=10_000)
    parser.add_argument("--threads", type=int, default=8)
    parser.add_argument("--most-mib", type=float, default=64)
    options = parser.parse_args()
    expected = {(call, number): call(number) for call in CALLS for number in range(KINDS_OF_INPUT)}
    questions = list(expected)

    def same(i: int) -> bool:
        call, number = questions[i % len(questions)]
        return call(number) == expected[call, number]

    with ThreadPoolExecutor(options.threads) as pool:
        first = options.calls // 10
        other = list(pool.map(same, range(first))).count(False)
        before, start = peak_mib(), time.perf_counter()
        other += list(pool.map(same, range(first, options.calls))).count(False)
        seconds = time.perf_counter() - start
    grown = peak_mib() - before
    print(f"{options.calls} calls by {options.threads} threads, {(options.calls - first) / seconds:.0f} in a second; {other} other than by one thread; "
          f"{grown:.1f} MiB more since the first {first}")
    return 1 if other or grown > options.most_mib else 0


if __name__ == "__main__":
    sys.exit(main())
