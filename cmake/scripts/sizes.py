#!/usr/bin/env python3
"""Counts lines of files and functions over all .cc, .h and .py, and fails where the house limits are passed.

Files: none over 600 lines, 95 % under 400, median at most 150. Functions (from the first line of the signature to the
closing brace; lambdas in tables too; of Python from `def` to the last line): none over 70 lines, median
at most 10. `--list FILE...` prints what it counts instead. Tested by house.sizes_counts.
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
        return 0
    files, bodies = counted(sources())
    wrong = list(complaints(files, bodies))
    for sentence in wrong:
        print(sentence)
    if files and bodies:
        lengths = [length for _, length in files]
        spans = [length for _, _, length in bodies]
        print(f'{len(files)} files, median {statistics.median(lengths):g}, longest {max(lengths)}; '
              f'{len(bodies)} functions, median {statistics.median(spans):g}, longest {max(spans)}')
    return 1 if wrong else 0


if __name__ == '__main__':
    sys.exit(main())
