"""What a pull request's campaigns came to, as one: a comment that is short enough to read, one SARIF file, and counts for the verdict.

Usage: summary.py COMMENT SARIF NAME=JSON=FOLDER…: NAME says what a campaign is about, JSON is what it printed, and FOLDER is its own. Prints `findings=N` and `known=N`.
A finding that both have counts once, for the first.
"""
from __future__ import annotations

import json
import pathlib
import sys
from typing import Any

# A comment lists no more.
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


def main(words: list[str]) -> None:
    parts = [word.split("=", 2) for word in words[2:]]
    campaigns = [(name, json.loads(pathlib.Path(printed).read_text())) for name, printed, _ in parts]
    pathlib.Path(words[0]).write_text(comment(campaigns))
    reports = [json.loads((pathlib.Path(folder) / "report.sarif").read_text()) for _, _, folder in parts]
    pathlib.Path(words[1]).write_text(json.dumps(merged(reports)))
    found = told_once(campaigns)
    known = sum(bool(one["known"]) for one in found)
    print(f"findings={len(found) - known}")
    print(f"known={known}")


if __name__ == "__main__":
    main(sys.argv[1:])
