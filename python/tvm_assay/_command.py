"""Where the program is. The command `assay` (python/scripts/assay) finds it by itself, which takes less than importing this package."""
from __future__ import annotations

from pathlib import Path


def program() -> Path:
    return Path(__file__).parent / "bin" / "assay"
