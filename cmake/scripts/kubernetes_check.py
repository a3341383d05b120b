#!/usr/bin/env python3
"""Checks the manifest that `assay cluster kubernetes` prints, and does what it says on this machine: a process for each pod.

Usage: kubernetes_check.py ASSAY [--units N] [--runs M] [--keep]

The manifest is held to indexed_job.json, the part of the API's schema of a Job that an Indexed Job may use here, and to what the API says beyond a schema. Then its
command is run for each index, as a cluster may run it: two pods of one index at once, pods that are killed and begun again, and pods that come when all is merged.
What is merged is compared with what one process does. Needs PyYAML. Exit codes: 0 the same to the byte, 1 not, or a wrong manifest, 4 no PyYAML.
"""
from __future__ import annotations

import argparse
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping

from units_check import assay, differences, do_alone, path_with

SCHEMA = pathlib.Path(__file__).with_name("indexed_job.json")
TYPES: Mapping[str, type] = {"object": dict, "array": list, "string": str, "integer": int}


def wrong(value: object, schema: Mapping[str, object], at: str = "job") -> Iterator[str]:
    """What of a value is not as a schema says; a key that it does not name is wrong."""
    if "enum" in schema:
        if value not in schema["enum"]:  # type: ignore[operator]
            yield f"{at}: expected one of {schema['enum']}, got {value!r}"
        return
    kind = str(schema["type"])
    if not isinstance(value, TYPES[kind]) or isinstance(value, bool):
        yield f"{at}: expected {kind}, got {value!r}"
    elif isinstance(value, dict) and "properties" in schema:
        named: Mapping[str, Mapping[str, object]] = schema["properties"]  # type: ignore[assignment]
        yield from (f"{at}: {key} is missing" for key in schema.get("required", []) if key not in value)  # type: ignore[attr-defined]
        for key, one in value.items():
            if key in named:
                yield from wrong(one, named[key], f"{at}.{key}")
            else:
                yield f"{at}: no such field {key}"
    elif isinstance(value, list):
        for i, one in enumerate(value):
            yield from wrong(one, schema["items"], f"{at}[{i}]")  # type: ignore[arg-type]
    elif isinstance(value, str) and "pattern" in schema and not re.search(str(schema["pattern"]), value):
        yield f"{at}: expected {schema['pattern']}, got {value!r}"
    elif isinstance(value, int) and not int(str(schema.get("minimum", value))) <= value <= int(str(schema.get("maximum", value))):
        yield f"{at}: out of range: {value}"


def beyond_schema(job: dict[str, dict[str, object]]) -> Iterator[str]:
    """What the API refuses that a schema cannot say."""
    spec, pod = job["spec"], job["spec"]["template"]["spec"]  # type: ignore[index]
    if spec.get("maxFailedIndexes", 0) > spec["completions"]:  # type: ignore[operator]
        yield "maxFailedIndexes is more than completions"
    for rule in spec.get("podFailurePolicy", {"rules": []})["rules"]:  # type: ignore[index]
        if ("onExitCodes" in rule) == ("onPodConditions" in rule):
            yield f"a rule of the podFailurePolicy goes by exit codes or by conditions: {rule}"
        codes = rule.get("onExitCodes", {"operator": "", "values": []})
        if codes["values"] != sorted(set(codes["values"])) or (codes["operator"] == "In" and 0 in codes["values"]):
            yield f"exit codes are in order, each once, and 0 is no failure: {codes['values']}"
    volumes = {volume["name"] for volume in pod.get("volumes", [])}
    for container in pod["containers"]:
        for mount in container.get("volumeMounts", []):
            if mount["name"] not in volumes:
                yield f"no volume {mount['name']}"
        requests, limits = (container.get("resources", {}).get(name, {}) for name in ("requests", "limits"))
        if requests.get("memory") != limits.get("memory"):
            yield "memory that is asked for is not the limit: a node would be given more than it has"


class Cluster:
    """Pods of one container, each a process of this one; the claim is a folder."""

    def __init__(self, job: dict[str, dict[str, object]], claim: pathlib.Path, env: Mapping[str, str]) -> None:
        spec = job["spec"]
        container = spec["template"]["spec"]["containers"][0]  # type: ignore[index]
        mount = container["volumeMounts"][0]["mountPath"]
        self.command = [re.sub(rf"{mount}(?=/)", str(claim), word) for word in container["command"]]
        self.completions, self.backoff = int(str(spec["completions"])), int(str(spec["backoffLimitPerIndex"]))
        self.env, self.claim, self.pods = env, claim, 0

    def start(self, index: int) -> subprocess.Popen[bytes]:
        self.pods += 1
        log = (self.claim.parent / f"pod-{self.pods}.log").open("wb")
        return subprocess.Popen(self.command, env=dict(self.env, JOB_COMPLETION_INDEX=str(index)), stdout=log, stderr=log, start_new_session=True)

    def until_done(self, index: int) -> int:
        """As often as the job allows; how many failures there were."""
        for failures in range(self.backoff + 1):
            if self.start(index).wait() == 0:
                return failures
        sys.exit(f"index {index} failed {self.backoff + 1} times: {self.claim.parent}/pod-{self.pods}.log")


def evict(pod: subprocess.Popen[bytes], after: float) -> bool:
    """Takes a pod away, with its workers, as a node does that goes; whether it still ran."""
    time.sleep(after)
    alive = pod.poll() is None
    if alive:
        os.killpg(pod.pid, signal.SIGKILL)
    pod.wait()
    return alive


def run_pods(cluster: Cluster) -> None:
    evicted = 0
    for index in range(cluster.completions):
        if index % 3 == 0:
            evicted += evict(cluster.start(index), 0.3)
        # Two of one index at once: one is out of touch, and goes on to its end.
        twin = cluster.start(index) if index % 2 == 0 else None
        cluster.until_done(index)
        if twin is not None and twin.wait() != 0:
            sys.exit(f"index {index}: the second pod ended with {twin.returncode}")
    print(f"{cluster.pods} pods for {cluster.completions} indexes, {evicted} of them taken away at work")


def check(program: pathlib.Path, run: pathlib.Path, units: int, runs: int) -> list[str]:
    import yaml
    text = assay([str(program), "cluster", "kubernetes", "--units", str(units), "--runs", str(runs), "--seed", "7", "--image", "registry.example/assay:1"], run)
    job = yaml.safe_load(text)
    found = list(wrong(job, json.loads(SCHEMA.read_text()))) or list(beyond_schema(job))
    if found:
        return found
    print(f"the manifest is as the API takes it: {job['spec']['completions']} indexes")
    claim = run / "claim"
    claim.mkdir()
    cluster = Cluster(job, claim, path_with(program, run))
    run_pods(cluster)
    alone = do_alone(program, run, units, runs)
    print(assay([str(program), "merge", str(claim / "merged"), str(claim / "units")], run).strip())
    found = differences(alone, claim / "merged") + differences(run / "alone", claim / "units")
    # One that comes when all is merged changes nothing.
    for index in (0, units - 1):
        cluster.until_done(index)
    assay([str(program), "merge", str(claim / "merged"), str(claim / "units")], run)
    return found + differences(alone, claim / "merged")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("assay", type=pathlib.Path)
    parser.add_argument("--units", type=int, default=6)
    parser.add_argument("--runs", type=int, default=30)
    parser.add_argument("--keep", action="store_true", help="leave the folder")
    options = parser.parse_args()
    try:
        import yaml  # noqa: F401
    except ImportError:
        print("kubernetes_check: no PyYAML", file=sys.stderr)
        return 4
    run = pathlib.Path(tempfile.mkdtemp(prefix="assay-kubernetes-"))
    try:
        found = check(options.assay.resolve(), run, options.units, options.runs)
        print(f"{len(found)} differences" + "".join(f"\n  {one}" for one in found[:20]))
        return 1 if found else 0
    finally:
        if not options.keep:
            shutil.rmtree(run, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(main())
