#!/usr/bin/env python3
"""Says what headers cost: in how many files each was read, and how many seconds that took with all that it includes.

Compile some files with -ftime-trace (clang, beside each object a JSON file) and hand over the traces, or with --compile name files of the checkout:
they are compiled by the commands of compile_commands.json, with the set of precompiled headers or without it. What stands in that set is read once
for all of them, and shows only without it. Seconds are those of the clock: measure on a machine that does nothing else.

Usage: header_cost.py [--most N] [--only TEXT] TRACE.json...
       header_cost.py --compile [--plain] [--build FOLDER] [--most N] [--only TEXT] FILE.cc...
"""
from __future__ import annotations

import argparse
import json
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Any

Event = dict[str, Any]


def sources(events: Iterable[Event]) -> Iterator[tuple[str, int]]:
    """Headers and how long each was read, in microseconds: an event of its own, or a beginning and an end behind one another."""
    begun: tuple[str, int] | None = None
    for event in events:
        if event.get('name') != 'Source':
            continue
        if event['ph'] == 'X':
            yield event['args']['detail'], event['dur']
        elif event['ph'] == 'b':
            begun = event['args']['detail'], event['ts']
        elif begun is not None:
            yield begun[0], event['ts'] - begun[1]
            begun = None


def total(events: Iterable[Event], name: str) -> float:
    return sum(float(event['dur']) for event in events if event.get('name') == f'Total {name}') / 1e6


def shortened(path: str, root: str) -> str:
    """From the checkout, or from the folder that the compiler looks for it in."""
    if root and path.startswith(root):
        return path[len(root):].lstrip('/')
    return re.sub(r'^.*?/include/(c\+\+/[\d.]+/|x86_64[^/]*/(c\+\+/[\d.]+/)?)?', '', path)


def costs(traces: Iterable[list[Event]], root: str) -> dict[str, tuple[int, float]]:
    """Files and seconds by header; one that is read again within a file counts once."""
    files: dict[str, int] = defaultdict(int)
    seconds: dict[str, float] = defaultdict(float)
    for events in traces:
        seen = set()
        for path, micros in sources(events):
            name = shortened(path, root)
            files[name] += name not in seen
            seen.add(name)
            seconds[name] += micros / 1e6
    return {name: (files[name], seconds[name]) for name in files}


def table(found: dict[str, tuple[int, float]], most: int, only: str) -> list[str]:
    rows = sorted(((name, *cost) for name, cost in found.items() if only in name), key=lambda row: (-row[2], row[0]))[:most]
    width = max([len(row[0]) for row in rows] + [len('header')])
    return [f"{'header':{width}}  files  seconds"] + [f'{name:{width}}  {files:5}  {seconds:7.2f}' for name, files, seconds in rows]


def command_of(entry: dict[str, str], plain: bool, out: str) -> list[str]:
    words = shlex.split(entry['command'])
    words[words.index('-o') + 1] = out
    for option in ('-include-pch', '-include') if plain else ():
        at = words.index(option) if option in words else 0
        if at:
            # Each word of it stands behind an -Xclang.
            del words[at - 1:at + 3]
    return [*words, '-ftime-trace', '-ftime-trace-granularity=200']


def traced(files: list[str], build: pathlib.Path, plain: bool) -> tuple[list[list[Event]], str]:
    """And the root that the commands name."""
    entries = json.loads((build / 'compile_commands.json').read_text())
    found = []
    root = ''
    with tempfile.TemporaryDirectory() as folder:
        for number, file in enumerate(files):
            entry = next((one for one in entries if one['file'].endswith('/' + file)), None)
            if entry is None:
                sys.exit(f'{build}/compile_commands.json has no {file}')
            root = entry['file'].removesuffix(file)
            out = pathlib.Path(folder) / f'{number}.o'
            subprocess.run(command_of(entry, plain, str(out)), cwd=entry['directory'], check=True)
            found.append(json.loads(out.with_suffix('.json').read_text())['traceEvents'])
    return found, root


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split('\n', 1)[0] if __doc__ else None)
    parser.add_argument('--compile', action='store_true', help='files are sources, to be compiled with -ftime-trace')
    parser.add_argument('--plain', action='store_true', help='without the set of precompiled headers')
    parser.add_argument('--build', type=pathlib.Path, default=pathlib.Path('build/dev'))
    parser.add_argument('--most', type=int, default=30, help='rows at most')
    parser.add_argument('--only', default='', help='headers whose names have this in them')
    parser.add_argument('files', nargs='+')
    args = parser.parse_args()
    if args.compile:
        traces, root = traced(args.files, args.build, args.plain)
    else:
        traces, root = [json.loads(pathlib.Path(file).read_text())['traceEvents'] for file in args.files], ''
    print('\n'.join(table(costs(traces, root), args.most, args.only)))
    print(f"{len(traces)} files, {sum(total(events, 'Frontend') for events in traces):.2f} seconds of frontend, "
          f"{sum(total(events, 'Source') for events in traces):.2f} of them in headers")
    return 0


if __name__ == '__main__':
    sys.exit(main())
