#!/usr/bin/env python3
"""Says for each layer how many of its lines a run of the tests reached, from the profiles under FOLDER/profiles.

Usage: coverage.py FOLDER [--llvm VERSION]; FOLDER is a build folder of the preset `coverage`. FOLDER/coverage.txt has a line for each file.
"""
import argparse
import json
import os
import pathlib
import re
import subprocess
import sys
from collections import defaultdict


def layers_of(root: pathlib.Path) -> dict[str, str]:
    """The layer of each folder, by the calls of assay_layer in CMakeLists.txt."""
    folders = {}
    for name, arguments in re.findall(r"^assay_layer\((\w+) ([^)]*)\)", (root / "CMakeLists.txt").read_text(), re.M):
        for listed in re.findall(r"(?:FLAT|FOLDERS) ([a-z_/ ]+)", arguments):
            folders.update(dict.fromkeys(listed.split(), name))
    return folders


def layer_of(path: str, folders: dict[str, str]) -> str:
    """That of the nearest folder."""
    return next((folders[str(parent)] for parent in pathlib.PurePath(path).parents if str(parent) in folders), "other")


def source_of(name: str, root: pathlib.Path, folder: pathlib.Path) -> str:
    """A file's path in the tree. Prefixes are mapped away when it is compiled, so that llvm-cov looks for it in the build folder."""
    return name.removeprefix(f"{root}/").removeprefix(f"{folder.relative_to(root)}/")


def lines_of(folder: pathlib.Path, llvm: str) -> dict[str, tuple[int, int]]:
    """Of each source: lines that can be reached, and lines that were."""
    profiles = sorted(str(path) for path in (folder / "profiles").glob("*.profraw"))
    if not profiles:
        sys.exit(f"coverage: no profiles in {folder}/profiles; run ./dev check coverage")
    (folder / "profiles.txt").write_text("\n".join(profiles))
    data = folder / "tests.profdata"
    subprocess.run([f"llvm-profdata-{llvm}", "merge", "-sparse", "-f", str(folder / "profiles.txt"), "-o", str(data)], check=True)
    programs = [str(path) for path in sorted(folder.glob("*_test")) if os.access(path, os.X_OK)] + [str(folder / "assay")]
    objects = [part for program in programs[1:] for part in ("-object", program)]
    command = [f"llvm-cov-{llvm}", "export", "-summary-only", f"-instr-profile={data}", programs[0], *objects]
    exported = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    root = folder.resolve().parent.parent
    lines = {}
    for entry in exported["data"][0]["files"]:
        name = source_of(entry["filename"], root, folder.resolve())
        if (root / name).exists() and not name.endswith(("_test.cc", "_benchmark.cc")) and not name.startswith("build/"):
            lines[name] = (entry["summary"]["lines"]["count"], entry["summary"]["lines"]["covered"])
    if not lines:
        sys.exit(f"coverage: {folder} has no profile of a source of this tree")
    return lines


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--llvm", default="19", help="[default: 19]")
    args = parser.parse_args()
    files = lines_of(args.folder, args.llvm)
    folders = layers_of(args.folder.resolve().parent.parent)
    layers: dict[str, tuple[int, int]] = defaultdict(lambda: (0, 0))
    for name, (count, covered) in files.items():
        layer = layer_of(name, folders)
        before = layers[layer]
        layers[layer] = (before[0] + count, before[1] + covered)
    text = [f"{100 * covered / max(count, 1):6.1f} %  {covered:6} of {count:6}  {name}" for name, (count, covered) in sorted(files.items())]
    (args.folder / "coverage.txt").write_text("\n".join(text) + "\n")
    for name, (count, covered) in sorted(layers.items()):
        print(f"{name:20} {100 * covered / max(count, 1):6.1f} %  {covered} of {count} lines")
    count, covered = (sum(pair[k] for pair in layers.values()) for k in (0, 1))
    print(f"{'all':20} {100 * covered / max(count, 1):6.1f} %  {covered} of {count} lines")
    return 0


if __name__ == "__main__":
    sys.exit(main())
