#!/usr/bin/env python3
"""Counts lines of files and functions, and methods of classes, over all .cc, .h and .py, and fails where the house limits are passed.

Files: none over 600 lines, 95 % under 400, median at most 150. Functions (from the first line of the signature to the
closing brace; lambdas in tables too; of Python from `def` to the last line): none over 70 lines, median
at most 10. Classes declare at most 40 methods, overloads, constructors and operators included, what is deleted or defaulted not;
those of EXCEPTIONS at most as many as stand there. `--list FILE...` prints what it counts instead. Tested by house.sizes_counts and
scripts_test.py.
"""
from __future__ import annotations

import ast
import dataclasses
import os
import re
import statistics
import subprocess
import sys
from collections.abc import Iterator

MAX_FILE, USUAL_FILE, USUAL_SHARE, MEDIAN_FILE = 600, 400, 0.95, 150
MAX_FUNCTION, MEDIAN_FUNCTION = 70, 10
MAX_METHODS = 40

# Classes that may declare more: how many, and why.
EXCEPTIONS: dict[str, tuple[int, str]] = {
    'CaseSource': (45, 'ways to make a case, which draw from the same seeds, plan and sweep'),
    'FunctionBuilder': (47, 'what all emitters of machine code share: 18 of them only give or set a member'),
    'PyParser': (56, 'one for each production of the grammar'),
    'RelaxMutator': (46, 'one hook for each kind of Relax node'),
    'Subject': (45, 'the interface of subjects: one for each promise that oracles ask about, most with a default'),
    'TirMachine': (57, 'one for each group of instructions, over the registers of one run'),
    'TvmSubject': (58, 'what Subject declares, for TVM'),
    'Worker': (44, 'steps with one case, over the counters that a worker reports'),
}

# Comments, literals and preprocessor lines, in the order in which the compiler would see them.
NOISE = re.compile(
    r'R"(?P<tag>[^()\s\\]*)\(.*?\)(?P=tag)"'
    r'|//[^\n]*|/\*.*?\*/'
    r'|"(?:\\.|[^"\\\n])*"'
    r"|(?<![0-9A-Fa-f])'(?:\\.|[^'\\\n])+'"
    r'|^[ \t]*\#(?:\\\n|[^\n])*',
    re.S | re.M)

# A brace after one of these words opens a body, not the initialiser of a member.
TRAILERS = {'const', 'noexcept', 'override', 'final', 'try', 'mutable', 'else', 'do'}


def blank(text: str) -> str:
    """The text without comments, literals and preprocessor lines; newlines stay."""
    def spaces(match: re.Match[str]) -> str:
        kept = '""' if match.group(0)[0] in '"R\'' else ''
        return kept + '\n' * match.group(0).count('\n')
    return NOISE.sub(spaces, text)


def top_level(head: str) -> str:
    """The head with what stands in parentheses and square brackets taken out."""
    while True:
        shorter = re.sub(r'\([^()]*\)|\[[^\[\]]*\]', '', head)
        if shorter == head:
            return head
        head = shorter


def kind_of(head: str) -> str:
    """What a brace after `head` opens: scope, function, lambda, member (initialiser in a constructor's list) or data."""
    head = re.sub(r'\boperator\s*(\(\s*\)|\[\s*\]|[^\s\w(]+)', 'operator_', head.strip())
    flat = top_level(head)
    # Angle brackets of template heads and arguments: a default argument's '=' is not an initialiser.
    while re.search(r'<[^<>]*>', flat):
        flat = re.sub(r'<[^<>]*>', ' ', flat)
    if re.search(r'\b(namespace|extern)\b', flat) and '(' not in head:
        return 'scope'
    if re.search(r'\benum\b', flat):
        return 'data'
    if re.search(r'\b(struct|class|union)\b', flat) and not re.search(r'=', flat):
        return 'scope'
    if re.search(r'\]\s*(\(.*\))?\s*(mutable|noexcept|constexpr|->[^{;=]*|\s)*$', head, re.S) and (
            re.search(r'[=(,{]\s*\[|^\[|return\s*\[', head)):
        return 'lambda'
    if '(' not in head or '=' in flat:
        return 'data'
    last = re.search(r'([\w>]+)\s*$', head)
    if re.search(r'\)\s*(noexcept\s*)?:(?!:)', head) and last and last.group(1) not in TRAILERS:
        return 'member'
    return 'function'


@dataclasses.dataclass
class Brace:
    kind: str
    line: int
    depth: int = 1


def functions(text: str) -> Iterator[tuple[int, int]]:
    """Yields (first line, line count) of every function and every lambda in a table."""
    # Open braces: what each opens, its line, and how many are open within it.
    stack: list[Brace] = []
    head, head_line, line = '', 1, 1
    for char in blank(text):
        if char == '\n':
            line += 1
        if stack and stack[-1].kind in ('function', 'lambda', 'member'):
            # Inside a body only the braces matter.
            if char == '{':
                stack[-1].depth += 1
            elif char == '}':
                stack[-1].depth -= 1
                if stack[-1].depth == 0:
                    closed = stack.pop()
                    if closed.kind == 'member':
                        head += ' ""'
                        continue
                    head = ''
                    yield closed.line, line - closed.line + 1
            continue
        if char == '{':
            kind = kind_of(head)
            stack.append(Brace(kind, head_line if kind != 'lambda' else line - open_lambda_lines(head)))
            if kind != 'member':
                head = ''
        elif char == '}':
            if stack:
                stack.pop()
            head = ''
        elif char == ':' and head.strip() in ('public', 'private', 'protected'):
            head = ''
        elif char == ';' or (char == ',' and stack and stack[-1].kind == 'data'):
            head = ''
        elif not head.strip() and not char.isspace():
            head, head_line = char, line
        else:
            head += char


def declares_method(head: str) -> bool:
    """Whether a declaration within a class, without its end or body, is one of a method."""
    head = re.sub(r'\boperator\s*(\(\s*\)|\[\s*\]|[^\s\w(]+)', 'operator_', head.strip())
    if re.match(r'(using|friend|typedef|static_assert|enum)\b', head) or re.search(r'\bfriend\b', head):
        return False
    if re.search(r'=\s*(default|delete)\s*$', head):
        return False
    # What stands in the arguments of a template is none: std::function<void(int)>.
    while re.search(r'<[^<>]*>', head):
        head = re.sub(r'<[^<>]*>', ' ', head)
    head = re.sub(r'\b(decltype|alignas|noexcept|__attribute__)\s*\((?:[^()]|\([^()]*\))*\)', ' ', head)
    flat = top_level(head)
    if '=' in flat and not re.search(r'=\s*0\s*$', flat):
        return False
    # A pointer to a function is a member.
    return re.search(r'\w\s*\((?!\s*\*)', head) is not None


@dataclasses.dataclass
class Scope:
    """An open brace: of a class (with its name), of another scope, or of what is no scope."""
    name: str
    line: int
    kind: str
    methods: int = 0
    depth: int = 1


def classes(text: str) -> Iterator[tuple[str, int, int]]:
    """Yields (name, first line, methods declared) of every class, struct and union that has a method."""
    stack: list[Scope] = []
    head, head_line, line = '', 1, 1

    def declared() -> None:
        if stack and stack[-1].kind == 'class' and declares_method(head):
            stack[-1].methods += 1

    for char in blank(text):
        if char == '\n':
            line += 1
        if stack and stack[-1].kind not in ('class', 'scope'):
            # Inside a body or data only the braces matter.
            stack[-1].depth += {'{': 1, '}': -1}.get(char, 0)
            if stack[-1].depth == 0:
                head = '' if stack.pop().kind == 'function' else head + ' ""'
            continue
        if char == '{':
            kind = kind_of(head)
            if kind == 'function':
                declared()
            named = re.search(r'\b(?:class|struct|union)\s+([\w:]+)', top_level(head)) if kind == 'scope' else None
            stack.append(Scope(named[1] if named else '', head_line, 'class' if named else kind))
            if kind == 'scope':
                head = ''
        elif char == '}':
            closed = stack.pop() if stack else None
            if closed and closed.methods:
                yield closed.name, closed.line, closed.methods
            head = ''
        elif char == ':' and head.strip() in ('public', 'private', 'protected'):
            head = ''
        elif char == ';':
            declared()
            head = ''
        elif not head.strip() and not char.isspace():
            head, head_line = char, line
        else:
            head += char


def python_classes(text: str) -> Iterator[tuple[str, int, int]]:
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.ClassDef):
            methods = sum(isinstance(part, (ast.FunctionDef, ast.AsyncFunctionDef)) for part in node.body)
            if methods:
                yield node.name, node.lineno, methods


def too_many(found: list[tuple[str, str, int, int]], exceptions: dict[str, tuple[int, str]]) -> Iterator[str]:
    """Sentences about classes, as (path, name, line, methods), that declare more methods than they may, and exceptions that are none."""
    for path, name, first, methods in found:
        limit = exceptions.get(name, (MAX_METHODS, ''))[0]
        if methods > limit:
            yield f'{path}:{first}: {name} declares {methods} methods, the limit is {limit}'
    for name, (limit, _) in exceptions.items():
        if max((methods for _, other, _, methods in found if other == name), default=0) < limit:
            yield f'{name} declares fewer than {limit} methods: its line in EXCEPTIONS says too many'


def python_functions(text: str) -> Iterator[tuple[int, int]]:
    """The same of Python: functions and methods, with those inside of them; what is written in another function counts for both."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) and node.end_lineno is not None:
            yield node.lineno, node.end_lineno - node.lineno + 1


def open_lambda_lines(head: str) -> int:
    """How many lines the signature of the lambda at the end of `head` spans before its brace."""
    starts = [match.end() for match in re.finditer(r'(?:^|[=(,{]|return)\s*\[', head)]
    return head[max(starts, default=0):].count('\n')


# What is no program of ours: modules of TVMScript, and what nanobind writes.
NO_SOURCES = re.compile(r'(^|/)(testdata|build|\.venv)/|^(corpus|regressions|docs/tutorials/files)/|\.pyi$')


def sources() -> list[str]:
    listed = subprocess.run(['git', 'ls-files', '-co', '--exclude-standard', '--', '*.cc', '*.h', '*.py'],
                            capture_output=True, text=True)
    if listed.returncode == 0:
        found = listed.stdout.split('\n')
    else:
        found = [os.path.relpath(os.path.join(folder, name)) for folder, _, names in os.walk('.') for name in names
                 if name.endswith(('.cc', '.h', '.py'))]
    return sorted({path for path in found if os.path.isfile(path) and not NO_SOURCES.search(path)})


def complaints(files: list[tuple[str, int]], bodies: list[tuple[str, int, int]]) -> Iterator[str]:
    """Sentences about the limits that are passed."""
    for path, length in files:
        if length > MAX_FILE:
            yield f'{path}: {length} lines, the limit is {MAX_FILE}'
    for path, first, length in bodies:
        if length > MAX_FUNCTION:
            yield f'{path}:{first}: a function of {length} lines, the limit is {MAX_FUNCTION}'
    if not files:
        return
    usual = sum(length < USUAL_FILE for _, length in files) / len(files)
    if usual < USUAL_SHARE:
        yield f'only {usual:.1%} of the files are under {USUAL_FILE} lines, {USUAL_SHARE:.0%} should be'
    if statistics.median(length for _, length in files) > MEDIAN_FILE:
        yield f'the median file is over {MEDIAN_FILE} lines'
    if bodies and statistics.median(length for _, _, length in bodies) > MEDIAN_FUNCTION:
        yield f'the median function is over {MEDIAN_FUNCTION} lines'


def classes_in(paths: list[str]) -> list[tuple[str, str, int, int]]:
    """Path, name, first line and methods of each class."""
    found = []
    for path in paths:
        with open(path, encoding='utf-8') as opened:
            text = opened.read()
        found += [(path, *one) for one in (python_classes(text) if path.endswith('.py') else classes(text))]
    return found


def counted(paths: list[str]) -> tuple[list[tuple[str, int]], list[tuple[str, int, int]]]:
    """Lines of files, and of their functions with the lines where these begin."""
    files, bodies = [], []
    for path in paths:
        with open(path, encoding='utf-8') as opened:
            text = opened.read()
        files.append((path, len(text.splitlines())))
        of_file = python_functions(text) if path.endswith('.py') else functions(text)
        bodies += [(path, first, length) for first, length in of_file]
    return files, bodies


def main() -> int:
    if sys.argv[1:2] == ['--list']:
        for path, first, length in counted(sys.argv[2:])[1]:
            print(f'{os.path.basename(path)}:{first}: {length}')
        for path, name, first, methods in classes_in(sys.argv[2:]):
            print(f'{os.path.basename(path)}:{first}: {name}, {methods} methods')
        return 0
    paths = sources()
    files, bodies = counted(paths)
    found = classes_in(paths)
    wrong = list(complaints(files, bodies)) + list(too_many(found, EXCEPTIONS))
    for sentence in wrong:
        print(sentence)
    if files and bodies:
        lengths = [length for _, length in files]
        spans = [length for _, _, length in bodies]
        print(f'{len(files)} files, median {statistics.median(lengths):g}, longest {max(lengths)}; '
              f'{len(bodies)} functions, median {statistics.median(spans):g}, longest {max(spans)}; '
              f'{len(found)} classes with methods, most methods {max((methods for *_, methods in found), default=0)}')
    return 1 if wrong else 0


if __name__ == '__main__':
    sys.exit(main())
