#!/usr/bin/env python3
"""Validates SARIF that assay writes against the schema of the standard.

Makes reports of a campaign, of a conformance run and of a replay, with failures in each (or takes `--report FILE...`), and validates them.
Needs PyPI's jsonschema and a copy of the schema of SARIF 2.1.0, which OASIS publishes as sarif-schema-2.1.0.json:

    python3 -m venv /tmp/sarif && /tmp/sarif/bin/pip install jsonschema
    /tmp/sarif/bin/python cmake/scripts/sarif_check.py --schema sarif-schema-2.1.0.json --assay build/release/assay
"""
from __future__ import annotations

import argparse
import json
import pathlib
import subprocess
import sys
import tempfile

import jsonschema

ROOT = pathlib.Path(__file__).resolve().parents[2]
# No case of this build fails; under a fault, those of the fault do.
FAULT = "realize_vdevice_mutates_input"


def made(assay: str, folder: str) -> list[pathlib.Path]:
    """The reports; with a build that has no historical bugs, a campaign's is empty."""
    def run(*words: str) -> None:
        subprocess.run([assay, *words], cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)

    campaign = f"{folder}/campaign"
    run("fuzz", "--faults", FAULT, "--pass", "RealizeVDevice", "--runs", "300", "--seed", "1", "--quiet", "--out", campaign)
    if not pathlib.Path(campaign).exists():
        run("fuzz", "--runs", "5", "--quiet", "--out", campaign)
    pathlib.Path(folder, "report").mkdir()
    run("report", campaign, "--format", "sarif", "--out", f"{folder}/report")
    run("conform", "oracles/conform/testdata", "--report", f"{folder}/conform")
    run("replay", "regressions/tvm", "--report", f"{folder}/replay")
    return sorted(pathlib.Path(folder).glob("*/*.sarif"))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--schema", required=True)
    parser.add_argument("--assay", default="build/dev/assay")
    parser.add_argument("--report", nargs="*", default=[])
    options = parser.parse_args()
    schema = json.loads(pathlib.Path(options.schema).read_text())
    validator = jsonschema.validators.validator_for(schema)(schema)
    with tempfile.TemporaryDirectory() as folder:
        reports = [pathlib.Path(path) for path in options.report] or made(str(pathlib.Path(options.assay).resolve()), folder)
        if not reports:
            print("no report was written")
            return 1
        bad = 0
        for path in reports:
            log = json.loads(path.read_text())
            errors = list(validator.iter_errors(log))
            print(f"{path.name}: {len(log['runs'][0]['results'])} results, {len(errors)} errors")
            for error in errors[:10]:
                print(f"  {'/'.join(map(str, error.absolute_path))}: {error.message[:200]}")
            bad += len(errors)
        return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
