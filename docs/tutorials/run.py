"""Runs the commands of the tutorials, page by page, as they are written, and says which of them ends otherwise than its page says.

  python3 docs/tutorials/run.py [--assay PROGRAM] [--tvm PYTHON] [PAGE.md ...]

A command is a line that begins with "$ " in a block of ```console. It ends with exit code 0, or with what a comment behind it says:
"# exits with 1". With --assay, that program stands in for ./dev, and pages that need a real TVM are left out unless --tvm names a Python
that has one. Everything is written to a folder that goes when the script ends. The last line counts pages: "5 passed, 0 failed, 0 skipped".
"""
import argparse
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGES = ROOT / "docs/tutorials"
MOST_COMMANDS = 5
SECONDS = 1800


def commands_of(page: pathlib.Path) -> list[tuple[str, int]]:
    """The commands of a page, each with the exit code that it ends with."""
    commands = []
    for block in re.findall(r"```console\n(.*?)```", page.read_text(), re.S):
        for line in block.splitlines():
            if not line.startswith("$ "):
                continue
            command, _, comment = line[2:].partition("  # ")
            ends = re.match(r"exits with (\d+)", comment)
            commands.append((command.strip(), int(ends[1]) if ends else 0))
    return commands


def rewritten(command: str, options: argparse.Namespace, scratch: pathlib.Path) -> str:
    """The command for another program, TVM and output folder than the page's."""
    if options.assay:
        command = re.sub(r"(?<!\S)\./dev (?:faults )?(?=\w)", f"{options.assay} ", command)
    if options.tvm:
        command = command.replace("tvm:0.27", f"tvm@{options.tvm}").replace(".venv/tvm-0.27/bin/python", str(options.tvm))
    return re.sub(r"(?<![\w/])out/", f"{scratch}/", command)


def needs_tvm(commands: list[tuple[str, int]]) -> bool:
    return any("tvm" in command for command, _ in commands)


def run_page(page: pathlib.Path, options: argparse.Namespace) -> str:
    """"passed", "skipped", or what went wrong."""
    commands = commands_of(page)
    if not 0 < len(commands) <= MOST_COMMANDS:
        return f"has {len(commands)} commands: expected 1 to {MOST_COMMANDS}"
    if needs_tvm(commands) and options.assay and not options.tvm:
        return "skipped"
    with tempfile.TemporaryDirectory(prefix="assay-tutorial-") as scratch:
        for command, ends in commands:
            if options.tvm and re.match(r"\./dev tvm\b", command):
                continue
            line = rewritten(command, options, pathlib.Path(scratch))
            print(f"$ {line}", flush=True)
            done = subprocess.run(line, shell=True, cwd=ROOT, timeout=SECONDS, check=False)
            if done.returncode != ends:
                return f"'{line}' ended with {done.returncode}: expected {ends}"
    return "passed"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--assay", type=pathlib.Path)
    parser.add_argument("--tvm", type=pathlib.Path)
    parser.add_argument("pages", nargs="*", type=pathlib.Path)
    options = parser.parse_args()
    pages = options.pages or sorted(path for path in PAGES.glob("*.md") if path.name != "README.md")
    results = {}
    for page in pages:
        print(f"==== {page.name}", flush=True)
        results[page.name] = run_page(page, options)
        print(f"==== {page.name}: {results[page.name]}", flush=True)
    passed, skipped = list(results.values()).count("passed"), list(results.values()).count("skipped")
    print(f"{passed} passed, {len(results) - passed - skipped} failed, {skipped} skipped")
    return 0 if passed + skipped == len(results) else 1


if __name__ == "__main__":
    sys.exit(main())
