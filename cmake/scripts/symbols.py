#!/usr/bin/env python3
"""Fails when two layers define the same function or object: the linker would silently take the first it meets.

Usage: symbols.py LIBRARY...            static libraries, read by nm
       symbols.py --listing FILE        what nm printed, for the test of this script
Tested by house.symbols_counts.
"""
from __future__ import annotations

import collections
import subprocess
import sys


def definitions(listing: str) -> dict[str, set[str]]:
    """{symbol: libraries that define it}, weak ones (inline functions, templates) aside."""
    places = collections.defaultdict(set)
    for line in listing.splitlines():
        # libx.a:member.o:0000000000000000 T symbol
        place, _, rest = line.rpartition(":")
        words = rest.split()
        if len(words) == 3 and words[1] in "TDBR":
            places[words[2]].add(place)
    return places


def main(args: list[str]) -> int:
    if args[:1] == ["--listing"]:
        listing = open(args[1], encoding="utf-8").read()
    else:
        listing = subprocess.run(["nm", "-A", "--defined-only", *args], check=True, capture_output=True, text=True).stdout
    places = definitions(listing)
    twice = {symbol: where for symbol, where in places.items() if len(where) > 1}
    for symbol, where in sorted(twice.items()):
        print(f"{symbol} is defined by {' and '.join(sorted(where))}")
    print(f"{len(places)} definitions, {len(twice)} more than once")
    return 1 if twice or not places else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
