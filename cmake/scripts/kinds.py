#!/usr/bin/env python3
"""Says what a new kind of statement, or of expression, meets: each place that tells kinds apart stops the build or carries its reason.

A place is a line that asks for kinds of statements, or a switch over kinds. It stops the build if its function switches over
StmtKind or ExprKind without default, or visits with VisitStmt. It carries its reason if its function does, or the switch: `// other kinds: REASON`,
before the default, in the function or above it. A function that asks for one kind alone decides nothing of others, and a mutator
inherits StmtMutator::Children, which stops the build itself. Functions that call each other, or themselves, in a circle along nodes carry `// recursion: REASON`.

Usage: kinds.py [--expression] [--all] [--build FOLDER]   adds a kind to a copy of the tree and compiles there what tells kinds apart
       kinds.py --reasons                                 looks for places without reason alone, in seconds (the test house.kinds)
"""
import argparse
import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

import checkout

FOLDERS = ("ir", "passes", "vm", "generators", "oracles", "fuzzers", "cli")
REASON = re.compile(r"// other kinds: \S.*")
RECURSION = re.compile(r"// recursion: \S.*")
MUTATORS = "StmtMutator|FactsMutator|RefusingMutator"
# A switch whose first line is a case of one of the three enumerations, or of a table of kinds.
SWITCH = r"switch \([^\n]*\) \{\n(#define ASSAY_(NODE|STMT|EXPR|BINARY)\b|\s*(//[^\n]*\n\s*)*case (Node|Stmt|Expr)Kind::)"
SCOPE = re.compile(r"^\s*(?:template <[^{]*> ?)?(?:inline |typedef )?(namespace|class|struct|union|enum|extern)\b[^()]*(\(.*\)[^()]*)?\{$")


@dataclass
class Function:
    """First and last line, from 1, and the comment above it."""
    first: int
    last: int
    text: str
    above: str


@dataclass
class Place:
    file: str
    line: int
    text: str
    # stops, reason, table, one kind, mutator; empty: none of these.
    why: str
    function: Function | None = None
    # Of a switch: Node, Stmt or Expr.
    over: str = ""
    stops_at: set[str] = field(default_factory=set)


def kinds_of(root: pathlib.Path, macros: str) -> list[str]:
    tables = [root / "ir" / name for name in ("prim/nodes.def", "tir/nodes.def", "relax/nodes.def")]
    return [name for table in tables for name in re.findall(rf"^(?:{macros})\((\w+)\)", table.read_text(), re.M)]


def functions_of(text: str) -> list[Function]:
    """By indentation, which clang-format sees to: a body ends at the first closing brace that stands as far left as its head."""
    lines = text.split("\n")
    found: list[Function] = []
    number = 0
    while number < len(lines):
        line = lines[number]
        number += 1
        opens = line.endswith("{") and not line.lstrip().startswith(("//", "#", "}"))
        whole = re.match(r"\s*[\w:~].*\(.*\).*\{.*\}$", line) is not None
        if not opens and not whole:
            continue
        first = number
        while opens and first > 1 and not re.search(r"([;{}:]|^\s*|\\)$|^\s*(//|#)", lines[first - 2]):
            first -= 1
        if opens and SCOPE.match(" ".join(part.strip() for part in lines[first - 1:number])):
            continue
        indent = re.match(r"\s*", lines[first - 1])
        last = number
        while opens and last < len(lines) and not lines[last].startswith((indent[0] if indent else "") + "}"):
            last += 1
        last += 1 if opens else 0
        above = first
        while above > 1 and re.match(r"\s*//", lines[above - 2]):
            above -= 1
        found.append(Function(first, last, "\n".join(lines[first - 1:last]), "\n".join(lines[above - 1:first - 1])))
        number = last
    return found


def asking(kinds: list[str]) -> str:
    """As<For>, Is<For>, or NodeKind::kFor where it is not the struct's own."""
    names = "|".join(kinds)
    return rf"\b(As|Is)<(assay::)?({names})>|[ ({{]NodeKind::k({names})\b"


def asked_in(text: str, kinds: list[str]) -> set[str]:
    return {found[3] or found[4] for found in re.finditer(asking(kinds), text)}


def lines_pattern(kinds: list[str]) -> str:
    return asking(kinds) + rf"|switch \(StmtKindOf\(|\bVisitStmt\(\w+, Overloaded|\bclass \w+ (final )?: public ({MUTATORS})\b"


def body_of_switch(text: str, start: int) -> str:
    indent = len(text[text.rfind("\n", 0, start) + 1:]) - len(text[text.rfind("\n", 0, start) + 1:].lstrip(" "))
    return text[start:text.index("\n" + " " * indent + "}", start)]


def why_switch(body: str) -> str:
    if re.search(r"^#include \"ir/node_kinds.def\"", body, re.M) and not re.search(r"\bcase \w+Kind::k[A-Z]\w+:", body):
        return "table"
    default = re.search(r"((?:^ *//[^\n]*\n)*)^ *default:", body, re.M)
    if default is None:
        return "stops"
    return "reason" if REASON.search(default[1]) else ""


def why_line(line: str, function: Function | None, kinds: list[str]) -> str:
    if re.search(rf"\bclass \w+ (final )?: public ({MUTATORS})\b", line):
        return "mutator"
    if function is None:
        return ""
    for found in re.finditer(r"switch \(StmtKindOf\(", function.text):
        return why_switch(body_of_switch(function.text, found.start()))
    if re.search(r"\bVisitStmt\(\w+, Overloaded", function.text):
        return "stops"
    if REASON.search(function.text) or REASON.search(function.above):
        return "reason"
    return "one kind" if len(asked_in(function.text, kinds)) == 1 else ""


def function_at(functions: list[Function], line: int) -> Function | None:
    return next((one for one in functions if one.first <= line <= one.last), None)


def statement_places(texts: dict[str, str], kinds: list[str]) -> list[Place]:
    pattern = re.compile(lines_pattern(kinds))
    places = []
    for name, text in texts.items():
        functions = functions_of(text)
        for number, line in enumerate(text.split("\n"), 1):
            if pattern.search(line):
                function = function_at(functions, number)
                places.append(Place(name, number, line.strip(), why_line(line, function, kinds), function))
    return places


def switch_places(texts: dict[str, str]) -> list[Place]:
    places = []
    for name, text in texts.items():
        functions = functions_of(text)
        for found in re.finditer(SWITCH, text):
            number = text.count("\n", 0, found.start()) + 1
            body = body_of_switch(text, found.start())
            over = re.search(r"\bcase (Node|Stmt|Expr)Kind::", body)
            places.append(Place(name, number, body.split("\n")[0].strip(), why_switch(body), function_at(functions, number), over[1] if over else "Node"))
    return places


def arguments_at(text: str, start: int, brackets: str = "([{)]}") -> list[str]:
    """What stands between the parenthesis at `start` and the one that closes it, between commas of its own level."""
    depth, parts, part = 0, [], ""
    for character in text[start:]:
        place = brackets.find(character)
        depth += 0 if place < 0 else 1 if place < len(brackets) / 2 else -1
        if depth == 0 or (depth == 1 and character == ","):
            parts.append(part.strip("( "))
            part = ""
            if depth == 0:
                break
        else:
            part += character
    return [one for one in parts if one]


NODE_PARAMETER = re.compile(r"const (assay::)?(Node|Expr|Stmt|\w*Binding|Binding\w*|Call|Tuple\w*|Function|SeqExpr|If|MatchCast|For|While|SBlock\w*|SeqStmt"
                            r"|IfThenElse|AttrStmt|\w*BinaryExpr|Let|Cast|Select|BufferLoad)\b ?[*&]")
HEAD = re.compile(r"(?:^|[\s:*&])(~?\w+)(?=\()")


def called_in(function: Function, named: dict[str, list[tuple[int, range]]]) -> set[int]:
    """Numbers of the file's functions that it calls, by name and number of arguments; methods of other objects are others."""
    body = function.text[function.text.find("{"):]
    calls = re.finditer(r"(?<![\w.>:])(\w+)(?=\()", body)
    return {number for call in calls if call[1] in named
            for count in [len(arguments_at(body, call.end()))] for number, counts in named[call[1]] if count in counts}


def reached(calls: dict[int, set[int]], number: int) -> set[int]:
    seen: set[int] = set()
    wanted = [number]
    while wanted:
        fresh = calls[wanted.pop()] - seen
        seen |= fresh
        wanted += fresh
    return seen


def cycles_of(text: str) -> list[list[Function]]:
    """Functions of a file that take nodes and call each other, or themselves, in a circle."""
    functions: list[Function] = []
    named: dict[str, list[tuple[int, range]]] = {}
    for function in functions_of(text):
        head = HEAD.search(function.text)
        parameters = arguments_at(function.text, head.end(), "([{<)]}>") if head else []
        if head is not None and any(NODE_PARAMETER.match(parameter) for parameter in parameters):
            least = sum(" = " not in parameter for parameter in parameters)
            named.setdefault(head[1], []).append((len(functions), range(least, len(parameters) + 1)))
            functions.append(function)
    calls = {number: called_in(function, named) for number, function in enumerate(functions)}
    reach = {number: reached(calls, number) for number in calls}
    cycles = {frozenset(other for other in reach[number] if number in reach[other]) for number in calls if number in reach[number]}
    return [[functions[number] for number in sorted(cycle)] for cycle in sorted(cycles, key=min)]


def recursions(texts: dict[str, str]) -> list[Place]:
    """One for each circle within a file, at its first function; one reason is enough for all of it."""
    places = []
    for name, text in texts.items():
        for cycle in cycles_of(text):
            carries = any(RECURSION.search(function.above) or RECURSION.search(function.text) for function in cycle)
            places.append(Place(name, cycle[0].first, cycle[0].text.split("\n")[0].strip(), "reason" if carries else ""))
    return places


def sources(root: pathlib.Path) -> dict[str, str]:
    return {name: (root / name).read_text() for name in checkout.names_of(root)
            if name.startswith(tuple(folder + "/" for folder in FOLDERS)) and name.endswith((".cc", ".h")) and (root / name).exists()}


def without_tests(texts: dict[str, str]) -> dict[str, str]:
    return {name: text for name, text in texts.items() if not name.endswith("_test.cc")}


# ---- with a new kind


def add_kind(root: pathlib.Path, expression: bool) -> str:
    """A line of the table and a struct with one field, as CONTRIBUTING.md says."""
    family, base, macro = ("prim", "Expr", "ASSAY_EXPR") if expression else ("tir", "Stmt", "ASSAY_STMT")
    table, header = root / f"ir/{family}/nodes.def", root / f"ir/{family}/node.h"
    table.write_text(table.read_text() + f"{macro}(NewKind)\n")
    struct = (f"struct NewKind : NodeOf<NodeKind::kNewKind, {base}> {{\n  const Expr* value = nullptr;\n"
              '  static constexpr auto kFields = std::tuple{Field{"value", &NewKind::value}};\n};\n')
    head, brace, tail = header.read_text().rpartition("}  // namespace assay")
    header.write_text(head + struct + brace + tail)
    return "NewKind"


def copied(root: pathlib.Path, to: pathlib.Path) -> None:
    for name in checkout.names_of(root):
        if name.endswith((".cc", ".h", ".def", ".inc", ".html", ".json", ".txt")) and not name.startswith(("corpus/", "regressions/")) and (root / name).exists():
            (to / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(root / name, to / name)


def commands_of(build: pathlib.Path, root: pathlib.Path, copy: pathlib.Path) -> tuple[dict[str, list[str]], list[list[str]]]:
    """The compiler's words for each source of the copy, and those that make the copy's precompiled headers."""
    commands: dict[str, list[str]] = {}
    headers = []
    for entry in json.loads((build / "compile_commands.json").read_text()):
        words = [word for word in shlex.split(entry["command"]) if not word.endswith("ccache")]
        out = words.index("-o")
        made = pathlib.Path(entry["directory"]) / words[out + 1]
        words = [f"-I{copy}" if word == f"-I{root}" else str(copy / os.path.relpath(word, build)) if word.endswith(".pch") else word for word in words]
        if "c++-header" in words:
            words[out + 1] = str(copy / os.path.relpath(made, build))
            headers.append(words)
            continue
        del words[out:out + 2]
        name = os.path.relpath(entry["file"], root)
        words = [str(copy / name) if word == entry["file"] else word for word in words if word != "-c"]
        commands.setdefault(name, [*words, "-fsyntax-only", "-ferror-limit=0", "-fno-color-diagnostics"])
    return commands, headers


def make_header(words: list[str], build: pathlib.Path) -> None:
    pathlib.Path(words[words.index("-o") + 1]).parent.mkdir(parents=True, exist_ok=True)
    ran = subprocess.run(words, cwd=build, capture_output=True, text=True, check=False)
    if ran.returncode != 0:
        sys.exit(f"the precompiled header does not compile:\n{ran.stderr}")


@dataclass(frozen=True)
class Stop:
    """An error, where it is and from where the compiler came there, and what it says."""
    places: tuple[tuple[str, int], ...]
    said: str


def stops_in(said: str, copy: pathlib.Path) -> list[Stop]:
    found: list[Stop] = []
    open_error = False
    for path, line, what, text in re.findall(r"^([^\s:][^:\n]*):(\d+):\d+: (error|note|warning): ([^\n]*)", said, re.M):
        place = (os.path.relpath(path, copy), int(line))
        if what == "error":
            found.append(Stop((place,), text[:100]))
        elif what == "note" and open_error and text.startswith("in instantiation of"):
            found[-1] = Stop((*found[-1].places, place), found[-1].said)
        open_error = what == "error" or (open_error and what == "note")
    return found


def stops_of(command: list[str], copy: pathlib.Path, build: pathlib.Path) -> list[Stop]:
    return stops_in(subprocess.run(command, cwd=build, capture_output=True, text=True, check=False).stderr, copy)


def including(header: str, commands: dict[str, list[str]], texts: dict[str, str]) -> str | None:
    """A source that includes the header, through others if need be."""
    seen, wanted = {header}, [header]
    for one in wanted:
        users = sorted(name for name, text in texts.items() if f'#include "{one}"' in text and name not in seen)
        for user in users:
            if user in commands:
                return user
        seen.update(users)
        wanted += users
    return None


def units_for(files: set[str], commands: dict[str, list[str]], texts: dict[str, str]) -> list[str]:
    """Each source, and for each header one source that includes it."""
    units = {name if name in commands else including(name, commands, texts) for name in files}
    return sorted(unit for unit in units if unit is not None)


def holds(place: Place, at: tuple[str, int]) -> bool:
    first, last = (place.function.first, place.function.last) if place.function else (place.line, place.line)
    return at[0] == place.file and first <= at[1] <= last


def compiled(root: pathlib.Path, build: pathlib.Path, places: list[Place], expression: bool, everything: bool) -> None:
    """Notes at each place where the build stops, and prints where else it does."""
    texts = sources(root)
    with tempfile.TemporaryDirectory() as folder:
        copy = pathlib.Path(folder)
        copied(root, copy)
        kind = add_kind(copy, expression)
        commands, headers = commands_of(build, root, copy)
        units = sorted(commands) if everything else units_for({place.file for place in places}, commands, texts)
        print(f"{kind} is a kind of {'expression' if expression else 'statement'}; {len(units)} of {len(commands)} sources are compiled", flush=True)
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            list(pool.map(lambda words: make_header(words, build), headers))
            found = pool.map(lambda unit: stops_of(commands[unit], copy, build), units)
            stops = sorted({stop for some in found for stop in some}, key=lambda stop: (stop.places, stop.said))
    for stop in stops:
        meant = [(place, at) for at in stop.places for place in places if holds(place, at)]
        for place, at in meant:
            place.stops_at.add(f"{at[0]}:{at[1]}")
        if not meant:
            print(f"  the build stops elsewhere, too: {stop.places[0][0]}:{stop.places[0][1]}: {stop.said}")


# ---- what is printed

WHYS = {"stops": "stop the build", "reason": "carry their reason", "table": "are made from the table of kinds",
        "mutator": "derive from StmtMutator, whose Children stops the build", "one kind": "ask for one kind alone", "": "do neither"}


def summary(places: list[Place], what: str) -> str:
    counts = {why: sum(place.why == why for place in places) for why in WHYS}
    return f"{len(places)} {what}: " + ", ".join(f"{count} {WHYS[why]}" for why, count in counts.items() if count or why == "")


def counted_by_rg(root: pathlib.Path, pattern: str, lines: bool) -> int | None:
    """Prints the command and runs it, where there is rg."""
    arguments = ["rg", *([] if lines else ["-U"]), "--no-filename", "--count" if lines else "--count-matches", "-g", "*.cc", "-g", "*.h",
                 *(["-g", "!*_test.cc"] if lines else []), pattern, *FOLDERS]
    print("  " + shlex.join(arguments) + " | paste -sd+ | bc")
    if shutil.which("rg") is None:
        return None
    ran = subprocess.run(arguments, cwd=root, capture_output=True, text=True, check=False)
    return sum(int(number) for number in ran.stdout.split())


def missing(places: list[Place], what: str) -> list[str]:
    return [f"{place.file}:{place.line}: {what}: {place.text}" for place in places if place.why == ""]


def reasons(root: pathlib.Path) -> int:
    texts = sources(root)
    statements = statement_places(without_tests(texts), kinds_of(root, "ASSAY_STMT"))
    switches, recursive = switch_places(texts), recursions(without_tests(texts))
    wrong = missing(statements, "asks for several kinds of statements without '// other kinds: REASON'")
    wrong += missing(switches, "a default without '// other kinds: REASON'")
    wrong += missing(recursive, "calls itself, or others that call it, without '// recursion: REASON'")
    print("\n".join(wrong))
    print(summary(statements, "lines that ask for kinds of statements"))
    print(summary(switches, "switches over kinds"))
    print(summary(recursive, "circles of functions that call each other along nodes"))
    return 1 if wrong else 0


def with_new_kind(root: pathlib.Path, build: pathlib.Path, expression: bool, everything: bool) -> int:
    texts = sources(root)
    kinds = kinds_of(root, "ASSAY_STMT")
    switches = [place for place in switch_places(texts) if place.over in ("Node", "Expr" if expression else "Stmt")]
    lines = [] if expression else statement_places(without_tests(texts), kinds)
    wrong = []
    compiled(root, build, lines + switches, expression, everything)
    for place in lines + switches:
        stops = "stops at " + ", ".join(sorted(place.stops_at)) if place.stops_at else WHYS[place.why]
        ok = place.stops_at if place.why == "stops" else place.why != ""
        print(f"  {place.file}:{place.line}: {stops}: {place.text}")
        if not ok:
            wrong.append(f"{place.file}:{place.line}: neither stops the build nor carries its reason: {place.text}")
    counted = [] if expression else [(summary(lines, "lines that ask for kinds of statements"), len(lines), lines_pattern(kinds), True)]
    print("\n".join(wrong))
    for said, number, pattern, by_line in [*counted, (summary(switch_places(texts), "switches over kinds"), len(switch_places(texts)), SWITCH, False)]:
        print(said)
        by_rg = counted_by_rg(root, pattern, by_line)
        if by_rg is not None:
            print(f"  rg counts {by_rg}")
            if by_rg != number:
                wrong.append(f"rg counts {by_rg}, not {number}")
    print(f"{len(wrong)} places neither stop the build nor carry their reason")
    return 1 if wrong else 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--root", type=pathlib.Path, default=pathlib.Path("."))
    parser.add_argument("--build", type=pathlib.Path, default=pathlib.Path("build/dev"), help="where compile_commands.json is [default: build/dev]")
    parser.add_argument("--expression", action="store_true", help="the new kind is an expression")
    parser.add_argument("--all", action="store_true", help="compiles every source, not only those that tell kinds apart")
    parser.add_argument("--reasons", action="store_true", help="compiles nothing")
    args = parser.parse_args()
    root = args.root.resolve()
    if args.reasons:
        return reasons(root)
    if not (args.build / "compile_commands.json").exists():
        sys.exit(f"{args.build}/compile_commands.json is not there: run cmake --preset dev")
    return with_new_kind(root, args.build.resolve(), args.expression, args.all)


if __name__ == "__main__":
    sys.exit(main())
