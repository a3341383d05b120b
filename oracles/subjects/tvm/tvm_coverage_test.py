"""Lines of TVM's Python as blocks of a map: pytest, as ./dev check python runs it, on the stand-in for TVM."""
from __future__ import annotations

import os
import pathlib
import struct
import sys

import pytest
import tvm
import tvm_coverage


def as_if_python_could_watch(monkeypatch: pytest.MonkeyPatch) -> None:
    if not hasattr(sys, "monitoring"):
        monkeypatch.setattr(sys, "monitoring", object(), raising=False)


def test_lines_are_those_of_functions(monkeypatch: pytest.MonkeyPatch) -> None:
    as_if_python_could_watch(monkeypatch)
    found = tvm_coverage.functions()
    assert list(found) == ["__init__.py"]
    text = pathlib.Path(tvm.__file__).read_text(encoding="utf-8").splitlines()
    first = found["__init__.py"][0]
    assert text[first[0] - 1].lstrip().startswith("def "), text[first[0] - 1]
    lines = [line for some in found["__init__.py"] for line in some]
    assert len(lines) == len(set(lines))
    assert not any(text[line - 1].startswith(("import ", "__version__")) for line in lines)


def test_nothing_where_python_cannot_watch(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(sys, "monitoring", raising=False)
    assert tvm_coverage.functions() == {}


def test_a_library_is_named_by_the_most_code() -> None:
    assert tvm_coverage.library() == ""


@pytest.mark.skipif(sys.version_info < (3, 12), reason="Python watches lines since 3.12")
def test_a_line_counts_once_for_its_slot() -> None:
    count = sum(len(lines) for some in tvm_coverage.functions().values() for lines in some)
    blocks, reached = os.memfd_create("blocks"), os.memfd_create("reached")
    os.write(blocks, struct.pack(f"<{count + 5}I", *range(count + 5)))
    os.ftruncate(reached, tvm_coverage.HEAD + count + 5)
    tvm_coverage.watch_lines(blocks, reached)
    try:
        tvm_coverage.use_slot(7)
        tvm.identity(None)
        once = os.pread(reached, tvm_coverage.HEAD + count + 5, 0)
        tvm.identity(None)
        assert os.pread(reached, len(once), 0) == once
    finally:
        sys.monitoring.free_tool_id(tvm_coverage.TOOL)  # type: ignore[attr-defined]
    assert set(once[tvm_coverage.HEAD:]) == {0, 7}
    assert struct.unpack_from("<I", once, 4 * (2 + 7))[0] == once[tvm_coverage.HEAD:].count(7) > 0
    assert set(once[tvm_coverage.HEAD:tvm_coverage.HEAD + 5]) == {0}
