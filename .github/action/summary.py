"""What campaigns came to, as one: annotations of the job, counts for the verdict, and of a pull request a comment that is short enough to read and one SARIF file.

Usage: summary.py [--comment FILE] [--sarif FILE] NAME=JSON=FOLDER…: NAME says what a campaign is about, JSON is what it printed, and FOLDER is its own.
Prints an annotation for each new finding; appends `findings=N` and `known=N` to the file that GITHUB_OUTPUT names. What several have counts once, for the first.
"""
from __future__ import annotations

import argparse
import json
import os
import pathlib
from typing import Any

# A comment lists no more, and GitHub shows no more annotations of a step.
MOST = 10


def told_once(campaigns: list[tuple[str, dict[str, Any]]]) -> list[dict[str, Any]]:
    """Findings of all, the new ones first."""
    first: dict[str, dict[str, Any]] = {}
    for name, campaign in campaigns:
        for one in campaign["findings"]:
            first.setdefault(one["signature"], {**one, "about": name})
    return sorted(first.values(), key=lambda one: (bool(one["known"]), bool(one["status"] == "flaky")))


def cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")


def counted(number: int, one: str) -> str:
    return f"{number:,} {one}" + ("" if number == 1 else "s")


def comment(campaigns: list[tuple[str, dict[str, Any]]]) -> str:
    found = told_once(campaigns)
    new = [one for one in found if not one["known"]]
    cases = ", ".join(f"{counted(campaign['runs'], 'case')} of {name}" for name, campaign in campaigns)
    lines = [f"**assay**: {counted(len(new), 'new finding') if new else 'nothing new'} in {cases}"
             + (f"; {counted(len(found) - len(new), 'finding')} of bugs on file" if len(found) > len(new) else "") + "."]
    if new:
        lines += ["", "| oracle | pass | what | lines | of |", "|---|---|---|---:|---|"]
        for one in new[:MOST]:
            flaky = " (flaky)" if one["status"] == "flaky" else ""
            lines.append(f"| {cell(one['oracle'])} | {cell(one['pass'])} | {cell(one['class'])}{flaky} | {one['reduced_lines']} | {one['about']} |")
        if len(new) > MOST:
            lines += ["", f"… and {counted(len(new) - MOST, 'other')}."]
        lines += ["", "Each has a reduced module and a command that repeats it, in the job's artifact."]
    return "\n".join(lines) + "\n"


def merged(reports: list[dict[str, Any]]) -> dict[str, Any]:
    """Results of all in the first one's run: a job uploads one. Rules are the same of one assay."""
    whole, seen = reports[0], set()
    results = [result for report in reports for result in report["runs"][0]["results"]]
    whole["runs"][0]["results"] = kept = []
    for result in results:
        key = json.dumps(result.get("partialFingerprints", result), sort_keys=True)
        if key not in seen:
            seen.add(key)
            kept.append(result)
    return whole


def annotations(found: list[dict[str, Any]], fail_on: str) -> list[str]:
    """GitHub's commands, by which findings stand on the job's page."""
    level = "warning" if fail_on == "never" else "error"
    new = [one for one in found if not one["known"]]
    return [f"::{level} title=assay: {escaped(one['oracle'])}::{escaped(one['class'])} after {escaped(one['pass']) or 'no pass'}, "
            f"{counted(one['reduced_lines'], 'line')}: {escaped(one['path'])}" for one in new[:MOST]]


def escaped(text: str) -> str:
    for char, code in (("%", "%25"), ("\r", "%0D"), ("\n", "%0A")):
        text = text.replace(char, code)
    return text


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--comment", type=pathlib.Path)
    parser.add_argument("--sarif", type=pathlib.Path)
    parser.add_argument("parts", nargs="+")
    options = parser.parse_args()
    parts = [part.split("=", 2) for part in options.parts]
    campaigns = [(name, json.loads(pathlib.Path(printed).read_text())) for name, printed, _ in parts]
    if options.comment is not None:
        options.comment.write_text(comment(campaigns))
    if options.sarif is not None:
        options.sarif.write_text(json.dumps(merged([json.loads((pathlib.Path(folder) / "report.sarif").read_text()) for _, _, folder in parts])))
    found = told_once(campaigns)
    known = sum(bool(one["known"]) for one in found)
    print(*annotations(found, os.environ.get("ASSAY_FAIL_ON", "new")), sep="\n")
    with open(os.environ["GITHUB_OUTPUT"], "a") as output:
        print(f"findings={len(found) - known}", f"known={known}", sep="\n", file=output)


if __name__ == "__main__":
    main()
