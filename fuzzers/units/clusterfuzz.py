"""A campaign for ClusterFuzz, as a blackbox fuzzer: this file is run.py of the fuzzer's archive, and APP_NAME of the build's, where assay lies beside it.

Asked as a fuzzer (--input_dir, --output_dir, --no_of_files) it writes files that each name a case of the campaign, and which of its findings is meant. Given such a file
it has assay judge the case, and shows the finding as a sanitizer would: the frames are what its signature consists of and the name of its folder, so that one bucket of
assay's is one crash of ClusterFuzz's. Exit codes: 0 nothing was found, 1 a finding, 2 to 4 as assay says them.
"""
from __future__ import annotations

import argparse
import json
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile

# units, runs of each, and words of assay fuzz; `assay cluster clusterfuzz` puts a campaign in.
CAMPAIGN = json.loads(r"""{"units": 1, "runs": 1, "words": []}""")
# A case has seldom more findings.
MOST_FINDINGS = 4
# ClusterFuzz takes long numbers for nothing that tells crashes apart: names of folders have letters alone there.
LETTERS = str.maketrans("0123456789", "ghijklmnop")
LONGEST_FRAME = 100


def write_files(folder: pathlib.Path, count: int) -> None:
    """Any cases: no bot knows what others do."""
    folder.mkdir(parents=True, exist_ok=True)
    chance = random.SystemRandom()
    for index in range(count):
        case, finding = chance.randrange(CAMPAIGN["units"] * CAMPAIGN["runs"]), chance.randrange(MOST_FINDINGS)
        (folder / f"fuzz-{index:06}-{case}-{finding}").write_text(f"assay case {case} finding {finding}\n")


def frame(text: str) -> str:
    """As the name of a function; numbers do not tell bugs apart."""
    return re.sub(r"\W+", "_", re.sub(r"\d+", "N", text)).strip("_")[:LONGEST_FRAME] or "none"


def report(name: str, case: dict[str, object], module: str) -> str:
    """The last part of a signature says most; frames that begin like a runtime's own would be passed over."""
    parts = [f"assay_{frame(part)}" for part in reversed(str(case["signature"]).split("|"))]
    frames = [*parts[:2], f"bucket_{name.translate(LETTERS)}"]
    lines = ["==1==ERROR: AddressSanitizer: assay-finding on unknown address 0x000000000000 (pc 0x000000000001 bp 0x000000000002 sp 0x000000000003 T0)"]
    lines += [f"    #{index} 0x{index + 1:012x} in {one} assay.cc:{index + 1}" for index, one in enumerate(frames)]
    lines += [f"SUMMARY: AddressSanitizer: assay-finding in {frames[0]}", "", str(case["signature"]), f"findings/{name}, {case['oracle']}: {case['note']}", "", module]
    return "\n".join(lines)


def judge(words: str) -> int:
    found = re.fullmatch(r"assay case (\d+) finding (\d+)\s*", words)
    if not found or int(found[1]) >= CAMPAIGN["units"] * CAMPAIGN["runs"]:
        print("expected a file of this fuzzer: assay case C finding F", file=sys.stderr)
        return 3
    case, which = int(found[1]), int(found[2])
    program = shutil.which("assay", path=f"{pathlib.Path(__file__).resolve().parent}:{os.environ.get('PATH', '')}")
    if not program:
        print("assay is not beside this file, and not in PATH", file=sys.stderr)
        return 4
    with tempfile.TemporaryDirectory() as folder:
        command = [program, "fuzz", "--unit", f"{case // CAMPAIGN['runs']}/{CAMPAIGN['units']}", "--runs", str(CAMPAIGN["runs"]), "--only", str(case), "--jobs", "1",
                   *CAMPAIGN["words"], "--quiet", "--findings-exit", "0", "--out", f"{folder}/part"]
        done = subprocess.run(command, capture_output=True, text=True, errors="replace")
        if done.returncode != 0:
            print(done.stdout + done.stderr, file=sys.stderr)
            return done.returncode if done.returncode in (2, 3, 4) else 4
        findings = sorted(path.parent for path in pathlib.Path(folder).glob("part/**/case.json"))
        if which >= len(findings):
            return 0
        finding = findings[which]
        print(report(finding.name, json.loads((finding / "case.json").read_text()), (finding / "reduced.py").read_text(errors="replace")))
        return 1


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", nargs="?", type=pathlib.Path, help="a file that this fuzzer has written")
    parser.add_argument("--input_dir", help="is not read: a case follows from its number")
    parser.add_argument("--output_dir", type=pathlib.Path)
    parser.add_argument("--no_of_files", type=int, default=0)
    options = parser.parse_args()
    if options.output_dir is not None:
        write_files(options.output_dir, options.no_of_files)
        return 0
    if options.file is None:
        parser.error("expected a file, or --output_dir and --no_of_files")
    return judge(options.file.read_text(errors="replace"))


if __name__ == "__main__":
    sys.exit(main())
