"""worker.py started from the source tree, and boot.py on texts in memory: pytest, as ./dev check python runs it."""
from __future__ import annotations

import json
import os
import pathlib
import socket
import struct
import subprocess
import sys
from typing import Any

HERE = pathlib.Path(__file__).parent


def frame_of(connection: socket.socket) -> Any:
    (length,) = struct.unpack("<I", connection.recv(4, socket.MSG_WAITALL))
    return json.loads(connection.recv(length, socket.MSG_WAITALL))


def test_worker_answers_from_the_source_tree() -> None:
    control, end = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    environment = {**os.environ, "PYTHONPATH": str(HERE / "testdata/fake")}
    with subprocess.Popen([sys.executable, str(HERE / "worker.py"), str(end.fileno())], pass_fds=[end.fileno()], env=environment) as server:
        end.close()
        try:
            hello = json.loads(control.recv(200_000))
            assert hello["tvm"] == "0.27.fake" and "FuseOps" in hello["passes"]
            ours, theirs = socket.socketpair()
            socket.send_fds(control, [json.dumps({"after": -1, "memory": 0}).encode()], [theirs.fileno()])
            theirs.close()
            begin = frame_of(ours)
            assert begin["ended"] is None and begin["pid"] != server.pid
            asks = [{"do": "parse", "id": 1, "text": "a module"}, {"do": "print", "of": 1}, {"do": "print", "of": 2}]
            asked = json.dumps({"seconds": [10] * len(asks), "asks": asks}).encode()
            ours.sendall(struct.pack("<I", len(asked)) + asked)
            assert [frame_of(ours)["answer"] for _ in asks] == [
                {"ok": None}, {"ok": "a module"}, {"error": {"kind": "cannot", "message": "nothing is kept as 2", "cause": "", "lacks": ""}}]
        finally:
            server.kill()


def booted(texts: dict[str, str]) -> subprocess.CompletedProcess[str]:
    files = {name: os.memfd_create(name) for name in texts}
    for name, text in texts.items():
        os.write(files[name], text.encode())
    words = [f"{name}={number}" for name, number in files.items()]
    try:
        return subprocess.run([sys.executable, str(HERE / "boot.py"), "0", *words], pass_fds=list(files.values()), capture_output=True,
                              text=True, check=False)
    finally:
        for number in files.values():
            os.close(number)


def test_boot_imports_from_memory() -> None:
    done = booted({"one": "VALUE = 41\n", "two": "from one import VALUE\n\ndef main() -> None:\n    print(VALUE + 1, __name__)\n"})
    assert (done.returncode, done.stdout, done.stderr) == (0, "42 two\n", "")


def test_boot_shows_the_line_that_failed() -> None:
    done = booted({"one": "\n\nraise ValueError('in line 3')\n"})
    assert done.returncode == 1
    assert "line 3" in done.stderr and "raise ValueError('in line 3')" in done.stderr
