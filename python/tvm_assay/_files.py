"""What is kept of a run: folders of findings, seeds, and what is known from earlier."""
from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from tvm_assay._source import wrong

if TYPE_CHECKING:
    from tvm_assay._watch import Broken

FINDING = "finding.json"


def own_known() -> list[str]:
    """The bugs of TVM that are on file and travel with the package."""
    folder = Path(__file__).parent / "share" / "assay" / "regressions" / "tvm"
    return [str(folder)] if folder.is_dir() else []


def signatures_in(text: str) -> dict[str, str]:
    """A signature a line, with the name that the last comment of the form "# NAME: …" gives it; by itself it is its own."""
    found, name = {}, ""
    for line in map(str.strip, text.splitlines()):
        if line.startswith("#"):
            said = re.match(r"# ([\w.-]+): ", line)
            name = said[1] if said else ""
        elif line:
            found[line] = name or line
    return found


def own_signatures() -> dict[str, str]:
    """Of bugs of TVM that no case of `regressions` shows."""
    return signatures_in((Path(__file__).parent / "known.txt").read_text(encoding="utf-8"))


def write_whole(path: Path, text: str) -> None:
    """The file is there as a whole, or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_name(f".{path.name}.{os.getpid()}")
    fresh.write_text(text, encoding="utf-8")
    fresh.replace(path)


def keep(broken: Broken, folder: Path, tvm_version: str) -> str:
    """Writes a finding's folder, the same one for the same signature; the modules, and finding.json, which is known from then on."""
    name = re.sub(r"[^A-Za-z0-9.]+", "-", f"{broken.rule}-{broken.pass_name}")
    place = folder / f"{name}-{hashlib.sha256(broken.signature.encode()).hexdigest()[:8]}"
    # The first one was made smaller, and stays.
    if (place / FINDING).exists() and not broken.reduced:
        return str(place)
    for file, text in (("before.py", broken.before), ("after.py", broken.after), ("reduced.py", broken.reduced)):
        if text:
            write_whole(place / file, text if text.endswith("\n") else text + "\n")
    write_whole(place / FINDING, json.dumps({
        "rule": broken.rule, "pass": broken.pass_name, "class": broken.klass, "signature": broken.signature, "detail": broken.detail,
        "where": broken.where, "tvm": tvm_version}, indent=1) + "\n")
    return str(place)


def keep_seed(text: str, folder: Path) -> None:
    """A module as a file that `assay fuzz --seeds` reads; the same module is one file."""
    path = folder / f"{hashlib.sha256(text.encode()).hexdigest()[:16]}.py"
    if not path.exists():
        write_whole(path, text if text.endswith("\n") else text + "\n")


def load_known(paths: Iterable[str]) -> tuple[list[str], dict[str, str]]:
    """Paths for assay's own reader (cases, campaigns), and signatures of findings that this package wrote, with their names.

    A path is a folder that holds some of these at any depth, or a file with a signature a line.

    Raises ArgumentError for a path that is not there or holds none.
    """
    cases: list[str] = []
    signatures: dict[str, str] = {}
    for path in paths:
        place = Path(path)
        if not place.exists():
            raise wrong(f"invalid known path: expected a file or folder, {path} does not exist")
        if place.is_file():
            signatures |= signatures_in(place.read_text(encoding="utf-8"))
            continue
        found = sorted(place.rglob(FINDING))
        for file in found:
            signature = signature_in(file)
            signatures[signature] = signature
        if any(place.rglob("case.json")) or (place / "index.sqlite").exists():
            cases.append(path)
        elif not found and any(place.iterdir()):
            raise wrong(f"invalid known path: expected findings ({FINDING}), cases or a campaign in {path}, found none")
    return cases, signatures


def signature_in(file: Path) -> str:
    try:
        stored = json.loads(file.read_text(encoding="utf-8"))
        return str(stored["signature"])
    except (ValueError, KeyError, TypeError) as error:
        raise wrong(f"invalid {file}: expected a JSON object with a signature ({error})") from error
