"""Has a probe count which blocks of TVM's code this process reaches, and those that it forks (coverage/reach.h of assay).

The probe is a library that comes as an open file; what it is to watch, and the memory that it writes, are two more. Lines of TVM's
own Python count behind the blocks, where Python can tell at little cost (sys.monitoring, since 3.12). Imported by worker.py. Tested
by tvm_worker_test.cc.
"""
from __future__ import annotations

import ctypes
import importlib.machinery
import inspect
import mmap
import os
import pathlib
import struct
import sys
import types
from collections.abc import Iterator

import tvm

# The loaded probe; None: nobody watches.
_probe: ctypes.CDLL | None = None
# Where the lines of a file's functions stand in the map, by path; and the map.
_places: dict[str, dict[int, int]] = {}
_map: mmap.mmap | None = None
_slot = 1

# ProbeMap (coverage/probe/probe.h): two numbers of four bytes, one for each slot, and then a byte for each block.
SLOTS = 256
HEAD = 4 * (2 + SLOTS)
TOOL = 1  # sys.monitoring.COVERAGE_ID


def functions_of(code: types.CodeType) -> Iterator[types.CodeType]:
    """Those that are defined in it, at any depth: what runs at import alone is none."""
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            if constant.co_flags & inspect.CO_OPTIMIZED:
                yield constant
            yield from functions_of(constant)


def functions() -> dict[str, list[list[int]]]:
    """The lines of each function of TVM's Python, by file below its package; nothing where Python cannot watch them."""
    found: dict[str, list[list[int]]] = {}
    if not hasattr(sys, "monitoring") or not getattr(tvm, "__file__", None):
        return found
    root = pathlib.Path(tvm.__file__).parent
    for path in sorted(root.rglob("*.py"), key=lambda path: str(path.relative_to(root))):
        try:
            code = importlib.machinery.SourceFileLoader(path.stem, str(path)).get_code(path.stem)
        except (OSError, SyntaxError, ValueError):
            continue
        if code is not None:
            taken: set[int] = set()
            parts = []
            for one in functions_of(code):
                lines = sorted({line for _, _, line in one.co_lines() if line} - taken)
                taken.update(lines)
                if lines:
                    parts.append(lines)
            found[str(path.relative_to(root))] = parts
    return found


def watch_lines(blocks: int, reached: int) -> None:
    """The last blocks of the map are the lines, in the order of functions()."""
    global _map
    by_file = functions()
    place = os.fstat(blocks).st_size // 4 - sum(len(lines) for some in by_file.values() for lines in some)
    root = pathlib.Path(tvm.__file__).parent if by_file else pathlib.Path()
    for file, some in by_file.items():
        places = _places.setdefault(str(root / file), {})
        for lines in some:
            for line in lines:
                places[line] = place
                place += 1
    _map = mmap.mmap(reached, 0)
    if not by_file:
        return
    monitoring = sys.monitoring  # type: ignore[attr-defined]
    monitoring.use_tool_id(TOOL, "assay")
    monitoring.register_callback(TOOL, monitoring.events.LINE, on_line)
    monitoring.set_events(TOOL, monitoring.events.LINE)


def found() -> int:
    """How many blocks this process's slot reached first."""
    return 0 if _map is None else int(struct.unpack_from("<I", _map, 4 * (2 + _slot))[0])


def on_line(code: types.CodeType, line: int) -> object:
    """Each line is told once in a process."""
    places = _places.get(code.co_filename)
    place = None if places is None else places.get(line)
    if place is not None and _map is not None and _map[HEAD + place] == 0:
        _map[HEAD + place] = _slot
        struct.pack_into("<I", _map, 4 * (2 + _slot), found() + 1)
    return sys.monitoring.DISABLE  # type: ignore[attr-defined]


def library() -> str:
    """The path of the library with most of TVM's code; empty where there is none."""
    sizes: dict[str, int] = {}
    with open("/proc/self/maps", encoding="utf-8") as maps:
        for line in maps:
            fields = line.rstrip("\n").split(maxsplit=5)
            if len(fields) < 6 or "x" not in fields[1]:
                continue
            path = fields[5]
            name = os.path.basename(path)
            if not name.startswith("libtvm") or ".so" not in name:
                continue
            begin, end = (int(part, 16) for part in fields[0].split("-"))
            sizes[path] = sizes.get(path, 0) + end - begin
    return max(sizes, key=lambda path: sizes[path]) if sizes else ""


def arm(probe: int, blocks: int, reached: int) -> int:
    """From now on, blocks are counted. 0, or the probe's error."""
    global _probe
    try:
        loaded = ctypes.CDLL(f"/proc/self/fd/{probe}")
    except OSError:
        return -100
    armed: int = loaded.AssayProbeArm(os.path.basename(library()).encode(), blocks, reached)
    if armed == 0:
        _probe = loaded
        watch_lines(blocks, reached)
    return armed


def settle() -> None:
    """Between forks: what was reached is not met again."""
    if _probe is not None:
        _probe.AssayProbeSettle()


def use_slot(slot: int) -> None:
    """Whose what this process reaches is."""
    global _slot
    _slot = slot
    if _probe is not None:
        _probe.AssayProbeSlot(slot)
