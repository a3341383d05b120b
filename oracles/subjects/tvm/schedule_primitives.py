"""Applies schedules by a real TVM and by assay, and compares what comes out.

Usage: python schedule_primitives.py FILE… --assay ASSAY [--json]     (a Python that imports tvm 0.26)

FILEs are golden texts of schedule primitives (passes/testdata/schedule/*.py): a line `# RUN: ApplySchedule{"trace": "…"}`, a module, and
behind `# ---` what is expected. TVM's Schedule applies the same primitives to the same module. Where both take them, `main` must give
the same bits on assay's reference interpreter; the share of kernels with the same text is reported. What one side refuses is counted
and named: assay refuses more, since its primitives keep every bit.

Exit codes: 0 all behave alike or it is known why not, 1 a module does not, 2 usage, 3 no files, 4 no TVM.
"""
from __future__ import annotations

import argparse
import collections
import json
import pathlib
import re
import sys
import tempfile

from schedules import scheduled
from tir_passes import Assay, explanation


def read(path: pathlib.Path) -> tuple[str, str] | None:
    """(trace, module) of a golden text; None for another one."""
    given = path.read_text().split("# ---\n")[0]
    run = re.match(r'# RUN: ApplySchedule(\{.*\})\n', given)
    return (json.loads(run.group(1))["trace"], given) if run else None


def by_tvm(trace: str, text: str) -> str:
    import tvm.script
    return str(scheduled(trace, tvm.script.from_source(text)).script(show_meta=False))


def compare(assay: Assay, path: pathlib.Path, counts: dict[str, collections.Counter[str]], notes: list[str]) -> None:
    given = read(path)
    assert given is not None, f"{path} is no golden text of schedules"
    trace, text = given
    last = re.findall(r"\A\w+", trace.splitlines()[-1])[0]
    row = counts[last]
    schedule = pathlib.Path(assay.folder) / "trace.txt"
    schedule.write_text(trace + "\n")
    done = assay.call("opt", "--schedule", schedule, text=text)
    ours = done.stdout if done.returncode == 0 else None
    try:
        theirs, why = by_tvm(trace, assay.print(text) or ""), ""
    except Exception as error:  # whatever TVM says no with
        said = re.findall(r"(?:Error|error): (.*)", str(error)) or [type(error).__name__]
        theirs, why = None, said[-1]
    if ours is None or theirs is None:
        who = "both refuse" if ours is None and theirs is None else "assay alone refuses" if ours is None else "TVM alone refuses"
        row[who] += 1
        if who != "both refuse":
            notes.append(f"{path.name}: {who} {why}")
        return
    row["taken"] += 1
    row["same text"] += assay.print(ours) == assay.print(theirs)
    got, want = assay.run(ours), assay.run(theirs)
    same = got == want and '"outcome":"value"' in got
    if same:
        row["same results"] += 1
        return
    why = explanation(f"ApplySchedule-{last}", f"{text}{theirs}{want}")
    row["explained" if why else "other results"] += 1
    notes.append(f"{path.name}: other results" + (f" ({why})" if why else ""))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", type=pathlib.Path)
    parser.add_argument("--assay", required=True)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    try:
        import tvm
    except ImportError:
        print("no TVM in this Python: ./dev tvm 0.26 makes one that has it", file=sys.stderr)
        return 4
    files = [path for path in options.files if path.is_file() and read(path)]
    if not files:
        print("no golden texts of schedules", file=sys.stderr)
        return 3
    counts: dict[str, collections.Counter[str]] = collections.defaultdict(collections.Counter)
    notes: list[str] = []
    with tempfile.TemporaryDirectory() as folder:
        assay = Assay(options.assay, folder)
        for path in files:
            compare(assay, path, counts, notes)
    if options.json:
        print(json.dumps({"tvm": tvm.__version__, "steps": counts, "notes": notes}))
    else:
        for name, row in sorted(counts.items()):
            print(f"{name:24} {dict(row)}")
        print(*notes, sep="\n")
    return 1 if any(row["other results"] for row in counts.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
