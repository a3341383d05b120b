#!/usr/bin/env python3
"""Fails where documents or comments say what is not so: paths and names of files that do not exist, decisions by a wrong number, counts of
tables, and tests that a header names.

Paths are those that begin with a top-level folder of the project, in Markdown, in comments and in build files; names in <angle brackets>,
with `*` or `…` are patterns, and what git ignores (build/, findings/, .venv/) is not looked for. Names of files are those in `backticks` in
Markdown, and of sources in comments: each is the end of some path, is written by some program of the project (which then names it in a string),
or is another project's (OTHERS, or below its folders). Tested by scripts_test.py and house.claims_fire.

Usage: claims.py [--root FOLDER]
"""
import argparse
import pathlib
import re
import sys

import checkout

FOLDERS = ("cli", "cmake", "corpus", "docs", "fuzzers", "generators", "ir", "oracles", "passes", "regressions", "vm")
PATH = re.compile(r"(?<![\w/.:-])((?:%s)/[\w./*<>…{},-]*[\w/*>}])" % "|".join(FOLDERS))
WORDS = ("zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen "
         "twenty").split() + [f"twenty-{n}" for n in "one two three four five six seven eight nine".split()]
WORDS += ["thirty"] + [f"thirty-{n}" for n in "one two three four five six seven eight nine".split()]
# What a command writes, or a placeholder of a recipe.
MADE = ("docs/out", "regressions/what-went-wrong", "regressions/inplace-keeps-views",
        "ir/ops/my_op", "passes/relax/my_pass", "passes/tir/my_pass", "passes/testdata/my_pass",
        "oracles/checks/my_oracle")

# Names of files in Markdown, and of sources in comments.
NAMED = re.compile(r"[\w./-]*[\w-]\.(?:cc|h|def|py|pyi|md|txt|json|jsonl|cmake|sh|yml|html|toml|in)")
SOURCE = re.compile(r"(?<![\w./*-])[\w./-]*\w\.(?:cc|h|def)\b(?![*(])")
# Files of TVM, by their folders there, or as coverage of a library names them; and those that examples speak of.
OTHERS = ("src/", "python/tvm/", "legalize_ops/", "relax/transform/fuse_ops.cc", "op.cc", "int_set.cc", "_op_gradient.py",
          "foo.cc", "foo_test.cc", "mutation.jsonl")


def texts_of(root: pathlib.Path) -> dict[str, str]:
    """Documents whole, of code the comments alone."""
    texts = {}
    for name in checkout.names_of(root):
        if "testdata/" in name or name.startswith("corpus/") or not (root / name).exists():
            continue
        if name.endswith(".md"):
            texts[name] = (root / name).read_text()
        elif name.endswith((".cc", ".h", ".def")):
            comments = [line[line.index("//"):] if "//" in line and not re.search(r'"[^"]*//', line) else "" for line in (root / name).read_text().split("\n")]
            texts[name] = "\n".join(comments)
    return texts


def exists(root: pathlib.Path, path: str) -> bool:
    if any(path.startswith(made) for made in MADE) or re.search(r"[<>…{}]", path):
        return True
    path = path.rstrip(".,")
    if "*" in path:
        return any(root.glob(path))
    # A stem stands for its files, as in `passes/rewrite/copies`.
    return (root / path).exists() or any(root.glob(path + ".*"))


def wrong_paths(root: pathlib.Path, texts: dict[str, str]) -> list[str]:
    return [f"{name}:{text[:match.start()].count(chr(10)) + 1}: {match[1]} does not exist"
            for name, text in texts.items() for match in PATH.finditer(text) if not exists(root, match[1])]


def written_names(root: pathlib.Path) -> set[str]:
    """The names of files in string literals of the project's programs and scripts."""
    found: set[str] = set()
    for name in checkout.names_of(root):
        if name.endswith((".cc", ".h", ".def", ".py", ".sh", ".cmake", ".yml")) and not name.startswith("corpus/") and (root / name).exists():
            found.update(pathlib.PurePath(each).name for each in re.findall(r"[\"'`/ ]([\w./-]+\.\w+)\b", (root / name).read_text()))
    return found


def named_in(name: str, text: str) -> list[tuple[int, str]]:
    """Names of files with their lines: in code its comments alone, in Markdown `backticks` outside of fenced blocks."""
    found, fenced = [], False
    for number, line in enumerate(text.split("\n"), 1):
        if not name.endswith(".md"):
            # wrong_tests looks for tests.
            found += [(number, match) for match in SOURCE.findall(line) if not match.endswith("_test.cc")]
            continue
        fenced ^= line.lstrip().startswith("```")
        words = [] if fenced else [word for quoted in re.findall(r"`([^`]+)`", line) for word in re.split(r"[\s\"'=:,;()\[\]|]+", quoted)]
        found += [(number, word) for word in words if NAMED.fullmatch(word)]
    return found


def wrong_names(root: pathlib.Path, texts: dict[str, str]) -> list[str]:
    ends = {"/".join(parts[i:]) for parts in (name.split("/") for name in checkout.names_of(root)) for i in range(len(parts))}
    written = written_names(root)
    wrong = []
    for name, text in texts.items():
        for number, said in named_in(name, text):
            path = re.sub(r"^(\.{1,2}/)+", "", said)
            by_program = name.endswith(".md") and pathlib.PurePath(path).name in written
            if path not in ends and not by_program and not path.startswith(OTHERS + MADE) and not PATH.fullmatch(path):
                wrong.append(f"{name}:{number}: there is no file {said}")
    return wrong


def wrong_decisions(texts: dict[str, str]) -> list[str]:
    """Decisions are cited by their files' names, so that a number says what it is about."""
    return [f"{name}: decision {match[1]} is cited by its number alone: write its file's name"
            for name, text in texts.items() for match in re.finditer(r"docs/decisions/(\d{3})(?!-)", text)]


def wrong_tests(root: pathlib.Path, texts: dict[str, str]) -> list[str]:
    """What a header says it is tested by is there: in its folder, below it, or from the root."""
    files = ["/" + name for name in checkout.names_of(root)]
    return [f"{name}:{text[:match.start()].count(chr(10)) + 1}: there is no test {match[0]}"
            for name, text in texts.items() if not name.endswith(".md") for match in re.finditer(r"[\w/]+_test\.cc\b", text)
            if not any(file.endswith("/" + match[0]) for file in files)]


def wrong_counts(root: pathlib.Path) -> list[str]:
    table, readme = root / "oracles/oracles.def", root / "README.md"
    if not table.exists():
        return []
    count = len(re.findall(r"^ASSAY_ORACLE\(k\w+\)", table.read_text(), re.M))
    said = re.search(r"\| oracles \| ([\w-]+)", readme.read_text())
    right = WORDS[count]
    return [] if said and said[1] == right else [f"README.md: expected '| oracles | {right}' for the {count} rows of oracles/oracles.def"]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--root", type=pathlib.Path, default=pathlib.Path("."))
    root = parser.parse_args().root
    texts = texts_of(root)
    wrong = wrong_paths(root, texts) + wrong_names(root, texts) + wrong_tests(root, texts) + wrong_decisions(texts) + wrong_counts(root)
    print("\n".join(wrong + [f"{len(texts)} files, {len(wrong)} wrong claims"]))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
