"""Applies schedules by a real TVM and by assay, and compares what comes out.

Usage: python schedule_steps.py FILE… --assay ASSAY [--json]     (a Python that imports tvm 0.26)

FILEs are golden texts of steps (passes/testdata/schedule/*.py): a line `# RUN: ApplySchedule{"trace": "…"}`, a module, and
behind `# ---` what is expected. TVM's Schedule does the same steps on the same module. Where both take them, `main` must give
the same bits on assay's tree walker; the share of kernels with the same text is reported. What one side refuses is counted
and named: assay refuses more, since its steps keep every bit.

Exit codes: 0 all behave alike or it is known why not, 1 a module does not, 2 usage, 3 no files, 4 no TVM.
"""
import argparse
import collections
import json
import pathlib
import re
import sys
import tempfile

from kernel_passes import Assay, explanation


def read(path):
    """(trace, module) of a golden text; None for another one."""
    given = path.read_text().split("# ---\n")[0]
    run = re.match(r'# RUN: ApplySchedule(\{.*\})\n', given)
    return (json.loads(run.group(1))["trace"], given) if run else None


def arguments(text):
    """Of a step: names, numbers, lists and texts."""
    quoted = re.sub(r'(?<![\w"])([A-Za-z_]\w*)(?!["\w])', lambda m: m.group(0) if m.group(0) == "None" else f'"{m.group(0)}"', text)
    return eval(f"[{quoted}]", {})  # names and numbers of our own golden texts


def layout(factors, order):
    """The index map of transform_layout."""
    def mapped(*indices):
        axes = []
        for index, factor in zip(indices, factors):
            axes += [index] if factor in (None, 1) else [index // factor, index % factor]
        return [axes[i] for i in order]
    names = ", ".join(f"i{i}" for i in range(len(factors)))
    return eval(f"lambda {names}: mapped({names})", {"mapped": mapped})  # TVM counts the parameters


class Steps:
    """Steps by name, on TVM's Schedule."""

    def __init__(self, module):
        from tvm import s_tir
        self.schedule = s_tir.Schedule(module)

    def block(self, name):
        return self.schedule.get_sblock(name)

    def loop(self, block, number):
        return self.schedule.get_loops(self.block(block))[number]

    def apply(self, name, args):
        getattr(self, name)(*args)

    def split(self, block, number, factors):
        self.schedule.split(self.loop(block, number), factors)

    def fuse(self, block, number):
        self.schedule.fuse(self.loop(block, number), self.loop(block, number + 1))

    def reorder(self, block, order):
        loops = self.schedule.get_loops(self.block(block))[-len(order):]
        self.schedule.reorder(*[loops[i] for i in order])

    def tile(self, block, factors):
        y, x = self.schedule.get_loops(self.block(block))[-2:]
        x_outer, x_inner = self.schedule.split(x, [None, factors[1]])
        y_outer, y_inner = self.schedule.split(y, [None, factors[0]])
        self.schedule.reorder(y_outer, x_outer, y_inner, x_inner)

    def parallel(self, block, number):
        self.schedule.parallel(self.loop(block, number))

    def vectorize(self, block, number):
        self.schedule.vectorize(self.loop(block, number))

    def unroll(self, block, number):
        self.schedule.unroll(self.loop(block, number))

    def bind(self, block, number, thread):
        self.schedule.bind(self.loop(block, number), thread)

    def compute_inline(self, block):
        self.schedule.compute_inline(self.block(block))

    def reverse_compute_inline(self, block):
        self.schedule.reverse_compute_inline(self.block(block))

    def compute_at(self, block, reader, number):
        self.schedule.compute_at(self.block(block), self.loop(reader, number), preserve_unit_loops=True)

    def reverse_compute_at(self, block, maker, number):
        self.schedule.reverse_compute_at(self.block(block), self.loop(maker, number), preserve_unit_loops=True)

    def decompose_reduction(self, block, number):
        self.schedule.decompose_reduction(self.block(block), self.loop(block, number))

    def rfactor(self, block, number, axis):
        self.schedule.rfactor(self.loop(block, number), axis)

    def merge(self, block, number, other, other_number):
        self.schedule.merge(self.loop(block, number), self.loop(other, other_number))

    def cache_read(self, block, number, scope):
        self.schedule.cache_read(self.block(block), number, scope)

    def cache_write(self, block, scope):
        self.schedule.cache_write(self.block(block), 0, scope)

    def set_scope(self, block, number, scope):
        self.schedule.set_scope(self.block(block), number, scope)

    def storage_align(self, block, number, numbers):
        self.schedule.storage_align(self.block(block), number, *numbers)

    def pad_einsum(self, block, multiples):
        self.schedule.pad_einsum(self.block(block), [1 if m is None else m for m in multiples])

    def transform_layout(self, block, number, factors, order):
        self.schedule.transform_layout(self.block(block), ("write", number), layout(factors, order))


def scheduled(trace, module):
    """The module after the steps; raises what TVM refuses with."""
    steps = Steps(module)
    for line in trace.splitlines():
        if line.startswith("@"):
            steps.schedule.work_on(line[1:])
            continue
        step = re.match(r"(\w+)\((.*)\)$", line.strip())
        steps.apply(step.group(1), arguments(step.group(2)))
    return steps.schedule.mod


def by_tvm(trace, text):
    import tvm.script
    return scheduled(trace, tvm.script.from_source(text)).script(show_meta=False)


def compare(assay, path, counts, notes):
    trace, text = read(path)
    last = re.match(r"\w+", trace.splitlines()[-1]).group(0)
    row = counts[last]
    schedule = pathlib.Path(assay.folder) / "steps.txt"
    schedule.write_text(trace + "\n")
    done = assay.call("opt", "--schedule", schedule, text=text)
    ours = done.stdout if done.returncode == 0 else None
    try:
        theirs, why = by_tvm(trace, assay.print(text)), ""
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


def main():
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
    counts, notes = collections.defaultdict(collections.Counter), []
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
