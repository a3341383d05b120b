"""Plants generic faults in C++ sources: each place where one can be is a mutant with a number, and all of them are in one build.

Usage: python mutate.py --out DIR FILE…     (from the source root)

DIR/FILE has the same lines as FILE, with `a < b` as `(MutantOn(7) ? (a <= b) : (a < b))` and so on; DIR/mutants.inc lists them as
MUTANT(number, "file", line, "kind", "what stood there", "passes of the file, or of the few that include its header or stand beside it").
Lines are read one by one, so a place that needs more of C++ than balanced parentheses is left alone, and so is what only decides what
campaigns try (functions that take a ByteSource) or makes room that would be made anyway (reserve). Kinds: comparison, condition (one
of several left out), negation, off by one, swapped operands, left-out call. Tested by house.mutate.
"""
from __future__ import annotations

import argparse
import pathlib
import re
from collections.abc import Iterator
from typing import TypeAlias

OTHER = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "=="}
COMPARISON = re.compile(r" (<=|>=|==|!=|<|>) ")
SWAPPED = re.compile(r"((?:\b\w+(?:\.|->))?\b(?:Make|Create)(?:Sub|FloorDiv|FloorMod|Div|Mod|LT|LE|GT|GE|SDiv|SRem|FSub|FDiv|Shl|AShr|ICmpSLT|ICmpSLE|FCmpOLT)\("
                     r"(?:ctx_?, )?)([\w.>\[\]-]+), ([\w.>\[\]-]+)\)")
ONE = re.compile(r" ([+-]) 1(?=[;,)])")
LOOP = re.compile(r"(; )(\w+) < ([\w.()>-]+)(; )")
CALL = re.compile(r"^( {2,})([a-z_][\w.]*(?:->\w+)*\(.*\);)$")
LEFT_ALONE = re.compile(r"^\s*(//|#|case |template|using |static_assert|constexpr |static constexpr |\.|enum )|ASSAY_|FaultOn|MutantOn|\bif constexpr\b|\.reserve\(")


# Path, line, passes.
Place: TypeAlias = "tuple[str, int, str]"


class Mutator:
    """Counts the mutants of all files, and keeps what each is."""

    def __init__(self) -> None:
        # A place, the kind, what stood there.
        self.rows: list[tuple[str, int, str, str, str]] = []

    def site(self, place: Place, kind: str, text: str) -> str:
        self.rows.append((*place, kind, text.strip()))
        return f"assay::MutantOn({len(self.rows)})"

    # ---- one expression

    def part(self, place: Place, text: str, otherwise: str | None) -> str:
        """One side of && or || (or all of a condition): compared the other way, left out, or turned round."""
        found = COMPARISON.findall(masked(text))
        if len(found) == 1 and top_level(text, f" {found[0]} ") == 1:
            left, right = text.split(f" {found[0]} ", 1)
            on = self.site(place, "comparison", text)
            return f"({on} ? ({left} {OTHER[found[0]]} {right}) : ({text}))"
        if otherwise is None:
            on = self.site(place, "negation", text)
            return f"({on} != static_cast<bool>({text}))"
        return otherwise.format(self.site(place, "condition", text), text)

    def condition(self, place: Place, text: str) -> str:
        both, either = top_level(text, " && "), top_level(text, " || ")
        if both and either:
            return text
        if both:
            return " && ".join(self.part(place, one, "({} || ({}))") for one in split_top(text, " && "))
        if either:
            return " || ".join(self.part(place, one, "(!{} && ({}))") for one in split_top(text, " || "))
        return self.part(place, text, None)

    # ---- one line

    def line(self, place: Place, text: str, previous: str) -> str:
        if LEFT_ALONE.search(text):
            return text
        head = re.match(r"^(\s*(?:\} else )?if \()(.*)$", text)
        if head:
            inside, rest = until_closed(head.group(2))
            if inside is None or ";" in inside or " = " in inside or "[" in masked(inside):
                return text
            return head.group(1) + self.condition(place, inside) + rest
        returned = re.match(r"^(\s*return )([^{};]*)(;.*)$", text)
        if returned and (top_level(returned.group(2), " && ") or top_level(returned.group(2), " || ")
                         or len(COMPARISON.findall(masked(returned.group(2)))) == 1) and "?" not in text and "[" not in text:
            return returned.group(1) + self.condition(place, returned.group(2)) + returned.group(3)
        return self.plain(place, text, previous)

    def plain(self, place: Place, text: str, previous: str) -> str:
        loop = LOOP.search(text)
        if loop and "for (" in text:
            on = self.site(place, "off by one", loop.group(0).strip("; "))
            return text[:loop.start()] + f"; ({on} ? ({loop[2]} <= {loop[3]}) : ({loop[2]} < {loop[3]})); " + text[loop.end():]
        swapped = SWAPPED.search(text)
        if swapped:
            on = self.site(place, "swapped operands", swapped.group(0))
            turned = f"{swapped[1]}{swapped[3]}, {swapped[2]})"
            return text[:swapped.start()] + f"({on} ? {turned} : {swapped.group(0)})" + text[swapped.end():]
        one = ONE.search(masked(text))
        if one and "const int k" not in text:
            on = self.site(place, "off by one", text)
            return text[:one.start()] + f" {one[1]} ({on} ? 0 : 1)" + text[one.end():]
        call = CALL.match(text)
        whole = previous.rstrip().endswith(("{", ";", "}"))
        if call and whole and until_closed(call.group(2).split("(", 1)[1])[1] == ");":
            return f"{call[1]}if (!{self.site(place, 'left-out call', call[2])}) {call[2]}"
        return text

    def file(self, path: str, text: str, passes: str) -> str:
        out, previous, waits_for = [], "", None
        for number, line in enumerate(text.split("\n"), 1):
            alone = "constexpr" in line or "ByteSource&" in line
            if waits_for is None and alone and line.endswith("{"):
                waits_for = line[:len(line) - len(line.lstrip())] + "}"
            out.append(line if waits_for else self.line((path, number, passes), line, previous))
            if line.startswith("//") is False and line.strip():
                previous = line
            if waits_for is not None and line.rstrip(";") == waits_for:
                waits_for = None
        include = '#include "ir/support/mutant.h"\n'
        return include + f'#line 1 "{path}"\n' + "\n".join(out)


# ---- whose they are

MANY = 8


def passes_of(texts: dict[str, str]) -> dict[str, str]:
    """For each file the passes that it defines; where it has none, those of files that include its header, or of its folder, unless they
    are many."""
    own = {path: re.findall(r'^    \.name = "(\w+)",$', text, re.M) for path, text in texts.items()}
    readers = {path: [other for other, text in texts.items() if f'#include "{pathlib.PurePath(path).with_suffix(".h")}"' in text and other != path]
               for path in texts}

    def reached(path: str, seen: set[str]) -> set[str]:
        if own[path] or path in seen:
            return set(own[path])
        seen.add(path)
        return set().union(*(reached(other, seen) for other in readers[path]))

    def near(path: str) -> set[str]:
        return {name for other in texts if pathlib.PurePath(other).parent == pathlib.PurePath(path).parent for name in own[other]}

    found = {path: own[path] or sorted(reached(path, set()) or near(path)) for path in texts}
    return {path: " ".join(names if own[path] or len(names) <= MANY else []) for path, names in found.items()}


# ---- text

def masked(text: str) -> str:
    """The text with what stands in quotes made neutral, of the same length."""
    return re.sub(r'"(?:\\.|[^"\\])*"|\'(?:\\.|[^\'\\])+\'', lambda found: "x" * len(found.group(0)), text)


def depths(text: str) -> Iterator[int]:
    depth = 0
    for c in masked(text):
        depth += {"(": 1, "[": 1, "{": 1, ")": -1, "]": -1, "}": -1}.get(c, 0)
        yield depth


def top_level(text: str, word: str) -> int:
    """How often the word stands outside of all brackets."""
    levels = list(depths(text))
    return sum(1 for found in re.finditer(re.escape(word), masked(text)) if levels[found.start()] == 0)


def split_top(text: str, word: str) -> list[str]:
    levels, parts, start = list(depths(text)), [], 0
    for found in re.finditer(re.escape(word), masked(text)):
        if levels[found.start()] == 0:
            parts.append(text[start:found.start()])
            start = found.end()
    return parts + [text[start:]]


def until_closed(text: str) -> tuple[str | None, str]:
    """What stands before the bracket that closes one opened earlier, and the rest with it; (None, text) when it is not there."""
    for place, depth in enumerate(depths(text)):
        if depth < 0:
            return text[:place], text[place:]
    return None, text


def quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--out", required=True)
    parser.add_argument("files", nargs="+")
    options = parser.parse_args()
    mutator, out = Mutator(), pathlib.Path(options.out)
    texts = {path: pathlib.Path(path).read_text() for path in options.files}
    passes = passes_of(texts)
    for path in options.files:
        target = out / path
        target.parent.mkdir(parents=True, exist_ok=True)
        text = mutator.file(path, texts[path], passes[path])
        if not target.exists() or target.read_text() != text:
            target.write_text(text)
    lines = [f"MUTANT({number}, {quoted(path)}, {line}, {quoted(kind)}, {quoted(text)}, {quoted(passes)})\n"
             for number, (path, line, passes, kind, text) in enumerate(mutator.rows, 1)]
    (out / "mutants.inc").write_text("".join(lines))


if __name__ == "__main__":
    main()
