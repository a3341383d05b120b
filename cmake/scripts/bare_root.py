"""Folders that debootstrap makes, as machines on which nothing is installed: what other scripts run steps in. Needs root, debootstrap and the network."""
from __future__ import annotations

import os
import pathlib
import re
import shlex
import shutil
import subprocess

# Of this machine, what apt and pip need to reach their archives.
CARRIED = ("/etc/resolv.conf", "/etc/hosts", "/etc/pip.conf")
CERTIFICATES = pathlib.Path("/usr/local/share/ca-certificates")
ARCHIVES = {"debian": ("", "-updates"), "debian-security": ("-security",)}


def can_make() -> bool:
    return os.geteuid() == 0 and shutil.which("debootstrap") is not None


class Machine:
    """A machine's files, and what runs among them."""

    def __init__(self, folder: pathlib.Path) -> None:
        self.folder, self.work, self.entry = folder, "/", ["sh"]

    def inside(self, path: str) -> pathlib.Path:
        return self.folder / os.path.normpath(os.path.join(self.work, path)).lstrip("/")

    def run(self, command: str, output: int | None = None) -> subprocess.CompletedProcess[str]:
        """`output` as for subprocess.run: errors go the same way."""
        env = {name: value for name, value in os.environ.items() if re.match(r"(PIP_|https?_proxy|no_proxy)", name, re.IGNORECASE)}
        env |= {"HOME": "/root", "PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "LANG": "C.UTF-8", "DEBIAN_FRONTEND": "noninteractive"}
        # Mounts of a namespace of its own, which go with it.
        inner = f"mount -t proc proc {self.folder}/proc && mount --rbind /dev {self.folder}/dev && exec chroot {self.folder} sh -c \"$0\""
        words = ["unshare", "-m", "sh", "-c", inner, f"cd {shlex.quote(self.work)} && {command}"]
        return subprocess.run(words, env=env, text=True, stdout=output, stderr=None if output is None else subprocess.STDOUT)


def made(folder: pathlib.Path, suite: str = "bookworm") -> Machine:
    """The machine of that folder, which is made where it is not there yet."""
    if not (folder / "etc/debian_version").exists():
        subprocess.run(["debootstrap", "--variant=minbase", suite, str(folder), "http://deb.debian.org/debian"], check=True, stdout=subprocess.DEVNULL)
    (folder / "etc/apt/sources.list").write_text("".join(
        f"deb http://deb.debian.org/{archive} {suite}{part} main\n" for archive, parts in ARCHIVES.items() for part in parts))
    for name in CARRIED:
        if pathlib.Path(name).exists():
            (folder / name[1:]).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(name, folder / name[1:])
    # The package ca-certificates, once it is installed, takes these over.
    if CERTIFICATES.exists():
        shutil.copytree(CERTIFICATES, folder / str(CERTIFICATES)[1:], dirs_exist_ok=True)
    return Machine(folder)
