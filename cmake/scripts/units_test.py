"""Unit tests of the scripts that run units on engines: pytest, as ./dev check python runs it."""
import json
import pathlib
import sys
from typing import Any

import pytest

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import kubernetes_check
import poison


def test_poison_is_halved_down_to_the_case() -> None:
    for bad in ({17}, {0, 63}, {30, 31, 32}, set(range(64))):
        tried: list[int] = []

        def dies(first: int, last: int, bad: set[int] = bad, tried: list[int] = tried) -> bool:
            tried.append(first)
            return any(first <= case <= last for case in bad)

        assert [case for first, last in poison.poison_in(0, 63, dies) for case in range(first, last + 1)] == sorted(bad)
        if len(bad) == 1:
            assert len(tried) == 12
    # Two that end a machine only together.
    assert poison.poison_in(0, 7, lambda first, last: first <= 3 and last >= 4) == [(0, 7)]


def manifest() -> dict[str, Any]:
    container = {"name": "unit", "image": "a:1", "command": ["sh"], "volumeMounts": [{"name": "v", "mountPath": "/campaign"}],
                 "resources": {"requests": {"cpu": "2", "memory": "4Gi"}, "limits": {"memory": "4Gi"}}}
    pod = {"restartPolicy": "Never", "containers": [container], "volumes": [{"name": "v", "persistentVolumeClaim": {"claimName": "assay"}}]}
    spec = {"completionMode": "Indexed", "completions": 2, "parallelism": 1, "backoffLimitPerIndex": 2, "maxFailedIndexes": 2, "template": {"spec": pod},
            "podFailurePolicy": {"rules": [{"action": "FailIndex", "onExitCodes": {"operator": "In", "values": [2, 3]}}]}}
    return {"apiVersion": "batch/v1", "kind": "Job", "metadata": {"name": "assay"}, "spec": spec}


def changed(path: str, value: object) -> dict[str, Any]:
    job = manifest()
    *steps, last = path.split(".")
    part: Any = job
    for step in steps:
        part = part[int(step) if step.isdigit() else step]
    part[last] = value
    return job


@pytest.mark.parametrize("path, value, said", [
    ("spec.completions", 0, "job.spec.completions: out of range"), ("spec.completion", 1, "no such field completion"), ("kind", "CronJob", "expected one of"),
    ("spec.template.spec.restartPolicy", "Always", "expected one of"), ("spec.parallelism", "2", "expected integer"), ("spec.parallelism", True, "expected integer"),
    ("spec.template.spec.containers.0.image", "a b", "job.spec.template.spec.containers[0].image"), ("spec.template", {}, "job.spec.template: spec is missing")])
def test_what_a_schema_says_of_a_manifest(path: str, value: object, said: str) -> None:
    schema = json.loads(kubernetes_check.SCHEMA.read_text())
    assert list(kubernetes_check.wrong(manifest(), schema)) == []
    assert any(said in one for one in kubernetes_check.wrong(changed(path, value), schema))


@pytest.mark.parametrize("path, value, said", [
    ("spec.maxFailedIndexes", 3, "more than completions"), ("spec.template.spec.volumes", [], "no volume v"),
    ("spec.podFailurePolicy.rules", [{"action": "Ignore"}], "by exit codes or by conditions"),
    ("spec.podFailurePolicy.rules", [{"action": "Count", "onExitCodes": {"operator": "In", "values": [0, 1]}}], "0 is no failure"),
    ("spec.template.spec.containers.0.resources.limits", {"memory": "8Gi"}, "not the limit")])
def test_what_the_api_says_beyond_a_schema(path: str, value: object, said: str) -> None:
    assert list(kubernetes_check.beyond_schema(manifest())) == []
    assert any(said in one for one in kubernetes_check.beyond_schema(changed(path, value)))
