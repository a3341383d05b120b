#!/usr/bin/env python3
"""Reduces long chains of operators by the command line, and says what is left and what it took.

Writes chains of 3,000 and 100,000 operators that end in `negative`, and a GRU of 128 steps whose 2,305 calls end in `stack`, and
has `assay reduce --predicate` look for the last operator in well-formed text. With `--faults`, for a build that has the historical
bugs, the chains end in `hint_on_device` and an oracle looks for the fault of RealizeVDevice. At most three calls may be left, within
so many seconds of one core, children included. Prints a table; exits with 1 where something takes longer or stays larger.

    python3 cmake/scripts/reduce_chains.py --assay build/release/assay
    python3 cmake/scripts/reduce_chains.py --assay build/dev/assay --faults --only chain_3000
"""
from __future__ import annotations

import argparse
import pathlib
import resource
import subprocess
import sys
import tempfile

MOST_CALLS = 3
# Seconds of one core.
LIMITS = {"chain_3000": 20, "chain_100000": 60, "gru_128": 20}
PLAIN = ["tanh", "abs", "nn.relu", "sigmoid", "exp", "square"]
FAULT = ["--faults", "realize_vdevice_mutates_input", "--oracle", "input_unchanged", "--passes", "RealizeVDevice"]
HEAD = """from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
"""
DEVICES = """    I.module_global_infos({"vdevice": [I.vdevice({"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, 0, "global")]})
"""


def function(params: list[tuple[str, str]], lines: list[tuple[str, str]], result: str) -> str:
    """A function whose lines are (variable, call)."""
    typed = ", ".join(f'{name}: R.Tensor({shape}, dtype="float32")' for name, shape in params)
    body = "".join(f"        {name} = {call}\n" for name, call in lines)
    return f"    @R.function\n    def main({typed}):\n{body}        return {result}\n"


def chain(count: int, last: str, head: str = HEAD) -> str:
    """Operators on what the one before gives, now and then with the input; the last one is `last`, of a text with `{}`."""
    lines, value = [], "x"
    for i in range(count - 1):
        call = f"R.add({value}, x)" if i % 7 == 6 else f"R.{PLAIN[i % len(PLAIN)]}({value})"
        value = f"lv{i}"
        lines.append((value, call))
    lines.append(("gv", last.format(value)))
    return head + function([("x", "(4, 4)")], lines, "gv")


def gru(steps: int) -> str:
    """An unrolled GRU whose hidden states are stacked: 18 calls a step."""
    lines: list[tuple[str, str]] = []

    def op(name: str, *operands: str) -> str:
        lines.append((f"lv{len(lines)}", f"R.{name}({', '.join(operands)})"))
        return lines[-1][0]

    def gate(letter: str, x: str, h: str) -> str:
        return op("sigmoid", op("add", op("matmul", x, f"w{letter}"), op("matmul", h, f"u{letter}")))

    states, h = [], "h0"
    for t in range(steps):
        x = op("strided_slice", "x", "axes=[0]", f"begin=[{t}]", f"end=[{t + 1}]")
        z, r = gate("z", x, h), gate("r", x, h)
        n = op("tanh", op("add", op("matmul", x, "wn"), op("multiply", r, op("matmul", h, "un"))))
        new = op("multiply", op("subtract", "one", z), n)
        h = op("add", op("multiply", z, h), new)
        states.append(h)
    lines.append(("gv", f"R.stack(({', '.join(states)}), axis=0)"))
    weights = [(f"{kind}{gate}", "(4, 4)") for kind in "wu" for gate in "zrn"]
    return HEAD + function([("x", f"({steps}, 4)"), ("h0", "(1, 4)"), ("one", "(1, 4)"), *weights], lines, "gv")


def modules(faults: bool) -> dict[str, tuple[str, str | None]]:
    if faults:
        hint = 'R.hint_on_device({}, R.device(device_type=1, index=0), "global")'
        return {f"chain_{n}": (chain(n, hint, HEAD + DEVICES), None) for n in (3_000, 100_000)}
    chains = {f"chain_{n}": (chain(n, "R.negative({})"), "R.negative") for n in (3_000, 100_000)}
    return {**chains, "gru_128": (gru(128), "R.stack")}


def reduce(assay: str, file: pathlib.Path, small: pathlib.Path, operator: str | None, seconds: int) -> tuple[float, str]:
    """Runs the reduction; its seconds of the processor and what it says of itself."""
    how = FAULT if operator is None else ["--predicate", f'"{assay}" check "$1" && grep -q "{operator}(" "$1"']
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run([assay, "reduce", file, "-o", small, "--time", f"{seconds}s", *how], capture_output=True, text=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode != 0:
        sys.exit(f"reduce_chains.py: {file}: exit code {done.returncode}: {done.stderr[-2000:]}")
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, done.stderr.strip().splitlines()[-1]


def calls_in(text: str) -> int:
    return sum(" = R." in line for line in text.splitlines())


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--assay", default="build/release/assay", type=lambda path: str(pathlib.Path(path).resolve()))
    parser.add_argument("--out", type=pathlib.Path, help="keep the modules here")
    parser.add_argument("--only", help="only this module")
    parser.add_argument("--faults", action="store_true", help="a historical bug and its oracle in place of a command")
    parser.add_argument("--time", default=600, type=int, help="seconds of the clock for each reduction")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        out = options.out or pathlib.Path(folder)
        out.mkdir(parents=True, exist_ok=True)
        wrong = 0
        for name, (text, operator) in modules(options.faults).items():
            if options.only not in (None, name):
                continue
            file, small = out / f"{name}.py", out / f"{name}.small.py"
            file.write_text(text)
            seconds, said = reduce(options.assay, file, small, operator, options.time)
            left = calls_in(small.read_text())
            fits = left <= MOST_CALLS and seconds <= LIMITS[name]
            wrong += not fits
            print(f"{name}: {calls_in(text)} calls, {left} left (at most {MOST_CALLS}), {seconds:.1f} s (at most {LIMITS[name]}): {said}"
                  f"{'' if fits else ' TOO MUCH'}", flush=True)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
