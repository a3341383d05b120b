#!/usr/bin/env python3
"""Does what `assay cluster` prints for GNU parallel (here, and by ssh), GitHub and GitLab, on this machine, and compares what is merged with what one process does.
Lists of cases, conform's and replay's, are judged in units as well, and what is said of their merge is compared with what one process says. Of ClusterFuzz's fuzzer each
case is judged as a file, with faults switched on, and the crashes, as ClusterFuzz tells them apart, are compared with the merge's findings.

Usage: engines_check.py ASSAY [ENGINE…] [--units N] [--runs M] [--keep]

ENGINE is parallel, ssh, github, gitlab, conform, replay or clusterfuzz; without any, all of them. parallel and ssh need GNU parallel (apt-get install parallel),
github and gitlab PyYAML.
In place of ssh stands a program that runs what it is given in a folder of the host's own; in place of the CIs stands what this script knows of them: each job
has a folder of its own, and what it leaves as an artifact is what others get. Exit codes: 0 the same to the byte, 1 not, 4 something that is needed is missing.
"""
from __future__ import annotations

import argparse
import importlib.util
import itertools
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping

from units_check import assay, differences, do_alone, path_with

# The host is the first word that is no option; -l takes a value. As sshd does, it names the shell: parallel runs nothing on a host without SHELL.
SSH = """#!/bin/sh
while :; do
  case $1 in
    -l) shift 2 ;;
    -*) shift ;;
    *) break ;;
  esac
done
host=$1
shift
[ "$1" != -- ] || shift
mkdir -p "$HOSTS/$host"
SHELL=/bin/sh
export SHELL
cd "$HOSTS/$host" && echo "asked" >>"$HOSTS/$host.log" && exec sh -c "$*"
"""


class Site:
    """One engine's try at the campaign, in a folder of its own."""

    def __init__(self, program: pathlib.Path, run: pathlib.Path, name: str, units: int, runs: int) -> None:
        self.program, self.folder, self.units, self.runs = program, run / name, units, runs
        self.folder.mkdir()
        self.env: dict[str, str] = dict(path_with(program, run))

    def printed(self, engine: str, *more: str) -> str:
        words = [str(self.program), "cluster", engine, "--units", str(self.units), "--runs", str(self.runs), "--seed", "7", *more]
        return assay(words, self.folder)

    def shell(self, text: str, folder: pathlib.Path, more: Mapping[str, str] | None = None) -> None:
        done = subprocess.run(["bash", "-e", "-c", text], cwd=folder, env={**self.env, **(more or {})}, capture_output=True, text=True)
        if done.returncode != 0:
            sys.exit(f"{text}: exit code {done.returncode}\n{done.stdout}{done.stderr}")


def by_parallel(site: Site) -> pathlib.Path:
    (site.folder / "a.sh").write_text(site.printed("parallel", "--out", "a"))
    site.shell("sh a.sh", site.folder)
    # Once more, all is there.
    site.shell("sh a.sh", site.folder)
    return site.folder / "a/merged"


def by_ssh(site: Site) -> pathlib.Path:
    """As the guide says: --sshloginfile, and machines that see the same folder."""
    ssh, hosts = site.folder / "ssh", site.folder / "hosts"
    ssh.write_text(SSH)
    ssh.chmod(0o755)
    (site.folder / "logins").write_text(f"2/{ssh} one\n2/{ssh} two\n")
    script = site.printed("parallel", "--out", str(site.folder / "a"))
    (site.folder / "a.sh").write_text(script.replace("| parallel ", f"| parallel --sshloginfile {site.folder}/logins --workdir {site.folder} --env PATH "))
    site.shell("sh a.sh", site.folder, {"HOSTS": str(hosts)})
    logs = {path.stem: path.read_text().count("asked") for path in hosts.glob("*.log")}
    if sorted(logs) != ["one", "two"] or sum(logs.values()) < site.units:
        sys.exit(f"ssh: expected both hosts to do units, got {logs}")
    return site.folder / "a/merged"


def filled(text: str, unit: int) -> str:
    """What GitHub puts in for a matrix's value."""
    return text.replace("${{ matrix.unit }}", str(unit))


def by_github(site: Site) -> pathlib.Path:
    import yaml
    jobs = yaml.safe_load(site.printed("github"))["jobs"]
    artifacts = site.folder / "artifacts"
    for unit in jobs["unit"]["strategy"]["matrix"]["unit"]:
        job = site.folder / f"job-{unit}"
        job.mkdir()
        for step in jobs["unit"]["steps"]:
            if "run" in step:
                site.shell(filled(step["run"], unit), job)
            else:
                # upload-artifact: what is below the path.
                shutil.copytree(job / step["with"]["path"], artifacts / filled(step["with"]["name"], unit))
    job = site.folder / "merge"
    job.mkdir()
    for step in jobs["merge"]["steps"]:
        if "run" in step:
            site.shell(step["run"], job)
        elif "download" in step["uses"]:
            if not step["with"]["merge-multiple"]:
                sys.exit("github: artifacts would be folders of their own")
            for artifact in sorted(artifacts.glob(step["with"]["pattern"])):
                shutil.copytree(artifact, job / step["with"]["path"], dirs_exist_ok=True)
    return job / "merged"


def by_gitlab(site: Site) -> pathlib.Path:
    import yaml
    pipeline = yaml.safe_load(site.printed("gitlab"))
    artifacts = site.folder / "artifacts"
    for index in range(1, pipeline["unit"]["parallel"] + 1):
        job = site.folder / f"job-{index}"
        job.mkdir()
        site.shell("\n".join(pipeline["unit"]["script"]), job, {"CI_NODE_INDEX": str(index)})
        for path in pipeline["unit"]["artifacts"]["paths"]:
            shutil.copytree(job / path, artifacts / path, dirs_exist_ok=True)
    # A later stage begins with all artifacts of the earlier ones, where they lay.
    shutil.copytree(artifacts, site.folder / "merge")
    site.shell("\n".join(pipeline["merge"]["script"]), site.folder / "merge")
    return site.folder / "merge/merged"


ROOT = pathlib.Path(__file__).resolve().parents[2]
LISTS: Mapping[str, str] = {"conform": "corpus/conformance", "replay": "regressions"}


def by_list(site: Site, command: str) -> list[str]:
    """A list in units, and their merge: the report, and what differs from one process's."""
    words = [str(site.program), command, str(ROOT / LISTS[command])]
    for unit in range(site.units):
        assay([*words, "--unit", f"{unit}/{site.units}", "--out", str(site.folder / f"units/{unit}")], site.folder)
    merged = site.folder / "merged"
    assay([str(site.program), "merge", str(merged), str(site.folder / "units")], site.folder)
    said = [json.loads(assay([*words, *more, "--json"], site.folder)) for more in ((), ("--from", str(merged)))]
    return [f"{key}: other in the merge" for key in said[0] | said[1] if key != "history" and said[0].get(key) != said[1].get(key)]


def crash_of(output: str) -> tuple[str, ...]:
    """As ClusterFuzz reads a sanitizer's report: its type, and the first three frames."""
    kind = re.search(r"ERROR: AddressSanitizer[: ]*([^(:;]+)", output)
    frames = re.findall(r"^\s*#\d+ 0x[0-9a-f]+ in (\w+)", output, re.MULTILINE)
    return (kind[1].strip() if kind else "", *frames[:3])


def judged(site: Site, case: int) -> list[tuple[tuple[str, ...], str]]:
    """The crashes of a case, each with its signature: a file for each finding, as a bot gets them."""
    found: list[tuple[tuple[str, ...], str]] = []
    for finding in itertools.count():
        (site.folder / "file").write_text(f"assay case {case} finding {finding}\n")
        done = subprocess.run([sys.executable, "bundle/run.py", "file"], cwd=site.folder, capture_output=True, text=True)
        if done.returncode == 0:
            return found
        if done.returncode != 1:
            sys.exit(f"run.py: exit code {done.returncode}\n{done.stdout}{done.stderr}")
        found.append((crash_of(done.stdout), done.stdout.split("SUMMARY: ", 1)[1].splitlines()[2]))
    return found


def by_clusterfuzz(site: Site) -> list[str]:
    # A build without historical bugs, such as one with sanitizers, lists them all the same.
    with_faults = "historical bugs" in assay([str(site.program), "--version"], site.folder)
    faults = json.loads(assay([str(site.program), "list", "faults", "--json"], site.folder))["faults"] if with_faults else []
    more = ["--faults", ",".join(one["fault"] for one in faults[:25])] if faults else []
    wanted = {path.name for path in (do_alone(site.program, site.folder, site.units, site.runs, more) / "findings").glob("*")}
    bundle = site.folder / "bundle"
    bundle.mkdir()
    (bundle / "run.py").write_text(site.printed("clusterfuzz", "--", *more))
    (bundle / "assay").symlink_to(site.program)
    site.shell("python3 bundle/run.py --input_dir corpus --output_dir files --no_of_files 3", site.folder)
    pairs = {pair for case in range(site.units * site.runs) for pair in judged(site, case)}
    crashes, signatures = {crash for crash, _ in pairs}, {signature for _, signature in pairs}
    buckets = {crash[-1].removeprefix("bucket_").translate(str.maketrans("ghijklmnop", "0123456789")) for crash in crashes}
    print(f"clusterfuzz: {len(crashes)} crashes of {len(signatures)} signatures, {len(wanted)} findings of one machine")
    said = [f"{name}: {'no crash of it' if name in wanted else 'of one machine no finding'}" for name in sorted(wanted ^ buckets)]
    if len(list((site.folder / "files").glob("fuzz-*"))) != 3:
        said.append("expected 3 files")
    return said if len(pairs) == len(crashes) == len(signatures) else [*said, "crashes and signatures are not one to one"]


ENGINES: Mapping[str, Callable[[Site], pathlib.Path]] = {"parallel": by_parallel, "ssh": by_ssh, "github": by_github, "gitlab": by_gitlab}

# What differs from one machine, where that is no merge.
OTHERS: Mapping[str, Callable[[Site], list[str]]] = {"conform": lambda site: by_list(site, "conform"), "replay": lambda site: by_list(site, "replay"),
                                                     "clusterfuzz": by_clusterfuzz}


def lacks(engine: str) -> str:
    if engine in ("parallel", "ssh"):
        return "" if shutil.which("parallel") else "no GNU parallel: apt-get install parallel"
    return "" if engine in OTHERS or importlib.util.find_spec("yaml") else "no PyYAML"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("assay", type=pathlib.Path)
    parser.add_argument("engines", nargs="*", default=[*ENGINES, *OTHERS])
    parser.add_argument("--units", type=int, default=4)
    parser.add_argument("--runs", type=int, default=20)
    parser.add_argument("--keep", action="store_true", help="leave the folder")
    options = parser.parse_args()
    unknown = set(options.engines) - set(ENGINES) - set(OTHERS)
    if unknown:
        parser.error(f"no such engine: {', '.join(sorted(unknown))}")
    for engine in options.engines:
        if why := lacks(engine):
            print(f"engines_check: {engine}: {why}", file=sys.stderr)
            return 4
    program, run = options.assay.resolve(), pathlib.Path(tempfile.mkdtemp(prefix="assay-engines-"))
    bad = 0
    try:
        alone = do_alone(program, run, options.units, options.runs) if set(options.engines) & set(ENGINES) else run
        for engine in options.engines:
            site = Site(program, run, engine, options.units, options.runs)
            found = OTHERS[engine](site) if engine in OTHERS else differences(alone, ENGINES[engine](site))
            print(f"{engine}: {options.units} units, {len(found)} differences" + "".join(f"\n  {one}" for one in found[:20]))
            bad += len(found)
        return 1 if bad else 0
    finally:
        if not options.keep:
            shutil.rmtree(run, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(main())
