"""Judges generated modules from outside: are they read, well-formed, and written back the same by a real TVM?

Usage: python validity.py DIR [--json]     (any Python that imports tvm 0.26; `./dev tvm 0.26` makes one)

DIR holds TVMScript files as `assay gen` writes them. For each file: read by tvm.script.from_source, judged by
relax.analysis.well_formed (TIR functions by their own checks), written by script(), compared with the file.
Failures are grouped by their cause, with the first file of each group.
"""
import argparse
import collections
import difflib
import json
import pathlib
import re
import sys


def first_line(error):
    """What an exception says first (a parser's diagnostic) or last, numbers removed so that like causes group."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()] or [type(error).__name__]
    said = lines[0] if lines[0].startswith("error:") else lines[-1]
    return re.sub(r"0x[0-9a-f]+|\d+", "N", said)[:160]


def well_formed(module):
    """None, or why TVM calls the module ill-formed."""
    from tvm import relax, tirx

    try:
        relax.analysis.well_formed(module)
        for func in module.functions.values():
            if isinstance(func, tirx.PrimFunc):
                tirx.analysis.verify_well_formed(func)
    except Exception as error:  # TVM throws the first violation
        return first_line(error)
    return None


def first_difference(ours, theirs):
    for line in difflib.unified_diff(ours.splitlines(), theirs.splitlines(), lineterm="", n=0):
        if line[:1] in "+-" and line[:3] not in ("+++", "---"):
            return re.sub(r"\d+", "N", line.strip())[:120]
    return "white space"


def judge(path):
    """(stage that failed or None, cause)."""
    import tvm

    text = path.read_text()
    try:
        module = tvm.script.from_source(text, check_well_formed=False)
    except BaseException as error:  # the parser reports by raising various kinds
        return "read", first_line(error)
    why = well_formed(module)
    if why is not None:
        return "well_formed", why
    written = module.script()
    if written.rstrip() != text.rstrip():
        return "same", first_difference(text, written)
    return None, None


def main():
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
    failures = {"read": collections.defaultdict(list), "well_formed": collections.defaultdict(list),
                "same": collections.defaultdict(list)}
    for path in files:
        stage, cause = judge(path)
        if stage:
            failures[stage][cause].append(path.name)
    count = {stage: sum(map(len, causes.values())) for stage, causes in failures.items()}
    read = len(files) - count["read"]
    result = {"tvm": tvm.__version__, "modules": len(files), "read": read,
              "well_formed": read - count["well_formed"], "same": read - count["well_formed"] - count["same"],
              "failures": failures}
    if args.json:
        print(json.dumps(result))
    else:
        print(f"TVM {tvm.__version__}: read {read} of {len(files)}, well-formed {result['well_formed']} of {read} read, "
              f"written back the same {result['same']} of {read}")
        for stage, causes in failures.items():
            for cause, names in sorted(causes.items(), key=lambda item: -len(item[1])):
                print(f"  {stage}: {len(names)} x {cause}  ({names[0]})")
    return 1 if count["well_formed"] else 0


if __name__ == "__main__":
    sys.exit(main())
