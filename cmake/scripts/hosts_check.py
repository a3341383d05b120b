#!/usr/bin/env python3
"""Does the units of a campaign on three hosts by ssh and rsync, while links are cut, disks fill and clocks are wrong, and compares the merge with what one process does.

Usage: hosts_check.py ASSAY [--units N] [--runs M] [--troubles T] [--chance SEED]

A host is a network namespace with an address, an sshd, a file system and a clock of its own: the first is a day ahead, the second a day behind (libfaketime). Who asks,
and merges, has a file system of its own as well. It begins a unit by ssh and takes it by rsync; what does not end well is given to whichever host is free. Meanwhile the
link to a host is cut and healed, and the disk of a host, or of who asks, is filled and emptied, at times that SEED draws, and what has come is merged.

Needs root, iproute2, openssh-server, rsync and libfaketime; all is gone afterwards. Exit codes: 0 the merges are the same to the byte, 1 not, 4 something is missing.
"""
from __future__ import annotations

import argparse
import collections
import concurrent.futures
import ctypes
import os
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Sequence

from units_check import assay, differences, do_alone

CLOCKS = ("+1d", "-1d", "+0")
KINDS = ("cut", "full", "full here")
DISK = "128m"
NEW_NAMESPACES = 0x00020000 | 0x40000000  # CLONE_NEWNS | CLONE_NEWNET
# Seconds between two troubles, and how long one lasts.
PAUSE, LASTS = (1, 4), (3, 8)
SSHD = """ListenAddress {address}
HostKey {run}/host_key
AuthorizedKeysFile {run}/key.pub
StrictModes no
UsePAM no
PermitRootLogin yes
PidFile none
SetEnv LD_PRELOAD={library} FAKETIME={clock} DONT_FAKE_MONOTONIC=1
"""


def do(*words: str) -> None:
    done = subprocess.run(words, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{' '.join(words)}: exit code {done.returncode}\n{done.stderr}")


def faketime() -> str:
    found = sorted(pathlib.Path("/usr/lib").glob("*/faketime/libfaketimeMT.so.1"))
    return str(found[0]) if found else ""


def lacking() -> str:
    """What this machine lacks."""
    if os.geteuid() != 0:
        return "root"
    needs = {name: shutil.which(name, path="/usr/sbin:/usr/bin:/sbin:/bin") for name in ("ip", "ssh", "ssh-keygen", "sshd", "rsync", "nsenter", "unshare")}
    needs["libfaketime"] = faketime()
    return ", ".join(name for name, place in needs.items() if not place)


class Disk:
    """A file system of its own."""

    def __init__(self, folder: pathlib.Path) -> None:
        self.folder, self.ballast = folder, folder / ".ballast"
        folder.mkdir()
        do("mount", "-t", "tmpfs", "-o", f"size={DISK}", "tmpfs", str(folder))

    def fill(self, left: int) -> None:
        with self.ballast.open("wb") as file:
            free = os.statvfs(self.folder)
            os.posix_fallocate(file.fileno(), 0, max(1, free.f_bavail * free.f_bsize - left))

    def empty(self) -> None:
        self.ballast.unlink(missing_ok=True)


class Host:
    """A namespace with an address and an sshd, and its end of a link."""

    def __init__(self, run: pathlib.Path, number: int) -> None:
        self.name, self.address = f"assay{number}", f"10.77.0.{2 + number}"
        self.disk = Disk(run / self.name)
        self.holder = subprocess.Popen(["unshare", "--net", "sleep", "infinity"])
        own, there = os.readlink("/proc/self/ns/net"), f"/proc/{self.holder.pid}/ns/net"
        while os.readlink(there) == own:
            time.sleep(0.05)
        do("ip", "link", "add", self.name, "type", "veth", "peer", "name", "eth0", "netns", str(self.holder.pid))
        do("ip", "link", "set", self.name, "master", "bridge0", "up")
        inside = ["nsenter", "-t", str(self.holder.pid), "-n"]
        do(*inside, "ip", "addr", "add", f"{self.address}/24", "dev", "eth0")
        do(*inside, "ip", "link", "set", "eth0", "up")
        conf = run / f"{self.name}.conf"
        conf.write_text(SSHD.format(address=self.address, run=run, library=faketime(), clock=CLOCKS[number]))
        log = (run / f"{self.name}.log").open("wb")
        self.sshd = subprocess.Popen([*inside, shutil.which("sshd", path="/usr/sbin") or "sshd", "-D", "-e", "-f", str(conf)], stderr=log)

    def link(self, state: str) -> None:
        do("ip", "link", "set", self.name, state)

    def end(self) -> None:
        for process in (self.sshd, self.holder):
            process.kill()
            process.wait()


class Site:
    """Three hosts, and who asks."""

    def __init__(self, run: pathlib.Path) -> None:
        self.run = run
        do("mount", "--make-rprivate", "/")
        # What libfaketime leaves of processes that are killed.
        do("mount", "-t", "tmpfs", "tmpfs", "/dev/shm")
        pathlib.Path("/run/sshd").mkdir(exist_ok=True)
        do("ip", "link", "add", "bridge0", "type", "bridge")
        do("ip", "addr", "add", "10.77.0.1/24", "dev", "bridge0")
        do("ip", "link", "set", "bridge0", "up")
        for name in ("key", "host_key"):
            do("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(run / name))
        self.disk = Disk(run / "here")
        self.hosts = [Host(run, number) for number in range(len(CLOCKS))]
        options = {"BatchMode": "yes", "StrictHostKeyChecking": "no", "UserKnownHostsFile": "/dev/null", "LogLevel": "ERROR", "ConnectTimeout": "3",
                   "ServerAliveInterval": "1", "ServerAliveCountMax": "3"}
        self.ssh = ["ssh", "-F", "none", "-i", str(run / "key"), *(f"-o{name}={value}" for name, value in options.items())]

    def ask(self, host: Host, command: str) -> tuple[int, str]:
        done = subprocess.run([*self.ssh, f"root@{host.address}", command], stdin=subprocess.DEVNULL, capture_output=True, text=True)
        return done.returncode, done.stdout + done.stderr

    def take(self, host: Host, what: str) -> int:
        """Slowly, so that there is time to cut the link."""
        words = ["rsync", "-a", "--exclude", ".*", "--timeout=4", "--bwlimit=400", "-e", " ".join(self.ssh), f"root@{host.address}:{what}", f"{self.disk.folder}/units/"]
        return subprocess.run(words, capture_output=True).returncode

    def wait_for_hosts(self) -> bool:
        for _ in range(50):
            if all(self.ask(host, "true")[0] == 0 for host in self.hosts):
                return True
            time.sleep(0.2)
        return False

    def end(self) -> None:
        for host in self.hosts:
            host.end()


class Campaign:
    """The units, each given to a host until it has come."""

    def __init__(self, site: Site, program: pathlib.Path, units: int, runs: int) -> None:
        self.site, self.program, self.runs = site, program, runs
        self.units, self.left, self.here = units, collections.deque(range(units)), 0
        self.lock = threading.Lock()
        # How asking and taking ended, and how merges did.
        self.codes: dict[str, collections.Counter[int]] = {name: collections.Counter() for name in ("ssh", "rsync", "merge")}

    def work(self, host: Host) -> None:
        while self.here < self.units:
            with self.lock:
                unit = self.left.popleft() if self.left else None
            if unit is None:
                time.sleep(0.2)
            elif self.bring(host, unit):
                with self.lock:
                    self.here += 1
            else:
                with self.lock:
                    self.left.append(unit)
                time.sleep(1)

    def bring(self, host: Host, unit: int) -> bool:
        out = f"{host.disk.folder}/units/{unit}"
        code, said = self.site.ask(host, f"{self.program} fuzz --unit {unit}/{self.units} --runs {self.runs} --seed 7 --jobs 1 --quiet --findings-exit 0 --out {out}")
        self.codes["ssh"][code] += 1
        # 4: the disk is full. 255: the host is out of touch, and may go on.
        if code not in (0, 4, 255):
            print(f"{host.name}, unit {unit}: exit code {code}\n{said}", flush=True)
        if code != 0:
            return False
        code = self.site.take(host, out)
        self.codes["rsync"][code] += 1
        return code == 0

    def merge(self) -> int:
        """What has come so far; a unit that has come in part is refused (3), and a full disk is told (4)."""
        folder = self.site.disk.folder
        done = subprocess.run([str(self.program), "merge", str(folder / "merged"), str(folder / "units")], capture_output=True, text=True)
        self.codes["merge"][done.returncode] += 1
        if done.returncode not in (0, 3, 4):
            print(f"merge: exit code {done.returncode}\n{done.stdout}{done.stderr}", flush=True)
        return done.returncode


class FailingHosts:
    """Each kind as often as the others, in an order and at times that a seed draws."""

    def __init__(self, site: Site, count: int, seed: int) -> None:
        self.site, self.chance = site, random.Random(seed)
        self.kinds = [KINDS[i % len(KINDS)] for i in range(count)]
        self.chance.shuffle(self.kinds)
        self.done: collections.Counter[str] = collections.Counter()

    def one(self, campaign: Campaign) -> None:
        """Comes, and goes; a merge begins in the middle of it."""
        time.sleep(self.chance.uniform(*PAUSE))
        kind, host = self.kinds.pop(), self.chance.choice(self.site.hosts)
        disk = self.site.disk if kind == "full here" else host.disk
        if kind == "cut":
            host.link("down")
        else:
            disk.fill(self.chance.randrange(1 << 18))
        half = self.chance.uniform(*LASTS) / 2
        time.sleep(half)
        campaign.merge()
        time.sleep(half)
        if kind == "cut":
            host.link("up")
        else:
            disk.empty()
        self.done[kind] += 1
        print(f"{kind}{'' if kind == 'full here' else f', {host.name}'}: {campaign.here} of {campaign.units} units have come", flush=True)


def parse(words: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("assay", type=pathlib.Path)
    for name, value in (("--units", 12), ("--runs", 20), ("--troubles", 6), ("--chance", 1)):
        parser.add_argument(name, type=int, default=value)
    return parser.parse_args(words)


def through(campaign: Campaign, troubles: FailingHosts) -> bool:
    """All units, and all troubles."""
    with concurrent.futures.ThreadPoolExecutor() as beside:
        workers = [beside.submit(campaign.work, host) for host in campaign.site.hosts]
        while troubles.kinds and campaign.here < campaign.units:
            troubles.one(campaign)
        for worker in workers:
            worker.result()
    # Units that went on while their host was out of touch come late, and once more.
    return all(campaign.site.take(host, f"{host.disk.folder}/units/") == 0 for host in campaign.site.hosts) and campaign.merge() == 0


def check(program: pathlib.Path, run: pathlib.Path, site: Site, options: argparse.Namespace) -> int:
    here = site.disk.folder
    (here / "units").mkdir()
    dates = [site.ask(host, "date +%F")[1].strip() for host in site.hosts]
    print(f"the hosts' dates: {', '.join(dates)}", flush=True)
    if len(set(dates)) != len(CLOCKS):
        print("hosts_check: expected a clock for each host")
        return 1
    campaign, troubles = Campaign(site, program, options.units, options.runs), FailingHosts(site, options.troubles, options.chance)
    done = through(campaign, troubles)
    alone = do_alone(program, run, options.units, options.runs)
    found = differences(alone, here / "merged") + differences(run / "alone", here / "units")
    print(", ".join(f"{kind} {troubles.done[kind]} times" for kind in KINDS))
    print("; ".join(f"{name} ended with " + ", ".join(f"{code} ({count})" for code, count in sorted(codes.items())) for name, codes in campaign.codes.items()))
    print(assay([str(program), "units", str(here / "merged"), "--of", str(options.units)], run).strip())
    print(f"{len(found)} differences" + "".join(f"\n  {one}" for one in found[:20]))
    return 0 if done and not found else 1


def main() -> int:
    options = parse(sys.argv[1:])
    if lacks := lacking():
        print(f"hosts_check: needs {lacks}: apt-get install iproute2 openssh-server rsync libfaketime", file=sys.stderr)
        return 4
    if ctypes.CDLL(None, use_errno=True).unshare(NEW_NAMESPACES) != 0:
        print("hosts_check: this machine allows no namespaces", file=sys.stderr)
        return 4
    run = pathlib.Path(tempfile.mkdtemp(prefix="assay-hosts-"))
    site = Site(run)
    try:
        if not site.wait_for_hosts():
            print(f"hosts_check: {(run / 'assay0.log').read_text()}", file=sys.stderr)
            return 1
        return check(options.assay.resolve(), run, site, options)
    finally:
        site.end()
        for disk in (site.disk, *(host.disk for host in site.hosts)):
            subprocess.run(["umount", "-l", str(disk.folder)], capture_output=True)
        shutil.rmtree(run, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(main())
