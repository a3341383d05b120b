"""The command `assay`: the program that travels in this package."""
from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import NoReturn


def program() -> Path:
    """Where the program is."""
    return Path(__file__).parent / "bin" / "assay"


def main() -> NoReturn:
    path = str(program())
    try:
        os.execv(path, ["assay", *sys.argv[1:]])
    except OSError as error:
        print(f"assay: error: {path}: {error.strerror}", file=sys.stderr)
        # The environment, as the program itself has it.
        sys.exit(4)
