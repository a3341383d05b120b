"""Runs the commands of the tutorials, page by page, as they are written, and says which of them ends otherwise, or prints something else,
than its page says.

  python3 docs/tutorials/run.py [--assay PROGRAM] [--tvm PYTHON] [PAGE.md ...]

A command is a line that begins with "$ " in a block of ```console, and goes on in the next line behind a backslash. It ends with exit code 0,
or with what a comment behind it says: "# exits with 1". Lines below it that are no command are what it prints, all of it: "…" in a line stands for any
words, a line "…" for any lines. With --assay, that program stands in for ./dev and for build/dev/assay, its folder for build/dev, campaigns with --time end
after some runs, so that they do the same each time, golden texts are compared and not written, and pages that need a real TVM are left out unless --tvm
names a Python that has one; so are commands of a build that is not there (gdb with build/debug). What pages write to out/, findings/ and regressions/ goes to
a folder that goes when the script ends. The last line counts pages: "5 passed, 0 failed, 0 skipped". docs/guide/first_day.md is run like a tutorial. Tested by
run_test.py.
"""
import argparse
import difflib
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGES = ROOT / "docs/tutorials"
MOST_COMMANDS = 5
SECONDS = 1800


@dataclass
class Command:
    line: str
    ends: int = 0
    # What the page says that it prints; nothing where it says nothing.
    quoted: list[str] = field(default_factory=list)


def commands_of(text: str) -> list[Command]:
    """The commands of a page, each with the exit code that it ends with, and what it prints."""
    commands: list[Command] = []
    for block in re.findall(r"```console\n(.*?)```", text, re.S):
        first = len(commands)
        for line in block.replace("\\\n", "").splitlines():
            if line.startswith("$ "):
                command, _, comment = line[2:].partition("  # ")
                ends = re.match(r"exits with (\d+)", comment)
                commands.append(Command(command.strip(), int(ends[1]) if ends else 0))
            elif len(commands) > first:
                commands[-1].quoted.append(line)
    return commands


def is_as_quoted(quoted: list[str], printed: str) -> bool:
    """Whether the page says what was printed: "…" stands for any words in a line, alone for any lines."""
    pattern = "".join(r"(?:[^\n]*\n)*?" if line.strip() == "…" else re.escape(line.rstrip()).replace("…", "[^\\n]*") + r"[ ]*\n" for line in quoted)
    return re.fullmatch(pattern, printed if printed.endswith("\n") else printed + "\n") is not None


def rewritten(command: str, options: argparse.Namespace, scratch: pathlib.Path) -> str:
    """The command for another program, TVM and output folders than the page's."""
    if options.assay:
        command = re.sub(r"(?<!\S)(?:\./dev (?:faults )?|build/dev/assay )(?=\w)", f"{options.assay} ", command)
        command = re.sub(r"(?<!\S)build/dev/(?=\w)", f"{options.assay.parent}/", command)
        command = re.sub(r"(?<!\S)ASSAY_UPDATE_GOLDEN=1 ", "", re.sub(r"--time \S+", "--runs 200", command))
        command = re.sub(r"( regress .*)", rf"\1 --into {scratch}/regressions", command) if " --into " not in command else command
    if options.tvm:
        command = command.replace("tvm:0.27", f"tvm@{options.tvm}").replace(".venv/tvm-0.27/bin/python", str(options.tvm))
    # A case of the project stays where it is.
    own = re.compile(r"(?<![\w/])regressions/([\w-]+)")
    command = own.sub(lambda case: case[0] if (ROOT / case[0]).exists() else f"{scratch}/{case[0]}", command)
    return re.sub(r"(?<![\w/])(out|findings)/", rf"{scratch}/\1/", command)


def needs_tvm(commands: list[Command]) -> bool:
    return any("tvm" in command.line for command in commands)


def needs_another_build(command: Command) -> bool:
    return command.line.startswith("gdb ") and not (shutil.which("gdb") and (ROOT / "build/debug/assay").exists())


def what_is_wrong(command: Command, options: argparse.Namespace, scratch: pathlib.Path) -> str:
    """How the command ends otherwise than the page says; nothing where it does not."""
    line = rewritten(command.line, options, scratch)
    print(f"$ {line}", flush=True)
    # What stands behind a debugger's prompt is said to it.
    said = [text.removeprefix("(gdb) ") for text in command.quoted] if command.line.startswith("gdb ") else []
    done = subprocess.run(line, shell=True, cwd=ROOT, timeout=SECONDS, check=False, text=True, input="\n".join(said + [""]) if said else None,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    print(done.stdout, flush=True)
    if done.returncode != command.ends:
        return f"'{line}' ended with {done.returncode}: expected {command.ends}"
    printed = done.stdout.replace(f"{scratch}/", "")
    if command.quoted and not said and not is_as_quoted(command.quoted, printed):
        return f"'{line}' printed something else than the page says:\n" + "\n".join(
            difflib.unified_diff(command.quoted, printed.splitlines(), "page", "printed", lineterm=""))
    return ""


def run_page(page: pathlib.Path, options: argparse.Namespace) -> str:
    """"passed", "skipped", or what went wrong."""
    commands = commands_of(page.read_text())
    most = MOST_COMMANDS if page.resolve().parent == PAGES else len(commands)
    if not 0 < len(commands) <= most:
        return f"has {len(commands)} commands: expected 1 to {MOST_COMMANDS}"
    if needs_tvm(commands) and options.assay and not options.tvm:
        return "skipped"
    with tempfile.TemporaryDirectory(prefix="assay-tutorial-") as scratch:
        for command in commands:
            if options.tvm and re.match(r"\./dev tvm\b", command.line):
                continue
            if options.assay and needs_another_build(command):
                print(f"left out: {command.line}", flush=True)
                continue
            if wrong := what_is_wrong(command, options, pathlib.Path(scratch)):
                return wrong
    return "passed"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--assay", type=pathlib.Path)
    parser.add_argument("--tvm", type=pathlib.Path)
    parser.add_argument("pages", nargs="*", type=pathlib.Path)
    options = parser.parse_args()
    options.assay = options.assay and options.assay.resolve()
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
