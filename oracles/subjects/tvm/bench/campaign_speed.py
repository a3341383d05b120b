"""How fast a campaign on a real TVM is: how many applications of passes it judges, and how much of it is TVM.

  python campaign_speed.py ASSAY PYTHON_WITH_TVM [MODULES] [SEED]
  python campaign_speed.py --passes ASSAY PYTHON_WITH_TVM [RUNS] [SEED] [TARGET]

With --passes: a campaign's own draw of modules and passes, for this machine's processor or the target, judged by the rules in FULL (input
unchanged, well-formed, Sequential against direct, twice, results on two inputs), one in 64 read back; a first campaign finds what fails, so
that the second, which is measured, reduces nothing. Prints the applications that each rule which holds for the pass gave a verdict on, for
each second of assay and of TVM, a list by pass, and what TVM's process was asked. It works with older programs: what they do not say is left out.

Without: generated modules that TVM builds and runs go, share by share in turn, through `assay fuzz --seeds --oracle interpreted_equals_compiled`, which
builds each, runs it on two sets of arguments and compares with the reference, and through a loop that reads, builds and runs
them likewise and compares nothing. Prints the share of assay's time that is spent outside TVM's process, and the ratio of
the rates; ends with 1 when the share is above 15 % or the ratio below 0.85.
"""
from __future__ import annotations

import json
import os
import pathlib
import resource
import subprocess
import sys
import tempfile
from typing import Any

MOST_OUTSIDE, LEAST_RATIO = 0.15, 0.85
SHARES = 4

LOOP = """
import os, pathlib, re, sys, time
import numpy
import tvm, tvm.script
from tvm import relax

# Modules print, too.
out = os.fdopen(os.dup(1), "w")
os.dup2(2, 1)

def argument(ty):
    if type(ty).__name__ == "ShapeType":
        return tvm.runtime.ShapeTuple([1] * ty.ndim)
    if type(ty).__name__ == "PrimType":
        return 1
    shape = [int(one) if hasattr(one, "value") else 1 for one in ty.shape.values] if ty.shape is not None else [1] * max(0, ty.ndim)
    return tvm.runtime.tensor(numpy.ones(shape).astype(str(ty.dtype)))

def build_and_run(path):
    text = pathlib.Path(path).read_text()
    module = tvm.script.from_source(re.sub(r"(?m)^(?=from |import )", "# ", text), check_well_formed=False)
    machine = relax.VirtualMachine(tvm.compile(module, target="llvm"), tvm.cpu())
    for _ in range(2):
        machine["main"](*[argument(param.ty) for param in module["main"].params])
"""
# Which modules come through, each in a process of its own.
SOUND = LOOP + """
for path in sys.argv[1:]:
    child = os.fork()
    if child == 0:
        build_and_run(path)
        os._exit(0)
    if os.waitpid(child, 0)[1] == 0:
        print(path, file=out, flush=True)
"""
BARE = LOOP + """
build_and_run(sys.argv[1])
start = time.perf_counter()
for path in sys.argv[1:]:
    build_and_run(path)
print(time.perf_counter() - start, file=out)
"""


def python_says(python: str, program: str, files: list[str]) -> list[str]:
    answer = subprocess.run([python, "-c", program, *files], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, check=True,
                            env={**os.environ, "TVM_NUM_THREADS": "1"})
    return answer.stdout.split()


def assay_seconds(assay: str, python: str, files: list[str]) -> tuple[float, float, float]:
    """Seconds that judging took, those of the campaign, which also reduces findings, and those of that in TVM's process."""
    with tempfile.TemporaryDirectory() as folder:
        for number, file in enumerate(files):
            (pathlib.Path(folder) / f"{number:06}.py").write_text(pathlib.Path(file).read_text())
        answer = subprocess.run([assay, "fuzz", "--subject", f"tvm@{python}", "--oracle", "interpreted_equals_compiled", "--pass", "Normalize",
                                 "--seeds", folder, "--runs", str(len(files)), "--quiet", "--json"],
                                capture_output=True, text=True, check=False)
    found = json.loads(answer.stdout)
    return found["oracles"]["interpreted_equals_compiled"]["seconds"], found["seconds"], found["subject_seconds"]


FULL = ("input_unchanged", "well_formed_after_pass", "sequential_equals_direct", "idempotent", "pass_preserves_results")


def campaign(assay: str, python: str, runs: str, seed: str, *more: str) -> tuple[Any, float]:
    """What it counted, and the seconds of all its processors."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    answer = subprocess.run([assay, "fuzz", "--subject", f"tvm@{python}", "--oracle", ",".join(FULL), "--runs", runs, "--seed", seed, "--quiet",
                             "--json", *more], capture_output=True, text=True, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return json.loads(answer.stdout), after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def judged(oracles: Any) -> int:
    """Applications on which every rule that was asked gave a verdict; that a pass applied twice changes nothing more is promised of some."""
    counts = {name: one["agree"] + one["finding"] for name, one in oracles.items()}
    if counts.get("idempotent") == 0:
        del counts["idempotent"]
    return min(counts.values(), default=0)


def measure_passes(assay: str, python: str, runs: str, seed: str, *more: str) -> int:
    with tempfile.TemporaryDirectory() as folder:
        campaign(assay, python, runs, seed, "--out", f"{folder}/first", *more)
        found, seconds = campaign(assay, python, runs, seed, "--no-out", "--known", f"{folder}/first", *more)
    rows = sorted(((judged(one["oracles"]), one["tried"], one["changed"], name) for name, one in found["passes"].items()), reverse=True)
    for full, tried, changed, name in rows:
        print(f"{name:40} tried {tried:5}  judged in full {full:5}  changed {changed:5}")
    for kind, one in sorted(found.get("questions", {}).items(), key=lambda item: -item[1]["seconds"]):
        print(f"  {kind:20} asked {one['asked']:6}  {one['seconds']:8.2f} s  {1000 * one['seconds'] / max(1, one['asked']):8.2f} ms each")
    full, tried, changed = (sum(row[at] for row in rows) for at in range(3))
    # Processes that end with the campaign tell nobody what they took.
    seconds += found["subject_seconds"]
    print(f"{runs} runs: {tried} applications, {changed / max(1, tried):.0%} changed their module, {full} judged in full in {seconds:.1f} s: "
          f"{full / seconds:.1f}/s; {found['subject_seconds']:.1f} s in TVM's process")
    return 0


def main() -> int:
    if sys.argv[1] == "--passes":
        given = sys.argv[4:]
        runs, seed, target = given + ["40", "1", ""][len(given):]
        return measure_passes(sys.argv[2], sys.argv[3], runs, seed, *(["--target", target] if target else []))
    assay, python = sys.argv[1:3]
    count, seed = int((sys.argv[3:] or ["40"])[0]), (sys.argv[4:] or ["1"])[0]
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([assay, "gen", "--count", str(count), "--seed", seed, "--out", folder], check=True, capture_output=True)
        files = python_says(python, SOUND, sorted(str(path) for path in pathlib.Path(folder).glob("*.py")))
        bare = judging = whole = inside = 0.0
        for share in range(SHARES):
            part = files[share::SHARES]
            bare += float(python_says(python, BARE, part)[-1])
            judged, campaign, subject = assay_seconds(assay, python, part)
            judging, whole, inside = judging + judged, whole + campaign, inside + subject
    outside, ratio = 1 - inside / whole, bare / judging
    print(f"{len(files)} modules: bare loop {bare:.1f} s, judged by assay in {judging:.1f} s ({ratio:.2f} times the bare rate); "
          f"campaigns took {whole:.1f} s, {outside:.1%} of that outside TVM")
    return 0 if outside <= MOST_OUTSIDE and ratio >= LEAST_RATIO else 1


if __name__ == "__main__":
    sys.exit(main())
