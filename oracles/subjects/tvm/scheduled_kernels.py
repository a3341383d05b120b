"""Runs the kernels of networks as TVM schedules them for a GPU on assay's engines, and compares with the kernels before they were scheduled:
as dlight leaves them, behind the passes of TVM that make one launch of each and place its barriers, behind LowerThreadAllreduce, and with
shared memory merged. Threads run in several orders: where one gives another result, the kernel has a race.

    PYTHON oracles/subjects/tvm/scheduled_kernels.py [--assay build/dev/assay] [MODULE.py ...]

PYTHON has TVM 0.26 or 0.27 and numpy. Without modules: those of corpus/networks. For each kernel how far each form is from the first; what an
engine refuses or traps on differs."""
from __future__ import annotations

import argparse
import collections
import pathlib
import re
import subprocess
import sys
import tempfile
from typing import Any

import numpy as np

# Relative to the greatest number that is computed; a dtype that is not here is compared to the bit.
BOUNDS = {"float64": 1e-10, "float32": 1e-4, "float16": 2e-2}
# Engine, and the order of its threads.
WAYS = [("vm-llvm", ""), ("tir-reference", "forward"), ("tir-reference", "reverse"), ("tir-reference", "random")]
# Behind LowerThreadAllreduce lanes of the first warp that stand for no warp read a register that nothing wrote (docs/semantics.md, "reductions
# across warps"); the reference looks for that.
UNWRITTEN = "read_before_write"
UNWRITTEN_IN = {"reduced", "merged"}
Result = list["np.ndarray[Any, Any]"] | str


def without_hints(func: Any, name: str) -> Any:
    """TVM's LowerOpaqueBlock puts hints about a loop in front of it, where its variable is not defined, as TVM's own checker says, too."""
    import tvm
    schedule = tvm.s_tir.Schedule(tvm.IRModule({name: func}))
    schedule.work_on(name)
    for block in schedule.get_child_blocks(schedule.get_sblock("root")):
        for loop in schedule.get_loops(block):
            for key in [key for key in schedule.get(loop).annotations if key.startswith("pragma_")]:
                schedule.unannotate(loop, key)
    return schedule.mod[name]


def forms_of(text: str) -> dict[str, dict[str, str]]:
    """Of each kernel, by name, its text in each form, in their order."""
    import tvm
    steps, target = tvm.s_tir.transform, tvm.target.Target({"kind": "cuda", "arch": "sm_80", "thread_warp_size": 32})
    from tvm.s_tir import dlight
    rules = dlight.gpu
    relax = tvm.relax.transform
    module = tvm.transform.Sequential([relax.LegalizeOps(), relax.AnnotateTIROpPattern(), relax.FuseOps(), relax.FuseTIR()])(
        tvm.script.from_source(re.sub(r"(?m)^(?=from |import )", "# ", text)))
    with target:
        scheduled = dlight.ApplyDefaultSchedule(
            rules.Matmul(), rules.GEMV(), rules.Reduction(), rules.GeneralReduction(), rules.Transpose(), rules.Fallback())(module)
    launch = tvm.transform.Sequential([
        tvm.tirx.transform.BindTarget(target), steps.LowerCrossThreadReduction(), steps.LowerInitBlock(),
        steps.PlanAndUpdateBufferAllocationLocation(), steps.ConvertBlocksToOpaque(), steps.LiftThreadBinding(),
        steps.CompactBufferAllocation(), steps.UnifyThreadBinding(), steps.LowerMatchBuffer(), steps.LowerOpaqueBlock(),
        tvm.tirx.transform.FlattenBuffer(), steps.InjectVirtualThread(), steps.ThreadSync("shared"), steps.ThreadSync("shared.dyn")])
    found: dict[str, dict[str, str]] = {}
    for var, before in module.functions.items():
        if not isinstance(before, tvm.tirx.PrimFunc):
            continue
        name = var.name_hint
        alone = [tvm.IRModule({name: func.with_attr("global_symbol", name)}) for func in (before, without_hints(scheduled[name], name))]
        launched = launch(alone[1])
        reduced = steps.LowerThreadAllreduce()(launched)
        forms = {"before": alone[0], "scheduled": alone[1], "launched": launched, "reduced": reduced,
                 "merged": steps.MergeSharedMemoryAllocations()(reduced)}
        found[name] = {form: made.script() for form, made in forms.items()}
    return found


def run(assay: str, folder: pathlib.Path, text: str, name: str, engine: str, order: str) -> Result:
    """What it computes from inputs that its signature and the seed give; or why nothing."""
    (folder / "kernel.py").write_text(text)
    command = [assay, "run", str(folder / "kernel.py"), "--entry", name, "--engine", engine, "--outputs", str(folder / "out.npz")]
    done = subprocess.run(command + (["--thread-order", order] if order else []), capture_output=True, text=True, check=False)
    if done.returncode != 0:
        said = [line for line in done.stderr.splitlines() if "error" in line or "trap" in line] or done.stderr.splitlines() or [""]
        return said[0].partition("kernel.py")[2].partition(": ")[2] or said[0]
    return list(np.load(folder / "out.npz").values())


def differs(want: Result, got: Result) -> str:
    """Where, in words; empty where the results agree."""
    if isinstance(want, str) or isinstance(got, str):
        return "" if type(want) is type(got) else f"{want if isinstance(want, str) else 'a value'} became {got if isinstance(got, str) else 'a value'}"
    for i, (a, b) in enumerate(zip(want, got)):
        bound = BOUNDS.get(str(a.dtype), 0.0)
        known = np.isfinite(a.astype("float64")) if bound else np.ones(a.shape, bool)
        far = np.abs(a[known].astype("float64") - b[known].astype("float64"))
        most = float(far.max(initial=0.0) / max(1.0, float(np.abs(a[known].astype("float64")).max(initial=0.0))))
        same = a.shape == b.shape and most <= bound and bool((np.isnan(a) == np.isnan(b)).all() if bound else True)
        if not same:
            return f"result {i} by {most:.1e}"
    return ""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--assay", default="build/dev/assay")
    parser.add_argument("modules", nargs="*", type=pathlib.Path)
    args = parser.parse_args()
    root = pathlib.Path(__file__).resolve().parents[3]
    counts: collections.Counter[str] = collections.Counter()
    for path in args.modules or sorted((root / "corpus" / "networks").glob("*.py")):
        try:
            kernels = forms_of(path.read_text())
        except Exception as error:  # TVM's own failures are of many types, and are counted.
            counts["not scheduled by TVM"] += 1
            print(f"{path.name}: TVM: {str(error).strip().splitlines()[-1]}")
            continue
        for name, forms in kernels.items():
            with tempfile.TemporaryDirectory() as folder:
                want = run(args.assay, pathlib.Path(folder), forms["before"], name, "tir-reference", "")
                counts["kernels"] += 1
                for form, text in forms.items():
                    for engine, order in WAYS:
                        got = run(args.assay, pathlib.Path(folder), text, name, engine, order)
                        difference = differs(want, got)
                        counts["runs"] += 1
                        if isinstance(got, str) and UNWRITTEN in got and form in UNWRITTEN_IN:
                            counts["unwritten"] += 1
                            continue
                        counts["differ"] += bool(difference)
                        if difference:
                            print(f"{path.name}, {name}, {form}, {engine} {order}: {difference}")
    print(f"{counts['kernels']} kernels, {counts['runs']} runs, {counts['differ']} that differ; {counts['unwritten']} read what no lane "
          f"wrote; {counts['not scheduled by TVM']} modules not scheduled by TVM")
    return 1 if counts["differ"] else 0


if __name__ == "__main__":
    sys.exit(main())
