#!/usr/bin/env python3
"""Fails where code outside of oracles/subjects compares something with a subject's name: what is asked of a subject is a field of its row
(SubjectSpec), a trait (SubjectTraits) or a method, so that another subject can answer it, too.

The names are those of the rows that oracles/subjects/subjects.def lists. Literals count that are a name, alone or with a version or place behind it;
what tests expect (EXPECT_EQ and the like) does not. Tested by house.subjects_fire.

Usage: subjects.py [--root FOLDER]
"""
import argparse
import pathlib
import re
import sys

import checkout

HOME = "oracles/subjects/"
TABLE = HOME + "subjects.def"


def names_in(root: pathlib.Path, files: list[str]) -> list[str]:
    rows = re.findall(r"^ASSAY_SUBJECT\((\w+)\)", (root / TABLE).read_text(), re.MULTILINE)
    texts = [(root / name).read_text() for name in files if name.startswith(HOME) and name.endswith(".cc")]
    names = []
    for row in rows:
        found = [match[1] for text in texts if (match := re.search(rf'\bSubjectSpec {row} = {{\s*\.name = "(\w+)"', text))]
        if len(found) != 1:
            sys.exit(f"{TABLE}: {row}: expected one definition with a name, got {len(found)}")
        names += found
    return names


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--root", type=pathlib.Path, default=pathlib.Path("."))
    root = parser.parse_args().root
    files = checkout.names_of(root)
    names = names_in(root, files)
    literal = rf'"(?:{"|".join(names)})(?:[:@ ][^"]*)?"'
    compared = re.compile(rf"(?:==|!=)\s*{literal}|{literal}\s*(?:==|!=)|\.(?:starts_with|ends_with|compare|contains|find|rfind)\({literal}\)")
    looked_at, found = 0, 0
    for name in files:
        if not name.endswith((".cc", ".h")) or name.startswith((HOME, "cmake/")):
            continue
        looked_at += 1
        for number, line in enumerate((root / name).read_text().split("\n"), 1):
            if compared.search(line) and not line.lstrip().startswith("//"):
                found += 1
                print(f"{name}:{number}: asks for a subject's name, make it a field of SubjectSpec or a trait: {line.strip()}")
    print(f"{len(names)} subjects, {looked_at} files, {found} comparisons with a subject's name")
    return 1 if found else 0


sys.exit(main())
