"""Sends modules through the same pass over kernels of a real TVM and of assay, and compares what comes out.

Usage: python kernel_passes.py DIR --assay ASSAY [--passes NAME,…] [--json]     (a Python that imports tvm 0.26)

DIR holds TVMScript files as `assay gen --profile tir` writes them, or with --bare-kernels. Each is brought to where the pass stands (BEFORE) by TVM
and written as text, from which both start. Structural share: kernels whose text is the same, read and written by assay both.
Behavioural share: modules whose `main` gives the same bits on assay's tree walker, of those that both changed or left alone.
What one side refuses is counted, and the first difference of each pass is named by file.

Exit codes: 0 all behave alike, 1 a module does not, 2 usage, 3 no files, 4 no TVM.
"""
import argparse
import collections
import json
import pathlib
import re
import subprocess
import sys
import tempfile

OPAQUE = ["LowerInitBlock", "ConvertBlocksToOpaque", "LowerMatchBuffer"]
PLAIN = OPAQUE + ["LowerOpaqueBlock"]
FLAT = PLAIN + ["FlattenBuffer"]
BEFORE = {
    "LowerInitBlock": [], "ConvertBlocksToOpaque": OPAQUE[:1], "LowerMatchBuffer": OPAQUE[:2], "LowerOpaqueBlock": OPAQUE,
    "FlattenBuffer": PLAIN, "StmtSimplify": PLAIN, "RemoveNoOp": PLAIN, "UnrollLoop": PLAIN, "VectorizeLoop": PLAIN,
    "HoistIfThenElse": PLAIN, "RewriteUnsafeSelect": PLAIN, "CommonSubexprElim": PLAIN, "RenormalizeSplitPattern": PLAIN,
    "HoistExpression": PLAIN, "LoopPartition": PLAIN, "StorageRewrite": FLAT, "NarrowDataType": FLAT,
    "ForceNarrowIndexToInt32": [], "PlanAndUpdateBufferAllocationLocation": OPAQUE[:1],
    "LiftThreadBinding": ["bind"] + OPAQUE[:2], "UnifyThreadBinding": ["bind"] + OPAQUE[:2],
    "BF16ComputeLegalize": FLAT, "FP8ComputeLegalize": FLAT, "BF16StorageLegalize": FLAT, "FP8StorageLegalize": FLAT,
    "CompactBufferAllocation": [OPAQUE[0], "PlanAndUpdateBufferAllocationLocation", OPAQUE[1]],
}
# What TVM's maker takes, and how the same is said to assay and to TVM's PassContext.
ARGUMENTS = {"VectorizeLoop": [True], "NarrowDataType": [32]}
OPTIONS = {"LoopPartition": '{"partition_const_loop": true}'}
CONFIG = {"s_tir.LoopPartition": {"partition_const_loop": True}}
SECONDS = 60


def pass_of(name):
    from tvm import s_tir, tirx
    maker = getattr(tirx.transform, name, None) or getattr(s_tir.transform, name)
    return maker(*ARGUMENTS.get(name, []))


def bind(module):
    """Binds the outermost loop of each block to blocks of threads and the innermost one to threads, where TVM's schedules do."""
    from tvm import s_tir, tirx
    schedule = s_tir.Schedule(module)
    for var, func in module.functions_items():
        if not isinstance(func, tirx.PrimFunc) or "root" not in func.script():
            continue
        schedule.work_on(var.name_hint)
        for block in schedule.get_child_blocks(schedule.get_sblock("root")):
            loops = schedule.get_loops(block)
            for loop, thread in [(loops[0], "blockIdx.x"), (loops[-1], "threadIdx.x")] if len(loops) > 1 else []:
                try:
                    schedule.bind(loop, thread)
                except s_tir.ScheduleError:
                    pass
    return schedule.mod


def apply(names, module):
    import tvm
    with tvm.transform.PassContext(opt_level=2, config=CONFIG), tvm.target.Target("llvm"):
        for name in names:
            module = bind(module) if name == "bind" else pass_of(name)(module)
    return module


class Assay:
    def __init__(self, program, folder):
        self.program, self.folder = program, pathlib.Path(folder)

    def call(self, *words, text):
        path = self.folder / "module.py"
        path.write_text(text)
        done = subprocess.run([self.program, words[0], path, *words[1:]], capture_output=True, text=True, timeout=SECONDS)
        return done.stdout if done.returncode == 0 else None

    def opt(self, name, text):
        return self.call("opt", "--passes", name + OPTIONS.get(name, ""), text=text)

    def print(self, text):
        return self.call("print", text=text)

    def run(self, text):
        return self.call("run", "--engine", "tir-reference", "--seed", "1", "--json", text=text)


def kernels_of(text):
    """The kernels of a printed module by name."""
    parts = re.split(r"(?m)^    (?=@)", text or "")
    return {re.search(r"def (\w+)", part).group(1): part.rstrip() for part in parts if part.startswith("@T.prim_func")}


def compare(assay, name, path, counts, examples):
    import tvm.script
    try:
        module = apply(BEFORE[name], tvm.script.from_source(path.read_text(), check_well_formed=False))
        before = module.script(show_meta=False)
        if "metadata[" in before or assay.print(before) is None:
            raise ValueError
    except Exception:
        counts["left out"] += 1
        return
    ours = assay.opt(name, before)
    try:
        theirs = assay.print(apply([name], tvm.script.from_source(before, check_well_formed=False)).script(show_meta=False))
    except Exception:
        theirs = None
    if ours is None or theirs is None:
        counts["assay refuses" if theirs else "TVM refuses, or its text is not read" if ours else "both refuse"] += 1
        return
    mine, other = kernels_of(assay.print(ours)), kernels_of(theirs)
    same = sum(1 for kernel in mine if mine[kernel] == other.get(kernel))
    counts["kernels"] += len(mine)
    counts["same text"] += same
    got, want = assay.run(ours), assay.run(theirs)
    if got is None or want is None:
        counts["not run"] += 1
        return
    counts["modules"] += 1
    counts["same results"] += got == want
    if got != want:
        examples.append((name, path.name, "results"))
    elif same < len(mine) and not any(e[0] == name for e in examples):
        examples.append((name, path.name, "text"))


def say(name, counts):
    said = {key: value for key, value in counts.items() if key not in ("kernels", "same text", "modules", "same results")}
    print(f"{name:24} text {counts['same text']:4} of {counts['kernels']:4} kernels   results {counts['same results']:4} of "
          f"{counts['modules']:4} modules   {said or ''}", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("dir")
    parser.add_argument("--assay", required=True)
    parser.add_argument("--passes", default=",".join(BEFORE))
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    try:
        import tvm
    except ImportError:
        print("no TVM in this Python: ./dev tvm 0.26 makes one that has it", file=sys.stderr)
        return 4
    files = sorted(pathlib.Path(options.dir).glob("*.py"))
    unknown = [name for name in options.passes.split(",") if name not in BEFORE]
    if not files or unknown:
        print(f"no pass is called {unknown[0]}" if unknown else f"{options.dir} has no modules", file=sys.stderr)
        return 2 if unknown else 3
    rows, examples = {}, []
    with tempfile.TemporaryDirectory() as folder:
        assay = Assay(options.assay, folder)
        for name in options.passes.split(","):
            rows[name] = collections.Counter()
            for path in files:
                compare(assay, name, path, rows[name], examples)
            if not options.json:
                say(name, rows[name])
    if options.json:
        print(json.dumps({"tvm": tvm.__version__, "passes": rows, "examples": examples}))
    else:
        for name, file, what in examples:
            print(f"{name}: {file} differs in {what}")
    return 0 if all(counts["same results"] == counts["modules"] for counts in rows.values()) else 1


if __name__ == "__main__":
    sys.exit(main())
