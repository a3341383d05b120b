"""How modules enter a real TVM: by programs of its builders (tvm_construct.py) beside its reader of script.

  python import_speed.py ASSAY PYTHON_WITH_TVM [MODULES] [SEED]
  python import_speed.py ASSAY PYTHON_WITH_TVM FILE_OR_FOLDER...

The idea: each module goes both ways in one process, turn by turn. Shown: how many come out the same (structural equality with free
variables mapped, and text), how many have no program or are made by one way alone, by reason, and the processor time of the reader over that
of a program (writing it, compiling it, running it). Ends with 1 when a module differs, or the ratio of medians is below 10.
"""
from __future__ import annotations

import collections
import gc
import json
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time
from typing import Any

LEAST_RATIO, PROFILES = 10, ("mixed", "relax", "tir")
# Each way is gone this often, and the shortest time counts.
TURNS = 2

Outcome = dict[str, Any]


def dialect_of(python: str) -> str:
    """The form of text that this TVM reads, as knowledge.cc has it."""
    said = subprocess.run([python, "-c", "import tvm; print(tvm.__version__)"], stdout=subprocess.PIPE, text=True, check=True)
    return "0.25" if said.stdout.startswith("0.25") else "0.26"


def programs_of(assay: str, dialect: str, files: list[pathlib.Path]) -> list[Outcome]:
    found = []
    for file in files:
        answer = subprocess.run([assay, "print", str(file), "--dialect", dialect, "--matched-buffers", "--program", "--json"],
                                stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, check=False)
        if answer.returncode == 0:
            found += [{**module, "file": str(file)} for module in json.loads(answer.stdout)["modules"]]
    return found


def generated(assay: str, count: int, seed: int, folder: str) -> list[pathlib.Path]:
    files: list[pathlib.Path] = []
    for profile in PROFILES:
        out = pathlib.Path(folder) / profile
        subprocess.run([assay, "gen", "--count", str(count), "--seed", str(seed), "--profile", profile, "--out", str(out)],
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
        files += sorted(out.glob("*.py"))
    return files


# ---- in the Python that has TVM


def timed(way: Any, text: str) -> tuple[Any, float]:
    """What it makes, or the error, and how long that takes."""
    made, least = None, float("inf")
    for _ in range(TURNS):
        start = time.process_time()
        try:
            made = way(text)
        except Exception as error:  # TVM raises various kinds
            return error, time.process_time() - start
        least = min(least, time.process_time() - start)
    return made, least


def said(error: Exception) -> str:
    """The line that says what is wrong: TVM's reader shows the place behind it."""
    lines = [line for line in str(error).splitlines() if line.strip()] or [""]
    return f"{type(error).__name__}: {next((line for line in lines if line.startswith('error:')), lines[-1])[:160]}"


def first_difference(text: str, other: str) -> str:
    lines = zip(text.splitlines() + ["(nothing)"], other.splitlines() + ["(nothing)"])
    return next((f"{one.strip()[:80]} / {two.strip()[:80]}" for one, two in lines if one != two), "")


def compared(module: Outcome, read: Any, construct: Any, ffi: Any) -> Outcome:
    there, reading = timed(read, module["script"])
    outcome: Outcome = {"file": module["file"], "read": reading}
    if module["cannot"]:
        return {**outcome, "what": "no program", "why": module["cannot"]}
    here, making = timed(construct, module["program"])
    outcome["made"] = making + module["seconds"]
    if isinstance(here, Exception) or isinstance(there, Exception):
        both = isinstance(here, Exception) and isinstance(there, Exception)
        why = here if isinstance(here, Exception) else there
        what = "neither way" if both else "by the reader alone" if why is here else "by programs alone"
        return {**outcome, "what": what, "why": said(why)}
    if not ffi.structural_equal(there, here, map_free_vars=True):
        found = ffi.get_first_structural_mismatch(there, here, map_free_vars=True)
        return {**outcome, "what": "different", "why": ": ".join(str(path) for path in found or ["somewhere"])}
    difference = first_difference(there.script(), here.script())
    return {**outcome, "what": "the same, other text" if difference else "the same", "why": difference}


def measure() -> None:
    sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
    import tvm_actions
    import tvm_construct
    import tvm_ffi
    gc.disable()
    modules = json.load(sys.stdin)
    for _ in range(2):
        timed(tvm_actions.read, modules[0]["script"])
    json.dump([compared(module, tvm_actions.read, tvm_construct.made, tvm_ffi) for module in modules], sys.stdout)


# ---- the report


def show(outcomes: list[Outcome]) -> bool:
    counts = collections.Counter(one["what"] for one in outcomes)
    print(f"{len(outcomes)} modules: " + ", ".join(f"{count} {what}" for what, count in counts.most_common()))
    for what in sorted(counts):
        reasons = collections.Counter(one["why"] for one in outcomes if one["what"] == what and one["why"])
        for why, count in reasons.most_common(8):
            example = next(one["file"] for one in outcomes if one["what"] == what and one["why"] == why)
            print(f"  {what}: {count} × {why} ({example})")
    both = [one for one in outcomes if one["what"].startswith("the same")]
    if not both:
        return False
    read, made = ([one[way] * 1000 for one in both] for way in ("read", "made"))
    ratio = statistics.median(read) / statistics.median(made)
    print(f"reader {statistics.median(read):.2f} ms, program {statistics.median(made):.2f} ms (medians): {ratio:.1f} times; "
          f"sums {sum(read):.0f} and {sum(made):.0f} ms: {sum(read) / sum(made):.1f} times; "
          f"median of ratios {statistics.median(a / b for a, b in zip(read, made)):.1f} (figure {LEAST_RATIO})")
    return ratio >= LEAST_RATIO and not counts["different"]


def main() -> None:
    if sys.argv[1:] == ["--measure"]:
        return measure()
    assay, python, rest = sys.argv[1], sys.argv[2], sys.argv[3:]
    with tempfile.TemporaryDirectory() as folder:
        if rest and not rest[0].isdigit():
            files = [file for path in map(pathlib.Path, rest) for file in (sorted(path.rglob("*.py")) if path.is_dir() else [path])]
        else:
            count, seed = (int(rest[i]) if len(rest) > i else default for i, default in ((0, 100), (1, 1)))
            files = generated(assay, count, seed, folder)
        modules = programs_of(assay, dialect_of(python), files)
        answer = subprocess.run([python, __file__, "--measure"], input=json.dumps(modules), capture_output=True, text=True, check=False)
        if answer.returncode:
            sys.exit(answer.stderr[-2000:])
        outcomes = json.loads(answer.stdout)
    good = True
    for profile in PROFILES if not rest or rest[0].isdigit() else ("",):
        some = [one for one in outcomes if not profile or pathlib.Path(one["file"]).parent.name == profile]
        if profile:
            print(f"-- {profile}")
        good = show(some) and good
    sys.exit(0 if good else 1)


if __name__ == "__main__":
    main()
