#!/usr/bin/env python3
"""Fails where one call, or one operator, evaluates two operands that each act in order: C++ leaves the order to the compiler, so that a seed would
give other bytes, or a pass other names and bindings, under another one.

What acts in order is what draws bytes or adds to what is being built (ORDERED below), and each function that calls such a one. Initialiser lists, the
operators that C++17 orders (<<, >>, =, [], &&, ||, comma) and bodies of lambdas count as ordered. Calls through std::function and virtual calls that
ORDERED does not list are not seen.

Usage: argument_order.py [--build FOLDER] [FOLDER...]   needs the Python package clang of the compiler's version, and compile_commands.json
"""
import argparse
import json
import os
import pathlib
import re
import shlex
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from typing import Any

FOLDERS = ("generators", "ir/ops", "passes", "vm", "fuzzers", "oracles")
# Class and methods; of a function, its name alone.
ORDERED = {
    "ByteSource": ("Below", "Between", "Chance", "Bits", "Unit", "Pick", "Fork"),
    "SampleSite": ("Tensor", "Dim", "PickDType", "KernelCall", "Device"),
    "KernelBuilder": ("Input", "Output", "Import", "ImportDims", "Compute", "Scatter", "Reduce", "ReduceTogether", "Extern", "Annotate"),
    "Emitter": ("Emit", "NewRegister", "PackedIndex", "ConstantArg"),
    "RelaxMutator": ("Emit", "EmitBinding", "ReEmit", "AsArgument"),
    "ModuleEditor": ("FreshName", "AddFunction"),
    "BlockNames": ("Unique",),
    "BufferNames": ("Unique",),
}
SEQUENCED = ("operator<<", "operator>>", "operator=", "operator[]", "operator&&", "operator||", "operator,")


@dataclass
class Site:
    """A call or an operator, and for each of its operands the functions that it calls."""
    file: str
    line: int
    name: str
    operands: list[list[str]]


@dataclass
class Unit:
    source: str
    error: str = ""
    # Of each function, those that it calls.
    calls: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    sites: list[Site] = field(default_factory=list)


def is_ordered(usr: str) -> bool:
    """Of clang's name of a function, such as c:@N@assay@S@ByteSource@F@Below#l#."""
    match = re.search(r"@S@(\w+)@F(?:T)?@(?:>[^@]*?)?(\w+)[#<]", usr)
    return match is not None and match[2] in ORDERED.get(match[1], ())


def lambda_at(location: Any) -> str:
    return f"lambda {location.file}:{location.offset}"


def callee_of(call: Any) -> str:
    callee = call.referenced
    if callee is None:
        return ""
    owner = callee.semantic_parent
    if callee.spelling == "operator()" and owner is not None and (not owner.spelling or "lambda" in owner.spelling):
        return lambda_at(owner.location)
    return str(callee.get_usr())


class Reader:
    """Gathers calls and sites of one source and of the project's headers in it."""

    def __init__(self, cindex: Any, root: str, unit: Unit) -> None:
        self.kinds = cindex.CursorKind
        self.root = root
        self.unit = unit
        self.functions = {self.kinds.FUNCTION_DECL, self.kinds.CXX_METHOD, self.kinds.CONSTRUCTOR, self.kinds.DESTRUCTOR, self.kinds.FUNCTION_TEMPLATE}

    def read(self, parent: Any) -> None:
        scopes = {self.kinds.NAMESPACE, self.kinds.CLASS_DECL, self.kinds.STRUCT_DECL, self.kinds.CLASS_TEMPLATE, self.kinds.UNEXPOSED_DECL}
        for cursor in parent.get_children():
            file = cursor.location.file
            if file is None or not str(file).startswith(self.root):
                continue
            if cursor.kind in scopes:
                self.read(cursor)
            elif cursor.kind in self.functions and cursor.is_definition():
                for child in cursor.get_children():
                    self.walk(child, [str(cursor.get_usr())])

    def walk(self, cursor: Any, inside: list[str]) -> None:
        """`inside`: the function and the lambdas around the cursor; what a lambda calls, its function calls, too."""
        if cursor.kind == self.kinds.LAMBDA_EXPR:
            inside = [*inside, lambda_at(cursor.location)]
        elif cursor.kind == self.kinds.CALL_EXPR:
            for function in inside:
                self.unit.calls[function].add(callee_of(cursor))
            if cursor.spelling not in SEQUENCED and not self.is_braced(cursor):
                self.note(cursor, cursor.spelling, list(cursor.get_arguments()))
        elif cursor.kind == self.kinds.BINARY_OPERATOR and not re.search("LAnd|LOr|Comma|Assign|Shl|Shr", str(cursor.binary_operator)):
            self.note(cursor, str(cursor.binary_operator).split(".")[-1], list(cursor.get_children()))
        for child in cursor.get_children():
            self.walk(child, inside)

    def is_braced(self, call: Any) -> bool:
        tokens = list(call.get_tokens())
        return bool(tokens) and tokens[-1].spelling == "}"

    def note(self, cursor: Any, name: str, operands: list[Any]) -> None:
        called = [sorted(set(self.called_in(operand))) for operand in operands]
        if sum(bool(names) for names in called) > 1:
            self.unit.sites.append(Site(str(cursor.location.file), cursor.location.line, name, called))

    def called_in(self, cursor: Any) -> Iterator[str]:
        if cursor.kind == self.kinds.LAMBDA_EXPR:
            return
        if cursor.kind == self.kinds.CALL_EXPR and (callee := callee_of(cursor)):
            yield callee
        for child in cursor.get_children():
            yield from self.called_in(child)


def arguments_of(entry: dict[str, str]) -> list[str]:
    """What the compiler is told beside the source and what it writes."""
    words = shlex.split(entry["command"])
    words = words[next(i for i, word in enumerate(words) if word.endswith("clang++-19")) + 1:]
    kept: list[str] = []
    for word, before in zip(words, ["", *words[:-1]], strict=True):
        if word not in ("-c", "-MD", "-MT", "-MF", "-o", entry["file"]) and before not in ("-MT", "-MF", "-o"):
            kept.append(word)
    return [f"-working-directory={entry['directory']}", *kept]


def read_unit(entry: dict[str, str], root: str) -> Unit:
    from clang import cindex
    unit = Unit(entry["file"])
    try:
        read = cindex.Index.create().parse(entry["file"], arguments_of(entry))
    except cindex.TranslationUnitLoadError as error:
        unit.error = str(error)
        return unit
    errors = [str(diagnostic) for diagnostic in read.diagnostics if diagnostic.severity >= cindex.Diagnostic.Error]
    unit.error = errors[0] if errors else ""
    Reader(cindex, root, unit).read(read.cursor)
    return unit


def acting_in_order(calls: dict[str, set[str]]) -> set[str]:
    callers: dict[str, set[str]] = defaultdict(set)
    for caller, callees in calls.items():
        for callee in callees:
            callers[callee].add(caller)
    acting = {name for name in (*calls, *callers) if is_ordered(name)}
    pending = list(acting)
    while pending:
        fresh = callers[pending.pop()] - acting
        acting |= fresh
        pending += fresh
    return acting


def unordered_in(units: Iterable[Unit]) -> list[str]:
    calls: dict[str, set[str]] = defaultdict(set)
    sites = []
    for unit in units:
        sites += unit.sites
        for caller, callees in unit.calls.items():
            calls[caller] |= callees
    acting = acting_in_order(calls)
    found = {(site.file, site.line, site.name) for site in sites if sum(any(name in acting or is_ordered(name) for name in names) for names in site.operands) > 1}
    return [f"{file}:{line}: operands of {name} act in an order that the compiler chooses: compute all but the last one before" for file, line, name in sorted(found)]


def sources_of(build: pathlib.Path, root: pathlib.Path, folders: list[str]) -> list[dict[str, str]]:
    entries = {}
    for entry in json.loads((build / "compile_commands.json").read_text()):
        name = os.path.relpath(entry["file"], root)
        if name.endswith(".cc") and not name.endswith(("_test.cc", "_benchmark.cc")) and name.startswith(tuple(f"{folder}/" for folder in folders)):
            entries[name] = entry
    return list(entries.values())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=pathlib.Path, default=pathlib.Path("build/dev"), help="a build by clang, with its precompiled headers [default: build/dev]")
    parser.add_argument("folders", nargs="*", default=FOLDERS, metavar="FOLDER", help=f"what is read [default: {' '.join(FOLDERS)}]")
    args = parser.parse_args()
    root = pathlib.Path.cwd()
    entries = sources_of(args.build, root, args.folders)
    with ProcessPoolExecutor() as pool:
        units = list(pool.map(read_unit, entries, [str(root)] * len(entries)))
    broken = [f"{unit.source}: {unit.error}" for unit in units if unit.error]
    found = [line.removeprefix(f"{root}/") for line in unordered_in(units)]
    sites = sum(len(unit.sites) for unit in units)
    counted = f"{len(units)} sources, {sites} calls with several operands that call: {len(found)} unordered, {len(broken)} sources not read"
    print("\n".join([*broken, *found, counted]))
    sys.exit(1 if broken or found or not units else 0)


if __name__ == "__main__":
    main()
