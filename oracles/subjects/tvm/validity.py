"""Judges generated modules from outside: are they read, well-formed, and written back the same by a real TVM?

Usage: python validity.py DIR [--json]     (any Python that imports tvm 0.26; `./dev tvm 0.26` makes one)

DIR holds TVMScript files as `assay gen` writes them; for a Python that imports tvm 0.27, the same files as `assay print
--dialect 0.27` writes them. For each file: read by tvm.script.from_source, judged by
relax.analysis.well_formed (TIR functions by their own checks), written by script(), compared with the file.
Every failure is explained: by a known cause (CAUSES below says what and why), or else by what TVM said and the first
line that differs, which is then a bug of ours until shown otherwise. Known causes count as failures like all others.

Exit codes: 0 all figures met, 1 a figure is not met, 2 usage, 3 no files, 4 no TVM.
"""
from __future__ import annotations

import argparse
import collections
import difflib
import json
import pathlib
import re
import sys
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    import tvm

# What a failure comes from, and why where it is known.
Cause: TypeAlias = "tuple[str, str | None]"
# By stage and cause, names of files.
Failures: TypeAlias = "dict[str, collections.defaultdict[str, list[str]]]"


# What must hold: of all modules read; of those read well-formed; of those read written back the same.
FIGURES = {"read": 0.98, "well_formed": 1.00, "same": 0.97}

# (stage, pattern, cause, why). For "same" the pattern is searched in the lines that differ, ours then TVM's; for the
# other stages in what TVM said. All are limits of TVM 0.26 itself: it does not read its own text either.
CAUSES = [
    ("read", r"value has to be scalar or Tensor|expected number, got str", "special float constant",
     "TVM writes R.const(\"inf\", …) and R.const(\"nan\", …), and its parser takes numbers only"),
    ("read", r"call_py_func\(\) got an unexpected keyword argument 'ty_args'", "R.call_py_func",
     "TVM writes ty_args= for this operator, and its parser takes out_ty="),
    ("read", r"has no attribute 'inspect'", "R.inspect",
     "TVM writes these operators by their names, under which its parser does not know them"),
    ("read", r"'Var' object has no attribute '(as_ty|get_symbolic_vars)'", "scalar in a tuple type",
     "TVM writes R.Tuple(T.int64, …), and its parser takes no scalar types in R.Tuple"),
    ("read", r"alloc_tensor\(\) got an unexpected keyword argument 'ty_args'", "R.builtin.alloc_tensor in 0.27",
     "TVM 0.27 writes ty_args= for this operator, and its parser does not take it"),
    ("read", r"Cannot redefine a non-PrimType object", "dimension named like another function's in 0.27",
     "TVM 0.27 declares dimensions once for the module, and does not let another function create one of that name"),
    ("read", r"Expected the same dtype for PrimVars", "int64 dimension of a T.Buffer",
     "a quoted dimension of a parameter is made int32 before `n = T.int64()` is read; TVM's text for int64 ones is the "
     "same and is refused as well"),
    ("read", r"exceeds (maximum|minimum) of float", "float64 literal beyond float32",
     "T.float64(x) makes a float32 literal first"),
    ("read", r"unexpected keyword argument 'is_size_var'", "size variable",
     "TVM has had none since 0.26, and does not read the older text that says that a variable is one"),
    ("read", r"got `ffi.BigInt`|cannot make uint from negative", "uint64 literal from 2^63",
     "literals pass through int64"),
    ("same", r"R\.grad\.take_backward", "R.grad.take_backward",
     "TVM writes mode=\"\" for this operator, which its parser does not take"),
    ("same", r"R\.nn\.attention_var_len", "R.nn.attention_var_len",
     "TVM writes the operands in the operator's order, and its parser takes max_seqlen_q before seqstart_k"),
    ("same", r"metadata\[\"relax.expr.Constant\"\]", "constant without a text",
     "TVM writes tensors, and scalars of unsigned and short float dtypes, as references to metadata that the text leaves "
     "out; R.const of them is read but never written"),
    ("same", r"R\.Shape\(\[\]\)", "shape without dimensions",
     "R.Shape([]) is read as a shape of unknown rank"),
    ("same", r"T\.axis\.remap", "axes of a lone int64 loop",
     "T.axis.remap over `for i in range(T.int64(n))` gets an int32 begin, so that it is no longer a remap when written"),
    ("same", r"\w+\[0\]", "buffer of one element in a function without blocks",
     "TVM writes it by its bare name, which its parser does not read"),
    ("same", r"T\.max\(T\.min\(", "extent of a slice of a symbolic dimension",
     "TVM's simplifier drops a bound that assay's does not; both extents are equal"),
]


def numbers_removed(text: str) -> str:
    return re.sub(r"0x[0-9a-f]+|\d+", "N", text)[:160]


def first_line(error: BaseException) -> str:
    """What an exception says first (a parser's diagnostic) or last."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()] or [type(error).__name__]
    return lines[0] if lines[0].startswith("error:") else lines[-1]


def well_formed(module: tvm.IRModule) -> str | None:
    """None, or why TVM calls the module ill-formed."""
    from tvm import relax, tirx

    try:
        relax.analysis.well_formed(module)
        for func in module.functions.values():
            if isinstance(func, tirx.PrimFunc):
                tirx.analysis.verify_well_formed(func)
    except Exception as error:  # TVM throws the first violation
        if "TIR verifier does not support statement s_tir" in str(error):  # 0.27 verifies no blocks
            return None
        return first_line(error)
    return None


def differing_lines(ours: str, theirs: str) -> list[str]:
    lines = difflib.unified_diff(ours.splitlines(), theirs.splitlines(), lineterm="", n=0)
    return [line for line in lines if line[:1] in "+-" and line[:3] not in ("+++", "---")] or ["white space"]


def explained(stage: str, said: list[str]) -> Cause:
    """(cause, why or None)."""
    for known_stage, pattern, cause, why in CAUSES:
        if known_stage == stage and re.search(pattern, "\n".join(said)):
            return cause, why
    return numbers_removed(said[0].strip()), None


def judge(path: pathlib.Path) -> tuple[str, Cause] | tuple[None, None]:
    """(stage that failed or None, (cause, why))."""
    import tvm

    text = path.read_text()
    try:
        module = tvm.script.from_source(text, check_well_formed=False)
    except BaseException as error:  # the parser reports by raising various kinds
        return "read", explained("read", [first_line(error)])
    why = well_formed(module)
    if why is not None:
        return "well_formed", explained("well_formed", [why])
    written = module.script()
    if written.rstrip() != text.rstrip():
        return "same", explained("same", differing_lines(text, written))
    return None, None


def judge_all(files: list[pathlib.Path]) -> tuple[Failures, dict[str, str | None]]:
    failures: Failures = {stage: collections.defaultdict(list) for stage in FIGURES}
    reasons: dict[str, str | None] = {}
    for path in files:
        stage, cause = judge(path)
        if stage and cause:
            failures[stage][cause[0]].append(path.name)
            reasons[cause[0]] = cause[1]
    return failures, reasons


def summarise(files: list[pathlib.Path], failures: Failures) -> dict[str, Any]:
    count = {stage: sum(map(len, causes.values())) for stage, causes in failures.items()}
    read = len(files) - count["read"]
    sound = read - count["well_formed"]
    result = {"modules": len(files), "read": read, "well_formed": sound, "same": sound - count["same"]}
    reached = {"read": read / len(files), "well_formed": sound / max(read, 1), "same": result["same"] / max(read, 1)}
    result["met"] = all(reached[stage] >= least for stage, least in FIGURES.items())
    return result


def report(result: dict[str, Any], failures: Failures, reasons: dict[str, str | None]) -> None:
    print(f"TVM {result['tvm']}: read {result['read']} of {result['modules']}, well-formed {result['well_formed']} of "
          f"{result['read']} read, written back the same {result['same']} of {result['read']}")
    for stage, causes in failures.items():
        for cause, names in sorted(causes.items(), key=lambda item: -len(item[1])):
            print(f"  {stage}: {len(names)} x {cause}  ({names[0]})")
            print(f"      {reasons[cause] or 'not known: a bug of ours until shown otherwise'}")
    wanted = ", ".join(f"{stage} {least:.0%}" for stage, least in FIGURES.items())
    print(f"{'met' if result['met'] else 'NOT met'}: {wanted}")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("dir", type=pathlib.Path)
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    try:
        import tvm
    except ImportError as error:
        print(f"cannot import tvm: {error}; run ./dev tvm 0.26 and use its Python", file=sys.stderr)
        return 4
    files = sorted(args.dir.glob("*.py"))
    if not files:
        print(f"no *.py files in {args.dir}", file=sys.stderr)
        return 3
    failures, reasons = judge_all(files)
    result = {"tvm": tvm.__version__, **summarise(files, failures)}
    if args.json:
        print(json.dumps({**result, "failures": failures, "reasons": reasons}))
    else:
        report(result, failures, reasons)
    return 0 if result["met"] else 1


if __name__ == "__main__":
    sys.exit(main())
