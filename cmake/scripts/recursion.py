#!/usr/bin/env python3
"""Finds circles of functions that call each other, or themselves, across files and within one: from what the built libraries call.

An edge is a reference of one function's code to another function: a call, or its address taken (a lambda that is handed on). Circles of a dependency's
functions alone are not ours. Each other circle carries `// recursion: REASON` above or in one of its functions; of structs that hold themselves
HOLDS_ITSELF has the reasons. Calls through virtual functions are not seen (kinds.py --reasons sees, by name, those within a file). What the compiler
has inlined is part of its caller, so that a reason belongs to a function that stays, or to one whose lambda a template in the circle has been handed.

Usage: recursion.py [--list] [--within] libassay_*.a   fails where a circle across files has no reason, or more within one than MOST_WITHIN (the test
house.recursion); --list prints the circles across files, --within those within one that have no reason
"""
from __future__ import annotations

import argparse
import bisect
import pathlib
import re
import shutil
import struct
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor

import checkout
import kinds

FUNCTION, SECTION = 2, 3
SYMBOLS, RELOCATIONS = 2, 4
# x86-64: places that hold what lies four bytes on from the instruction.
RELATIVE = (2, 4)
# What the assembler has settled itself, within a section: call, jmp, jcc, and lea of an address.
SETTLED = re.compile(rb'[\xe8\xe9]|\x0f[\x80-\x8f]|\x8d[\x05\x0d\x15\x1d\x25\x2d\x35\x3d]')


def members(library: bytes) -> Iterator[tuple[str, bytes]]:
    """Names and contents of the objects in an archive."""
    position, long_names = 8, b''
    while position + 60 <= len(library):
        name = library[position:position + 16].decode().strip()
        size = int(library[position + 48:position + 58])
        body = library[position + 60:position + 60 + size]
        if name == '//':
            long_names = body
        elif name not in ('/', '/SYM64/'):
            if name.startswith('/'):
                start = int(name[1:])
                name = long_names[start:long_names.index(b'/\n', start)].decode()
            yield name.rstrip('/'), body
        position += 60 + size + size % 2


class Object:
    """Functions of one object, and whom their code refers to."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        start, = struct.unpack_from('<Q', data, 40)
        size, count, _ = struct.unpack_from('<HHH', data, 58)
        self.sections = [struct.unpack_from('<IIQQQQIIQQ', data, start + i * size) for i in range(count)]
        table = next(section for section in self.sections if section[1] == SYMBOLS)
        self.names = self.sections[table[6]][4]
        self.symbols = [struct.unpack_from('<IBBHQQ', data, at) for at in range(table[4], table[4] + table[5], 24)]
        self.functions: dict[int, list[tuple[int, int, int]]] = defaultdict(list)
        for number, (_, info, _, section, value, length) in enumerate(self.symbols):
            if info & 15 == FUNCTION and section:
                self.functions[section].append((value, length, number))
        for listed in self.functions.values():
            listed.sort()

    def name(self, number: int) -> tuple[str, bool]:
        """And whether other objects see it."""
        at, info = self.symbols[number][:2]
        return self.data[self.names + at:self.data.index(b'\0', self.names + at)].decode(), info >> 4 != 0

    def holding(self, section: int, offset: int) -> int | None:
        listed = self.functions.get(section, [])
        place = bisect.bisect_right(listed, offset, key=lambda one: one[0]) - 1
        return listed[place][2] if place >= 0 and offset < listed[place][0] + listed[place][1] else None

    def settled(self, section: int, relocated: set[int]) -> Iterator[tuple[int, int]]:
        """References to the beginning of a function of the same section that need no relocation."""
        begins = {value: number for value, _, number in self.functions[section]}
        offset, size = self.sections[section][4:6]
        for match in SETTLED.finditer(self.data, offset, offset + size - 4):
            place = match.end() - offset
            if place in relocated or place + 4 > size:
                continue
            to = begins.get(place + 4 + struct.unpack_from('<i', self.data, match.end())[0])
            caller = self.holding(section, match.start() - offset) if to is not None else None
            if to is not None and caller is not None:
                yield caller, to

    def edges(self) -> set[tuple[int, int]]:
        found = set()
        relocated: dict[int, set[int]] = defaultdict(set)
        for section in self.sections:
            if section[1] != RELOCATIONS or section[7] not in self.functions:
                continue
            for at in range(section[4], section[4] + section[5], 24):
                offset, info, addend = struct.unpack_from('<QQq', self.data, at)
                relocated[section[7]].add(offset)
                to: int | None = info >> 32
                kind, home = self.symbols[info >> 32][1] & 15, self.symbols[info >> 32][3]
                if kind == SECTION:
                    to = self.holding(home, addend + (4 if info & 0xffffffff in RELATIVE else 0))
                elif kind != FUNCTION and home:
                    continue
                caller = self.holding(section[7], offset)
                if caller is not None and to is not None:
                    found.add((caller, to))
        for number in self.functions:
            found.update(self.settled(number, relocated[number]))
        return found


def calls_of(path: str) -> list[tuple[str, str, str]]:
    """Caller, callee and object; what an object alone sees has its name behind an @."""
    found = []
    for name, body in members(pathlib.Path(path).read_bytes()):
        one = Object(body)
        own = f'@{pathlib.Path(path).name}:{name}'
        names: dict[int, str] = {}
        for edge in one.edges():
            for number in edge:
                if number not in names:
                    text, seen = one.name(number)
                    names[number] = text if seen else text + own
            found.append((names[edge[0]], names[edge[1]], name))
    return found


def circles(calls: dict[str, set[str]]) -> list[list[str]]:
    """Tarjan's, with a stack of its own."""
    numbers: dict[str, int] = {}
    lowest: dict[str, int] = {}
    open_ones: list[str] = []
    is_open: set[str] = set()
    work: list[tuple[str, Iterator[str]]] = []
    found = []

    def begin(one: str) -> None:
        numbers[one] = lowest[one] = len(numbers)
        open_ones.append(one)
        is_open.add(one)
        work.append((one, iter(calls[one])))

    for root in calls:
        if root not in numbers:
            begin(root)
        while work:
            one, rest = work[-1]
            fresh = None
            for other in rest:
                if other in calls and other not in numbers:
                    fresh = other
                    break
                if other in is_open:
                    lowest[one] = min(lowest[one], numbers[other])
            if fresh is not None:
                begin(fresh)
                continue
            work.pop()
            if work:
                lowest[work[-1][0]] = min(lowest[work[-1][0]], lowest[one])
            if lowest[one] == numbers[one]:
                circle = [open_ones.pop()]
                while circle[-1] != one:
                    circle.append(open_ones.pop())
                is_open.difference_update(circle)
                if len(circle) > 1 or one in calls[one]:
                    found.append(circle)
    return found


def without_decltype(name: str) -> str:
    """What stands behind a result type that is told by an expression."""
    depth = 0
    for at, sign in enumerate(name if name.startswith('decltype(') else ''):
        depth += (sign == '(') - (sign == ')')
        if sign == ')' and depth == 0:
            return name[at + 1:].lstrip()
    return name


def plain(name: str) -> str:
    """A demangled name without arguments, templates, and what says that it is another form of the function."""
    name = without_decltype(name.replace('(anonymous namespace)::', ''))
    name = re.sub(r'\[abi:\w+\]| \[clone[^\]]*\]|\boperator(<=>|<<|>>|<|>|->)', '', name)
    before = None
    while before != name:
        before, name = name, re.sub(r'<[^<>]*>', '', name)
    enclosing = re.match(r"(.*?)(\([^()]*(\([^()]*\)[^()]*)*\)( const)?)?::(\{lambda|\$_|'lambda)", name)
    return (enclosing[1] if enclosing else name).split('(')[0].split(' ')[-1]


def before_group(name: str, at: int) -> int:
    """Where the brackets open that close in front of the place, if some do."""
    depth = 0
    for place in range(at - 1, -1, -1):
        depth += (name[place] in ')>') - (name[place] in '(<')
        if depth == 0:
            return at if place == at - 1 else place
    return at


def makers(name: str) -> Iterator[str]:
    """Functions whose lambdas a template has been handed: they are a part of it, and the compiler may leave nothing else of them."""
    name = re.sub(r'\[abi:\w+\]', '', name.replace('(anonymous namespace)::', ''))
    for match in re.finditer(r"( const)?::(\{lambda|\$_|'lambda)", name):
        found = re.search(r'[\w:~]+$', name[:before_group(name, before_group(name, match.start()))])
        if found:
            yield found[0]


class Sources:
    """Functions of the sources, by their names."""

    def __init__(self, texts: dict[str, str]) -> None:
        self.texts = texts
        self.functions: dict[str, list[tuple[str, kinds.Function]]] = defaultdict(list)
        for file, text in texts.items():
            for function in kinds.functions_of(text):
                head = kinds.HEAD.search(function.text)
                if head:
                    self.functions[head[1]].append((file, function))

    def carries(self, demangled: str, object_name: str) -> bool:
        return any(self.has_reason(name, object_name) for name in (plain(demangled), *makers(demangled)))

    def has_reason(self, name: str, object_name: str) -> bool:
        parts = name.split('::')
        source = object_name.removesuffix('.o')
        # Of a method the file says the class, too.
        owner = parts[-2] if len(parts) > 2 else ''
        named = [function for file, function in self.functions.get(parts[-1], [])
                 if (file.endswith('.h') or file.endswith('/' + source)) and owner in self.texts[file]]
        return any(kinds.RECURSION.search(function.above) or kinds.RECURSION.search(function.text) for function in named)


def is_own(demangled: str) -> bool:
    """Neither a dependency's, nor one of its templates that knows no type of ours."""
    return re.search(r'\bassay::', demangled) is not None and re.match(r'.*\bnlohmann::[^ (]*\(', plain(demangled) + '(') is None


def demangled(names: list[str]) -> list[str]:
    # GNU's knows no constraints of templates.
    filters = [name for name in ('llvm-cxxfilt-19', 'c++filt') if shutil.which(name)]
    ran = subprocess.run(filters[:1], input='\n'.join(name.split('@')[0] for name in names), capture_output=True, text=True, check=True)
    return ran.stdout.split('\n')


# The standard library's sorts halve a range, and its trees are balanced.
BOUNDED = re.compile(r'\bstd::(__introsort_loop|__merge_adaptive\w*|__inplace_stable_sort|__stable_sort_adaptive\w*|_Rb_tree\b.*(_M_erase|_M_copy))')
# How many circles within one file may be without a reason: that of value_json.cc, whose depth is counted, has none yet.
MOST_WITHIN = 0
# Structs that hold others of their kind: their copies, ends and comparisons, which the compiler makes, recurse.
HOLDS_ITSELF = {
    'TupleValue': 'as Value',
    'Value': 'nests no deeper than its type, and what is read not beyond kMaxNesting (value_json.cc, recorded_value.cc)',
    'BlockStorage::Value': 'nests as deep as the type whose storages it has',
    'Datum': 'nests no deeper than the value that it shows, or kMaxNesting',
    'NestedBits': 'nests as deep as the type whose uses it has',
    'NestedLayout': 'nests as deep as the type whose layouts it has',
    'OracleContext': 'one within another one at most (OnOwnEngines)',
    'RuleTerm': 'a form of rules.def, which nests a few levels deep',
    'Tokens': 'nests as deep as the type whose storages it has',
}


def is_of_struct(demangled: str) -> bool:
    """Made by the compiler, or by a template of the standard library, for one of HOLDS_ITSELF."""
    demangled = demangled.replace('(anonymous namespace)::', '')
    named = plain(demangled)
    made = re.match(r'(std|__gnu_cxx|decltype)\b', demangled.removeprefix('void ').removeprefix('auto ')) or re.search(r'\bstd::', demangled.split('(')[0]) or (
        re.search(r'::(\w+)::~?\1$|::operator(=|==)?$', named))
    return bool(made) and any(re.search(rf'\bassay::(python::)?{name}\b', demangled) for name in HOLDS_ITSELF)


def unreasoned(found: list[list[str]], homes: dict[str, str], sources: Sources) -> tuple[list[str], list[str], int]:
    """Sentences about circles of our own without a reason, across files and within one, and how many circles of our own there are."""
    names = demangled([name for circle in found for name in circle])
    across: list[str] = []
    within: list[str] = []
    count = at = 0
    for circle in found:
        shown, at = names[at:at + len(circle)], at + len(circle)
        if not any(is_own(name) for name in shown) or all(BOUNDED.search(name) or is_of_struct(name) for name in shown):
            continue
        count += 1
        if not any(sources.carries(name, homes[symbol]) for name, symbol in zip(shown, circle)):
            ordered = sorted(f'{plain(name) if is_own(plain(name)) else name} ({homes[symbol]})' for name, symbol in zip(shown, circle))
            said = across if len({homes[symbol] for symbol in circle}) > 1 else within
            said.append(f"{len(circle)} in a circle without '// recursion: REASON': " + ', '.join(ordered[:6]))
    return sorted(across), sorted(within), count


def texts_of(root: pathlib.Path) -> dict[str, str]:
    """What kinds.py looks at, and the Python package, which has no nodes."""
    return {name: (root / name).read_text() for name in checkout.names_of(root)
            if name.startswith((*(folder + '/' for folder in kinds.FOLDERS), 'python/')) and name.endswith(('.cc', '.h')) and (root / name).exists()}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split('\n', 1)[0] if __doc__ else None)
    parser.add_argument('--root', type=pathlib.Path, default=pathlib.Path('.'))
    parser.add_argument('--list', action='store_true', help='prints the circles across files with their functions')
    parser.add_argument('--within', action='store_true', help='says also which circles within a file have no reason yet')
    parser.add_argument('libraries', nargs='+')
    args = parser.parse_args()
    calls: dict[str, set[str]] = defaultdict(set)
    homes: dict[str, str] = {}
    with ProcessPoolExecutor() as pool:
        for listed in pool.map(calls_of, args.libraries):
            for caller, callee, name in listed:
                calls[caller].add(callee)
                homes.setdefault(caller, name)
    found = circles(dict(calls))
    across = [circle for circle in found if len({homes[name] for name in circle}) > 1]
    if args.list:
        for circle in across:
            print(', '.join(sorted({plain(name) for name in demangled(circle) if name})))
    wrong, within, count = unreasoned(found, homes, Sources(texts_of(args.root)))
    too_many = len(within) > MOST_WITHIN
    print('\n'.join(wrong + (within if args.within or too_many else [])))
    print(f'{len(calls)} functions that call, {count} circles of our own, {len(across)} across files; without a reason {len(wrong)} across files and '
          f'{len(within)} within one, of which {MOST_WITHIN} may be')
    return 1 if wrong or too_many else 0


if __name__ == '__main__':
    sys.exit(main())
