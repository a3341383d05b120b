"""How many iterations assay does while a bare loop of Python does one on the real TVM.

  python iteration_speed.py ASSAY PYTHON_WITH_TVM [MODULES] [SEED]

The idea: of generated modules of ten operators, those that TVM builds and runs. Share by share in turn, so that what else the machine
does meets both, `assay bench iteration` takes them again and again (generate, pipeline, contracts of four passes, reference against
machine code, text), and a loop reads, builds and runs each once on TVM and compares nothing. Ends with 1 when the ratio is below 60.
"""
from __future__ import annotations

import json
import pathlib
import subprocess
import sys
import tempfile
from typing import Any

from campaign_speed import BARE, SHARES, SOUND, python_says

LEAST_RATIO, OPERATORS, SECONDS = 60, 10, 5


def assay_says(assay: str, *arguments: str) -> dict[str, Any]:
    answer = subprocess.run([assay, *arguments, "--json"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, check=True)
    said: dict[str, Any] = json.loads(answer.stdout)
    return said


def main() -> None:
    assay, python = sys.argv[1], sys.argv[2]
    modules = int(sys.argv[3]) if len(sys.argv) > 3 else 40
    seed = int(sys.argv[4]) if len(sys.argv) > 4 else 1
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([assay, "gen", "--count", str(modules), "--seed", str(seed), "--bindings", str(OPERATORS), "--exact", "--out", folder],
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
        sound = python_says(python, SOUND, sorted(map(str, pathlib.Path(folder).glob("*.py"))))
        if len(sound) < SHARES:
            sys.exit(f"TVM builds and runs {len(sound)} of {modules} modules: too few")
        iterations, seconds, bare = 0, 0.0, 0.0
        for share in (sound[first::SHARES] for first in range(SHARES)):
            numbers = ",".join(pathlib.Path(path).stem.lstrip("0") for path in share)
            ours = assay_says(assay, "bench", "iteration", "--seconds", str(SECONDS), "--seed", str(seed), "--only", numbers)
            iterations, seconds = iterations + ours["iterations"], seconds + ours["seconds"]
            bare += float(python_says(python, BARE, share)[0])
    ratio = (iterations / seconds) / (len(sound) / bare)
    print(f"assay {iterations / seconds:.1f} iterations/s; bare loop {len(sound) / bare:.2f}/s ({len(sound)} modules): "
          f"{ratio:.1f} times (figure {LEAST_RATIO})")
    sys.exit(0 if ratio >= LEAST_RATIO else 1)


if __name__ == "__main__":
    main()
