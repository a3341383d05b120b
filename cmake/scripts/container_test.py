"""Unit tests of container_check.py: pytest, as ./dev check python runs it."""
import pathlib
import re
import sys

import pytest

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import container_check
from bare_root import Machine
from container_check import ROOT, Stage, Step, stages_of


def test_stages_and_steps() -> None:
    text = "# x\nFROM debian:12 AS build\nRUN a && \\\n   b\n# between\nCOPY . .\n\nFROM debian:12\nENTRYPOINT [\"assay\"]\n"
    assert stages_of(text) == [Stage("debian:12", "build", [Step("RUN", "a && b"), Step("COPY", ". .")]), Stage("debian:12", "1", [Step("ENTRYPOINT", '["assay"]')])]
    for wrong in ("RUN a\n", "FROM x\nADD a b\n"):
        with pytest.raises(container_check.Unknown, match="expected RUN, COPY"):
            stages_of(wrong)


def test_copies_between_stages(tmp_path: pathlib.Path) -> None:
    build, last = Machine(tmp_path / "build"), Machine(tmp_path / "last")
    build.inside("/usr/local/bin").mkdir(parents=True)
    build.inside("/usr/local/bin/assay").write_text("x")
    container_check.copied(Step("COPY", "--from=build /usr/local /usr/local"), last, {"build": build}, None)
    assert last.inside("/usr/local/bin/assay").read_text() == "x"
    last.work = "/work"
    assert last.inside("a/../b") == tmp_path / "last/work/b"
    container_check.copied(Step("COPY", "--from=build /usr/local /opt"), last, {}, build.inside("/usr/local"))
    assert last.inside("/opt/bin/assay").exists()


def test_the_image_has_what_dev_installs_beside_each_tvm() -> None:
    """The versions of TVM's interface are those of ./dev's table."""
    rows = re.search(r"^tvm_interfaces=\((.*)\)$", (ROOT / "dev").read_text(), re.MULTILINE)
    assert rows
    table = dict(row.split("=") for row in rows[1].split())
    installed = re.findall(r'"apache-tvm==([\d.]+)\.\*" apache-tvm-ffi==(\S+)', (ROOT / "Containerfile").read_text())
    assert len(installed) == 2
    for version, interface in installed:
        assert table[version] == interface
