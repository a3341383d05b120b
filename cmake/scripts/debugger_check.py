"""Runs gdb and lldb on tests of a build with full debug information, and looks at what they show of nodes, names and dtypes.

Usage: debugger_check.py BUILD   (cmake --preset debug && ninja -C build/debug text_test vm_test; apt-get install gdb lldb-19)

No part of the tests: it needs both debuggers. Exit codes: 0 all is shown, 1 something is not, 4 no debugger or no build.
"""
import pathlib
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]

# Program, test, function to stop in, expression or assay-dump command, pattern of what the debugger has to show.
STOPS = [
    ("text_test", "DumpTest.ScriptOfNodesThatStandAlone", "assay::DumpText", "p node", r"For at 0x|0x\w+ For"),
    ("text_test", "DumpTest.ScriptOfNodesThatStandAlone", "assay::DumpText", "assay-dump node", r"for i in range\(4\):"),
    ("vm_test", "PrintToTest.NamesKindsAndDtypes", "assay::DTypeName", "p dtype", r"= float16"),
    ("text_test", "DumpTest.ScriptOfNodesThatStandAlone", "assay::Printer::Hint", "p name", r'= "\w+"'),
]


def gdb(program: pathlib.Path, test: str, function: str, command: str) -> str:
    lines = [f"source {ROOT / 'cmake/debug/gdb.py'}", "set breakpoint pending on", f"break {function}", "run", command]
    return run(["gdb", "-q", "-batch", "-nx", *sum((["-ex", line] for line in lines), []), "--args", str(program), f"--gtest_filter={test}"])


def lldb(program: pathlib.Path, test: str, function: str, command: str) -> str:
    # Functions that return strings have a tag behind their names.
    name = function.rsplit("::", 1)[-1] + r"(\[abi:cxx11\])?[(]"
    shown = re.sub("^p ", "frame variable ", command)
    lines = [f"command script import {ROOT / 'cmake/debug/lldb.py'}", f"breakpoint set -r {name}", "run", shown]
    return run(["lldb-19", "-b", "-x", *sum((["-o", line] for line in lines), []), "--", str(program), f"--gtest_filter={test}"])


def run(command: list[str]) -> str:
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=300)
    return done.stdout + done.stderr


def main() -> int:
    if len(sys.argv) != 2:
        print(__doc__.strip(), file=sys.stderr)
        return 2
    build = pathlib.Path(sys.argv[1]).resolve()
    missing = [name for name in ("gdb", "lldb-19") if shutil.which(name) is None]
    missing += [str(build / name) for name in sorted({stop[0] for stop in STOPS}) if not (build / name).exists()]
    if missing:
        print(f"debugger_check: not found: {', '.join(missing)}", file=sys.stderr)
        return 4
    failed = 0
    for name, debugger in (("gdb", gdb), ("lldb", lldb)):
        for program, test, function, command, wanted in STOPS:
            shown = debugger(build / program, test, function, command)
            good = re.search(wanted, shown) is not None
            failed += not good
            print(f"{name}: {command} in {function}: {'ok' if good else f'expected {wanted!r}, got:'}")
            if not good:
                print("\n".join("    " + line for line in shown.splitlines()[-30:]))
    print(f"{2 * len(STOPS) - failed} of {2 * len(STOPS)} shown")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
