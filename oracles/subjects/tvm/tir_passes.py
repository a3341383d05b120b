"""Sends kernels through the same pass of a real TVM and of assay, and compares what comes out.

Usage: python tir_passes.py CASES --assay ASSAY [--passes NAME,…] [--modules N] [--markdown FILE] [--keep DIR] [--again]

CASES is what `assay bench contracts --cases CASES` writes: for each pass golden texts of what it is given and of what assay makes of it.
TVM reads the first and applies its own pass, in a child process that may crash. Structural share: kernels whose text is the same,
written by assay both. Behavioural share: modules with one text, or whose `main` gives on assay's reference interpreter the bits that it gave
before the pass, where it gave any. Each disagreement is explained by DIFFERENCES and docs/semantics.md ("Where the real TVM differs"), or it is a bug of
one of the two until shown otherwise: --keep gets its module. Run it with a Python that imports tvm (`./dev tvm 0.26` makes one).

Exit codes: 0 all explained, 1 some are not, 2 usage, 3 no cases, 4 no TVM.
"""
from __future__ import annotations

import argparse
import collections
import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
from collections.abc import Generator
from typing import TYPE_CHECKING, Any, TypeAlias, TypedDict

if TYPE_CHECKING:
    import tvm


class Answer(TypedDict, total=False):
    """What TVM makes of a module, or what it says."""
    unread: str
    refuses: str
    after: str
    plain: str
    changed: bool


# Pass, case, and whose results differ.
Unexplained: TypeAlias = "tuple[str, pathlib.Path, str]"


# For one question; TVM's pass gets them as processor time, and takes a tenth.
SECONDS, TVM_SECONDS = 60, 1
# What TVM's maker takes, and where the options of assay's pass go in TVM's PassContext.
ARGUMENTS: dict[str, list[bool | int]] = {"VectorizeLoop": [True], "NarrowDataType": [32]}
CONFIG = {"InjectDoubleBuffer": "s_tir.InjectDoubleBuffer", "LoopPartition": "s_tir.LoopPartition"}

# ---- known differences: passes, what shows in the module before and behind TVM's pass or in what it gives, and docs/semantics.md

# Passes that simplify, that move threads, and those that give variables and buffers others.
SIMPLIFYING = "StmtSimplify HoistIfThenElse HoistExpression"
THREADS = "LiftThreadBinding UnifyThreadBinding"
MOVING = f"""{THREADS} CommonSubexprElim CompactBufferAllocation ConvertBlocksToOpaque ConvertSSA FlattenBuffer
    ForceNarrowIndexToInt32 HoistExpression HoistIfThenElse LoopPartition LowerMatchBuffer LowerOpaqueBlock NarrowDataType UnrollLoop
    VectorizeLoop"""
DIFFERENCES = [
    ("StorageRewrite", r"(\w+)_\d+ = T\.decl_buffer\(.*data=\1\.data", "results over operands"),
    (SIMPLIFYING, r"if (\w+\[\w+\] \S+ \S+):\n(.*\n){0,3} *if \1:", "conditions of memory"),
    (SIMPLIFYING, r"(\w+\[[^\]]*\]) [-/] \1|T\.Mul\(\w+, T\.float\d+\(0\.0\)\)|\* T\.float\d+\(0\.0\)", "TIR passes"),
    ("HoistIfThenElse HoistExpression", r"( +)if .*:\n\1    if .*:\n\1        .*\n\1else:", "hoisting out of loops"),
    ("PlanAndUpdateBufferAllocationLocation", "read_before_write", "allocations that move into loops"),
    (MOVING, r"(?s)T\.attr\((\w+)\.data.*pointer \1, which nothing binds", "attributes of buffers"),
    (MOVING, r"(?s)predicate=.*(pointer \w+, which nothing binds|variable \w+ is not defined)", "predicates of loads and stores"),
    (THREADS, "thread_binding", "threads"),
    ("LowerIntrin", "does not evaluate a call of 'tirx.call_(llvm_pure_intrin|pure_extern)'", "functions of LLVM"),
    ("LowerIntrin", r"variable \w+ is defined more than once", "operands written several times"),
    ("BF16ComputeLegalize FP8ComputeLegalize", "bfloat16|float8", "narrow floats in kernels"),
    ("NarrowDataType", r"a value of int32x\d+ is stored into buffer \w+ of int64", "vectors of narrowed variables"),
    ("LowerOpaqueBlock", "a (break|continue) outside a loop", "loops of one round that are left"),
    ("ApplySchedule-reverse_compute_at", "read_before_write", "readers of diagonals"),
    ("ApplySchedule-rfactor", r"(?s)T\.where.*out_of_bounds", "conditions of reductions that are split"),
    ("ApplySchedule-transform_layout", r"// (T\.int64\()?-\d", "mirrored indices"),
    ("VectorizeLoop", "predicate=", "predicates of loads and stores"),
    ("VectorizeLoop", r"variable \w+ is not defined", "values bound in vectorized loops"),
]


def explanation(name: str, words: str) -> str:
    """Why TVM does something else, "" when nobody knows."""
    return next((why for passes, pattern, why in DIFFERENCES if name in passes.split() and re.search(pattern, words)), "")


# ---- TVM's side, in a child


def shared(module: tvm.IRModule) -> tvm.IRModule:
    """The module with the second half of each kernel made the first one again, so that all is defined twice: no text can say that."""
    from tvm import tirx
    for var, func in module.functions_items():
        parts = list(func.body.seq) if isinstance(func, tirx.PrimFunc) and isinstance(func.body, tirx.SeqStmt) else []
        half = parts[:len(parts) // 2]
        if half and len(parts) % 2 == 0:
            module[var] = func.with_body(tirx.SeqStmt(half + half))
    return module


def bound(module: tvm.IRModule) -> tvm.IRModule:
    """For the host, which LowerIntrin asks for."""
    import tvm
    return tvm.tirx.transform.BindTarget(tvm.target.Target({"kind": "llvm", "host": "llvm"}))(module)


def unbound(module: tvm.IRModule) -> tvm.IRModule:
    from tvm import tirx
    for var, func in module.functions_items():
        if isinstance(func, tirx.PrimFunc):
            module[var] = func.without_attr("target") if "target" in (func.attrs or {}) else func
    return module


FIRST = {"ConvertSSA": shared, "LowerIntrin": bound}


def apply(name: str, options: dict[str, Any], module: tvm.IRModule) -> tvm.IRModule:
    import tvm
    from tvm import s_tir, tirx
    if "trace" in options:
        from schedules import scheduled
        return scheduled(options["trace"], module)
    maker = getattr(tirx.transform, name, None) or getattr(s_tir.transform, name)
    config = {CONFIG[name]: options} if name in CONFIG and options else {}
    with tvm.transform.PassContext(opt_level=2, config=config), tvm.target.Target("llvm"):
        return maker(*ARGUMENTS.get(name, []))(module)


def answer(name: str, options: dict[str, Any], text: str) -> Answer:
    """What TVM makes of a module: its text and whether it changed, or what it says."""
    import tvm.script
    import tvm_ffi
    try:
        module = FIRST.get(name, lambda m: m)(tvm.script.from_source(text, check_well_formed=False))
    except Exception as error:  # its reader raises various kinds
        return {"unread": str(error)}
    try:
        after = apply(name, options, module)
    except Exception as error:  # a refusal is an answer, whatever its type
        return {"refuses": str(error)}
    changed = not tvm_ffi.structural_equal(module, after)
    after = unbound(after)
    # The plain one says of buffers of one element where they lie.
    return {"after": after.script(show_meta=False), "plain": after.script(show_meta=False, syntax_sugar=False), "changed": changed}


def answers(name: str, cases: list[tuple[pathlib.Path, dict[str, Any], str]]) -> Generator[Answer]:
    """TVM's answers to (path, options, text), in order; another child goes on behind a case that ends one."""
    done = 0
    while done < len(cases):
        read, write = os.pipe()
        child = os.fork()
        if child == 0:
            os.close(read)
            out = os.fdopen(write, "w")
            os.dup2(os.open(os.devnull, os.O_WRONLY), 2)  # warnings
            for _, options, text in cases[done:]:
                signal.setitimer(signal.ITIMER_PROF, TVM_SECONDS)
                print(json.dumps(answer(name, options, text)), file=out, flush=True)
            os._exit(0)
        os.close(write)
        try:
            with os.fdopen(read) as lines:
                for line in lines:
                    yield json.loads(line)
                    done += 1
        finally:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
        if done < len(cases):
            yield {"refuses": "crash, or no answer in time"}
            done += 1


# ---- assay's side


class Assay:
    def __init__(self, program: str, folder: str) -> None:
        self.program, self.folder = program, pathlib.Path(folder)

    def call(self, *words: str | pathlib.Path, text: str) -> subprocess.CompletedProcess[str]:
        path = self.folder / "module.py"
        path.write_text(text)
        return subprocess.run([self.program, words[0], path, *words[1:]], capture_output=True, text=True, timeout=SECONDS)

    def print(self, text: str) -> str | None:
        done = self.call("print", text=text)
        return done.stdout if done.returncode == 0 else None

    def run(self, text: str) -> str:
        """What `main` gives, or why it gives nothing, as a line of JSON."""
        return self.call("run", "--engine", "tir-reference", "--seed", "1", "--json", text=text).stdout


def read(path: pathlib.Path) -> tuple[pathlib.Path, dict[str, Any], str, str]:
    """(path, options, before, after) of a case; after is "" where assay refuses."""
    before, _, after = path.read_text().partition("# ---\n")
    return path, json.loads(re.findall(r"\A# RUN: \w+(\{.*\})?\n", before)[0] or "{}"), before, after


def kernels_of(text: str | None) -> dict[str, str]:
    """The kernels of a printed module by name."""
    parts = re.split(r"(?m)^    (?=@)", text or "")
    return {re.findall(r"def (\w+)", part)[0]: part.rstrip() for part in parts if part.startswith("@T.prim_func")}


class Comparison:
    """Of one pass: counts, reasons of refusals, and cases that nothing explains."""

    def __init__(self, assay: Assay, name: str) -> None:
        self.assay, self.name = assay, name
        self.counts: collections.Counter[str] = collections.Counter()
        self.refusals: collections.Counter[str] = collections.Counter()
        self.explained: collections.Counter[str] = collections.Counter()
        self.unexplained: list[Unexplained] = []

    def differs(self, path: pathlib.Path, who: str, words: str) -> None:
        why = explanation(self.name, words) if who == "TVM" else ""
        if why:
            self.explained[why] += 1
        else:
            self.unexplained.append((self.name, path, who))

    def add(self, path: pathlib.Path, before: str, ours: str, theirs: Answer) -> None:
        if "after" not in theirs:
            return self.refused(theirs.get("refuses") or theirs["unread"])
        if not ours:
            self.counts["assay refuses"] += 1
            return
        text: str | None = ""
        mine, other = kernels_of(ours), kernels_of(theirs["after"])
        if mine != other:
            text = self.assay.print(theirs["plain"])
            mine, other = kernels_of(self.assay.print(ours)), kernels_of(text)
        if text is None:
            return self.refused("what it writes is not read" + (": metadata" if "metadata[" in theirs["plain"] else ""))
        alike = mine == other
        want = "" if alike else self.assay.run(before)
        if not alike and '"outcome":"value"' not in want:
            self.counts["no result before"] += 1
            return
        same = sum(1 for kernel in mine if mine[kernel] == other.get(kernel))
        self.counts.update({"modules": 1, "changed": theirs["changed"], "kernels": len(mine), "same text": same})
        self.counts["same results"] += alike or self.behaves(path, want, before, [("assay", ours), ("TVM", text)])

    def refused(self, said: str) -> None:
        reading = re.search(r"error: .*", said)
        words = "does not read: " + reading[0][7:] if reading else said.strip().splitlines()[-1]
        self.counts["refused"] += 1
        self.refusals[re.sub(r"0x[0-9a-f]+|\d+", "N", words)[:100]] += 1

    def behaves(self, path: pathlib.Path, want: str, before: str, both: list[tuple[str, str]]) -> bool:
        results = [(who, self.assay.run(after), after) for who, after in both]
        for who, result, after in results:
            if result != want:
                self.differs(path, who, before + after + result)
        return all(result == want for _, result, _ in results)


def compare(assay: Assay, name: str, folder: pathlib.Path, modules: int) -> Comparison:
    cases = [read(path) for path in sorted([*(folder / name).glob("*.py"), *folder.glob(f"{name}-TVM-*.py")])]
    made = Comparison(assay, name)
    told = answers(name, [(path, options, before) for path, options, before, _ in cases])
    for (path, _, before, after), theirs in zip(cases, told):
        made.add(path, before, after, theirs)
        if made.counts["modules"] == modules:
            break
    told.close()
    return made


# ---- report

HEAD = """# TIR passes on assay and on TVM {version}

Printed by `oracles/subjects/tvm/tir_passes.py` (its first lines say how) from what `assay bench contracts --kernels 1500 --seed 700000
--cases CASES` gives to each pass, which goes through TVM's pass of that name, too. *Text*: kernels that read the same afterwards;
*results*: modules whose results are those of before, to the bit, on both sides; assay's are so always. Differences of TVM's are
explained in `docs/semantics.md`, "Where the real TVM differs". Rows like ApplySchedule-split are single schedule primitives on both
sides, from as many kernels as it takes to draw the step hundreds of times.

| pass | modules | TVM changes | text | results | TVM refuses | notes |
|---|---|---|---|---|---|---|
"""


def share(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f} %" if whole else "–"


def notes_of(made: Comparison) -> list[str]:
    notes = [f"{why} ({count})" for why, count in sorted(made.explained.items())]
    return notes + ([f"not explained ({len(made.unexplained)})"] if made.unexplained else [])


def row(made: Comparison) -> str:
    c = made.counts
    notes = notes_of(made) + [f"refused: {why.replace('|', '/')} ({count})" for why, count in made.refusals.most_common(3)]
    return (f"| {made.name} | {c['modules']} | {share(c['changed'], c['modules'])} | {share(c['same text'], c['kernels'])} | "
            f"{share(c['same results'], c['modules'])} | {c['refused']} | {'; '.join(notes)} |\n")


def write_row(page: pathlib.Path, version: str, made: Comparison) -> None:
    """Puts the row in its place; those that the page has of other passes stay."""
    lines = page.read_text().splitlines(keepends=True) if page.exists() else []
    rows = {line.split()[1]: line for line in lines if re.match(r"\| [A-Z]", line)} | {made.name: row(made)}
    page.write_text(HEAD.format(version=version) + "".join(rows[name] for name in sorted(rows)))


def explain_again(page: pathlib.Path, made: Comparison) -> None:
    """Puts what explains the kept cases now in the place of `not explained`, where they are as many as the row says."""
    explained = "; ".join(notes_of(made))
    text = page.read_text()
    pattern = rf"(?m)^(\| {made.name} .*)not explained \({made.counts['modules']}\)"
    page.write_text(re.sub(pattern, lambda found: found[1] + explained, text))


def keep(folder: str, unexplained: list[Unexplained]) -> None:
    for name, path, who in unexplained:
        target = pathlib.Path(folder) / f"{name}-{who}-{path.name}"
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(path.read_text())


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cases", type=pathlib.Path)
    parser.add_argument("--assay", required=True)
    parser.add_argument("--passes")
    parser.add_argument("--modules", type=int, default=500)
    parser.add_argument("--markdown")
    parser.add_argument("--keep")
    parser.add_argument("--again", action="store_true", help="CASES is what --keep got: explain these anew, in the page's rows")
    options = parser.parse_args()
    try:
        import tvm
    except ImportError:
        print("no TVM in this Python: ./dev tvm 0.26 makes one that has it", file=sys.stderr)
        return 4
    there = sorted({path.name.split("-TVM-")[0] for path in options.cases.glob("*-TVM-*.py" if options.again else "*/")})
    names = options.passes.split(",") if options.passes else there
    if not there or not set(names) <= set(there):
        print(f"{options.cases} has no cases of {', '.join(sorted(set(names) - set(there))) or 'any pass'}", file=sys.stderr)
        return 3
    unexplained = []
    with tempfile.TemporaryDirectory() as folder:
        for name in names:
            made = compare(Assay(options.assay, folder), name, options.cases, options.modules)
            print(row(made), end="", flush=True)
            if options.markdown and options.again:
                explain_again(pathlib.Path(options.markdown), made)
            elif options.markdown:
                write_row(pathlib.Path(options.markdown), tvm.__version__, made)
            unexplained += made.unexplained
    for name, path, who in unexplained:
        print(f"{name}: {path.name}: {who} gives another result")
    if options.keep:
        keep(options.keep, unexplained)
    return 1 if unexplained else 0


if __name__ == "__main__":
    sys.exit(main())
