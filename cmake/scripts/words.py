#!/usr/bin/env python3
"""Fails where a word of house/words.txt stands in code, messages or documents: names that mislead, or that the field calls otherwise.

Each line of the list is `PATTERN | USE INSTEAD [| only in PREFIX PREFIX…] [| unless PATTERN]`. A pattern is a regular expression that is found
as a word, as a part of an identifier (AreApart, apart_of, are-apart) and in the plural, never within a word (apartment, ground); `"…"`
around it looks at string literals alone, and what `unless` matches is not looked at. What docs/words.md keeps as a home word is not on the list.
Tested by scripts_test.py and house.words_fire.

Usage: words.py [--root FOLDER] [--list FILE]
"""
import argparse
import pathlib
import re
import sys
from dataclasses import dataclass

import checkout

SUFFIXES = (".cc", ".h", ".def", ".md", ".py", ".cmake", ".yml")
# Recorded texts of others, and the table that maps words to words.
LEFT_OUT = ("corpus/", "regressions/", "docs/words.md", "docs/messages.md", "docs/reference/", "docs/tvm-findings.md", "cmake/testdata/",
            "cmake/scripts/scripts_test.py", "cmake/scripts/words.py")


@dataclass
class Rule:
    pattern: re.Pattern[str]
    shown: str
    instead: str
    only_in: tuple[str, ...]
    unless: re.Pattern[str] | None
    literals: bool


def as_words(shown: str) -> re.Pattern[str]:
    """Matches where a part of an identifier may begin, and where it ends, in the singular or the plural."""
    return re.compile(rf"(?:(?<![A-Za-z0-9])|(?<=[a-z0-9])(?=[A-Z]))(?:{shown})(?:e?s)?(?![a-z])")


def rules_of(path: pathlib.Path) -> list[Rule]:
    rules = []
    for number, line in enumerate(path.read_text().split("\n"), 1):
        if not line.strip() or line.startswith("#"):
            continue
        parts = [part.strip() for part in line.split(" | ")]
        if len(parts) < 2:
            sys.exit(f"{path}:{number}: expected PATTERN | USE INSTEAD, got: {line}")
        only_in: tuple[str, ...] = ()
        unless = None
        for more in parts[2:]:
            if more.startswith("only in "):
                only_in = tuple(more.removeprefix("only in ").split())
            elif more.startswith("unless "):
                unless = re.compile(more.removeprefix("unless "))
            else:
                sys.exit(f"{path}:{number}: expected 'only in' or 'unless', got: {more}")
        literals = parts[0].startswith('"')
        shown = parts[0].strip('"')
        rules.append(Rule(as_words(shown), shown, parts[1], only_in, unless, literals))
    return rules


def texts_of(root: pathlib.Path) -> dict[str, str]:
    return {name: (root / name).read_text() for name in checkout.names_of(root)
            if name.endswith(SUFFIXES) and not name.startswith(LEFT_OUT) and (root / name).exists()}


def found_in(name: str, text: str, rules: list[Rule]) -> list[str]:
    lines = []
    for number, line in enumerate(text.split("\n"), 1):
        for rule in rules:
            if rule.only_in and not name.startswith(rule.only_in):
                continue
            looked_at = " ".join(re.findall(r'"(?:[^"\\]|\\.)*"', line)) if rule.literals else line
            looked_at = rule.unless.sub(" ", looked_at) if rule.unless else looked_at
            if found := rule.pattern.search(looked_at):
                lines.append(f"{name}:{number}: '{found[0]}': use {rule.instead}")
    return lines


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--root", type=pathlib.Path, default=pathlib.Path("."))
    parser.add_argument("--list", type=pathlib.Path, default=None, help="[default: ROOT/house/words.txt]")
    args = parser.parse_args()
    rules = rules_of(args.list or args.root / "house/words.txt")
    texts = texts_of(args.root)
    wrong = [line for name, text in texts.items() for line in found_in(name, text, rules)]
    print("\n".join(wrong + [f"{len(texts)} files, {len(rules)} words, {len(wrong)} uses of them"]))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
