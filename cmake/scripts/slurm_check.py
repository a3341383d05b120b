#!/usr/bin/env python3
"""Runs Slurm with three nodes on this machine, kills at random while they do the units of a campaign, and compares what is merged with what one process does.

Usage: slurm_check.py ASSAY [--root FOLDER] [--keep] [--units N] [--runs M] [--kills K] [--chance SEED] [-- OPTION of assay fuzz…]

Needs root and Debian's slurmctld, slurmd and slurm-client (apt-get install --no-install-recommends slurm-wlm), or, under --root, these packages and the
libraries they need, unpacked: for p in *.deb; do dpkg -x $p FOLDER; done. No munge, no database, nothing outside of a folder that goes afterwards.

What is killed, at times and on nodes that SEED draws, each kind in its turn: a job (at once, or told to end, so that it leaves a part of its unit); a node with all
that it runs, so that its units are done again elsewhere; a node's daemon alone, so that its unit ends behind the controller's back; the controller. Each is begun
again after a while. What the queue has lost is queued again, as the guide says. Exit codes: 0 the merges are the same to the byte, 1 they are not, 4 no Slurm.
"""
from __future__ import annotations

import argparse
import collections
import concurrent.futures
import os
import pathlib
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence

from units_check import assay, differences, do_alone

NODES = ("n1", "n2", "n3")
KINDS = ("node", "daemon", "controller", "job")
# Seconds between two kills, and until what was killed is begun again: shorter and longer than SlurmdTimeout.
PAUSE, AWAY = (5, 15), (2, 25)
CONF = """ClusterName=assay
SlurmctldHost=localhost
SlurmUser=root
SlurmdUser=root
AuthType=auth/none
AuthInfo=cred_expire=10
CredType=cred/none
SlurmctldPort=36817
StateSaveLocation={run}/state
SlurmdSpoolDir={run}/spool.%n
SlurmctldPidFile={run}/slurmctld.pid
SlurmdPidFile={run}/slurmd.%n.pid
SlurmctldLogFile={run}/slurmctld.log
SlurmdLogFile={run}/slurmd.%n.log
{plugins}ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
MpiDefault=none
ReturnToService=2
SlurmdTimeout=15
KillWait=5
JobRequeue=1
SlurmdParameters=config_overrides
SchedulerParameters=sched_interval=2
{nodes}
PartitionName=p Nodes=n1,n2,n3 Default=YES MaxTime=INFINITE State=UP
"""


class Slurm:
    """Controller and nodes, each a process of this one."""

    def __init__(self, root: pathlib.Path | None, run: pathlib.Path) -> None:
        self.run = run
        self.env = dict(os.environ, SLURM_CONF=str(run / "slurm.conf"))
        self.root = root
        plugins = ""
        if root is not None:
            library = root / "usr/lib/x86_64-linux-gnu"
            self.env["LD_LIBRARY_PATH"] = f"{library}:{library}/slurm-wlm"
            plugins = f"PluginDir={library}/slurm-wlm\n"
        nodes = "\n".join(f"NodeName={name} NodeHostname=localhost NodeAddr=127.0.0.1 Port={36821 + i} CPUs=1 State=UNKNOWN" for i, name in enumerate(NODES))
        (run / "slurm.conf").write_text(CONF.format(run=run, plugins=plugins, nodes=nodes))
        (run / "state").mkdir()
        self.daemons: dict[str, subprocess.Popen[bytes]] = {}

    def program(self, name: str) -> str:
        # Debian's alternatives are links that packages alone do not have.
        for path in (f"usr/{folder}/{name}{end}" for folder in ("sbin", "bin") for end in ("", "-wlm")):
            if self.root is not None and (self.root / path).exists():
                return str(self.root / path)
        return shutil.which(name, path="/usr/sbin:/usr/bin:" + os.environ.get("PATH", "")) or ""

    def there(self) -> bool:
        return all(self.program(name) for name in ("slurmctld", "slurmd", "slurmstepd", "sbatch", "squeue", "scontrol", "sinfo"))

    def start(self, name: str) -> None:
        words = [self.program("slurmctld"), "-D"]
        if name != "slurmctld":
            words = [self.program("slurmd"), "-N", name, "-d", self.program("slurmstepd"), "-D"]
        log = (self.run / f"{name}.out").open("ab")
        self.daemons[name] = subprocess.Popen(words, env=self.env, stdout=log, stderr=log, start_new_session=True)

    def say(self, *words: str) -> str | None:
        """What a client prints; nothing where the controller does not answer."""
        try:
            done = subprocess.run([self.program(words[0]), *words[1:]], env=self.env, capture_output=True, text=True, timeout=60)
        except subprocess.TimeoutExpired:
            return None
        return done.stdout if done.returncode == 0 else None

    def wait_until_idle(self) -> bool:
        for _ in range(60):
            if (self.say("sinfo", "-h", "-o", "%T %D") or "").split() == ["idle", "3"]:
                return True
            time.sleep(1)
        return False

    def kill_node(self, name: str) -> int:
        """The daemon and all that it has started, as when the power goes; how many processes."""
        # Steps have left their parent; these first, so that they tell nobody.
        processes = self.steps_of(name) + below(self.daemons[name].pid)
        for process in processes:
            send(process, signal.SIGKILL)
        self.daemons.pop(name).wait()
        return len(processes)

    def kill_daemon(self, name: str) -> None:
        daemon = self.daemons.pop(name)
        daemon.kill()
        daemon.wait()

    def processes(self, more: str = "") -> list[int]:
        """What runs of this Slurm's jobs, or daemons."""
        found = []
        for place in pathlib.Path("/proc").glob("[0-9]*/environ"):
            try:
                environment = place.read_bytes().split(b"\0")
            except OSError:
                continue
            if f"SLURM_CONF={self.run}/slurm.conf".encode() in environment and (not more or more.encode() in environment):
                found.append(int(place.parent.name))
        return found

    def steps_of(self, node: str) -> list[int]:
        """What runs of jobs on a node, and the step daemons above."""
        jobs = self.processes(f"SLURMD_NODENAME={node}")
        above = {parent_of(job) for job in jobs} - {0, 1, os.getpid()}
        return sorted(above | set(jobs))

    def job_of(self, node: str) -> int | None:
        """The process of a unit on a node: its parent is none of the unit's."""
        jobs = self.processes(f"SLURMD_NODENAME={node}")
        return next((job for job in jobs if parent_of(job) not in jobs), None)

    def end(self) -> None:
        for name in list(self.daemons):
            self.kill_node(name)
        # Steps whose daemon is gone are nobody's children.
        for process in self.processes():
            send(process, signal.SIGKILL)


class Kills:
    """Kills at random, and begins again what is gone."""

    def __init__(self, slurm: Slurm, count: int, seed: int) -> None:
        self.slurm, self.chance = slurm, random.Random(seed)
        # Each kind as often as the others, in an order that the seed draws.
        self.kinds = [KINDS[i % len(KINDS)] for i in range(count)]
        self.chance.shuffle(self.kinds)
        self.away: dict[str, float] = {}
        self.next = time.monotonic() + self.chance.uniform(*PAUSE)
        self.done: collections.Counter[str] = collections.Counter()

    def step(self) -> None:
        now = time.monotonic()
        for name in [name for name, until in self.away.items() if now >= until]:
            del self.away[name]
            self.slurm.start(name)
        if self.kinds and now >= self.next and self.kill(self.kinds[-1], now):
            self.kinds.pop()
            self.next = time.monotonic() + self.chance.uniform(*PAUSE)

    def kill(self, kind: str, now: float) -> bool:
        """Whether there was something to kill: of nodes, one with a job."""
        slurm = self.slurm
        if kind == "controller":
            if "slurmctld" in self.away:
                return False
            slurm.kill_daemon("slurmctld")
            self.leave("slurmctld", now)
            said = "the controller killed"
        else:
            busy = [(node, job) for node in NODES if node not in self.away and (job := slurm.job_of(node))]
            if not busy:
                return False
            node, job = self.chance.choice(busy)
            if kind == "job":
                how = self.chance.choice((signal.SIGKILL, signal.SIGTERM))
                send(job, how)
                said = f"the job on {node} got {how.name}"
            elif kind == "daemon":
                slurm.kill_daemon(node)
                self.leave(node, now)
                said = f"the daemon of {node} killed, its job left"
            else:
                said = f"{node} killed, {slurm.kill_node(node)} processes"
                self.leave(node, now)
        self.done[kind] += 1
        print(said, flush=True)
        return True

    def leave(self, name: str, now: float) -> None:
        self.away[name] = now + self.chance.uniform(*AWAY)


def below(process: int) -> list[int]:
    """The process, its children and theirs; step daemons of Slurm are sessions of their own, and still children."""
    processes = [process]
    for parent in processes:
        try:
            children = pathlib.Path(f"/proc/{parent}/task/{parent}/children").read_text().split()
        except OSError:
            continue
        processes += [int(child) for child in children]
    return processes


def parent_of(process: int) -> int:
    try:
        status = pathlib.Path(f"/proc/{process}/stat").read_text()
    except OSError:
        return 0
    return int(status.rsplit(")", 1)[1].split()[1])


def send(process: int, what: signal.Signals) -> None:
    try:
        os.kill(process, what)
    except ProcessLookupError:
        pass


def parse(words: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("assay", type=pathlib.Path)
    parser.add_argument("--root", type=pathlib.Path)
    parser.add_argument("--keep", action="store_true", help="leave the folder")
    for name, value in (("--units", 8), ("--runs", 40), ("--kills", 4), ("--chance", 1)):
        parser.add_argument(name, type=int, default=value)
    own, more = (words[:words.index("--")], words[words.index("--") + 1:]) if "--" in words else (words, [])
    options = parser.parse_args(own)
    options.more = more
    return options


class Campaign:
    """The units as Slurm does them."""

    def __init__(self, slurm: Slurm, program: pathlib.Path, run: pathlib.Path, options: argparse.Namespace) -> None:
        self.slurm, self.program, self.run, self.units = slurm, program, run, options.units
        words = ["cluster", "slurm", "--units", str(options.units), "--runs", str(options.runs), "--seed", "7", "--out", str(run), "--", *options.more]
        script = assay([str(program), *words], run)
        # Before the first unit is done, all are missing.
        (run / "units").mkdir()
        (run / "job.sh").write_text(script.replace("exec assay ", f"exec {program} "))
        self.queued_again = 0

    def submit(self, *more: str) -> bool:
        said = self.slurm.say("sbatch", "-o", str(self.run / "job.%A.%a.out"), *more, str(self.run / "job.sh"))
        print((said or "the controller does not answer").strip(), flush=True)
        return said is not None

    def ended(self) -> bool:
        """Whether the queue is empty; what Slurm holds since a node was lost as a job began (`launch failed requeued held`, `JobHeldUser`) is let go, nodes too."""
        queue = self.slurm.say("squeue", "-h", "-r", "-o", "%i %r")
        if queue is None:
            return False
        for job, _, reason in (line.partition(" ") for line in queue.splitlines()):
            if "held" in reason.lower():
                print(f"job {job}: {reason}; released", flush=True)
                self.slurm.say("scontrol", "release", job)
        for node in (self.slurm.say("sinfo", "-h", "-N", "-t", "drain", "-o", "%N") or "").split():
            print(f"{node} is drained, since a launch failed; resumed", flush=True)
            self.slurm.say("scontrol", "update", f"nodename={node}", "state=resume")
        return not queue.strip()

    def wait(self, kills: Kills) -> bool:
        """Until all units are there and nothing is left to kill; what the queue has lost is queued again, as the guide says."""
        end = time.monotonic() + 3600
        while time.monotonic() < end:
            time.sleep(0.5)
            kills.step()
            if kills.away or not self.ended():
                continue
            # Queues are empty while the last jobs of a node that came back still run.
            array = assay([str(self.program), "units", "--of", str(self.units), "--array", str(self.run / "units")], self.run).strip()
            if not array:
                return True
            self.queued_again += self.submit(f"--array={array}")
        print(self.slurm.say("squeue") or "the controller does not answer")
        return False


def compare(program: pathlib.Path, run: pathlib.Path, campaign: Campaign, kills: Kills) -> int:
    print(assay([str(program), "merge", str(run / "merged"), str(run / "units")], run).strip())
    found = differences(run / "alone-merged", run / "merged") + differences(run / "alone", run / "units")
    # A subject that does not do the same each time leaves other bytes; buckets are to be the same all the same.
    buckets = [{path.name for path in (run / merged / "findings").glob("*")} for merged in ("alone-merged", "merged")]
    print(f"findings: {len(buckets[0])} by one machine, {len(buckets[1])} by Slurm, {len(buckets[0] ^ buckets[1])} of one alone")
    requeued = (run / "slurmctld.log").read_text().count(": requeue JobId")
    killed = ", ".join(f"{kind} {kills.done[kind]}" for kind in KINDS)
    print(f"killed: {killed}; {requeued} times Slurm began a unit again after a node was lost, {campaign.queued_again} more arrays; {len(found)} differences" +
          "".join(f"\n  {one}" for one in found[:20]))
    return 1 if found else 0


def main() -> int:
    options = parse(sys.argv[1:])
    program = options.assay.resolve()
    run = pathlib.Path(tempfile.mkdtemp(prefix="assay-slurm-"))
    slurm = Slurm(options.root.resolve() if options.root else None, run)
    if not slurm.there() or os.geteuid() != 0:
        print("slurm_check: no Slurm, or not root: apt-get install --no-install-recommends slurm-wlm, or --root FOLDER", file=sys.stderr)
        return 4
    beside = concurrent.futures.ThreadPoolExecutor()
    try:
        slurm.start("slurmctld")
        time.sleep(2)
        for node in NODES:
            slurm.start(node)
        if not slurm.wait_until_idle():
            print(slurm.say("sinfo"), (run / "slurmctld.out").read_text()[-2000:], file=sys.stderr)
            return 4
        campaign = Campaign(slurm, program, run, options)
        alone = beside.submit(do_alone, program, run, options.units, options.runs, options.more)
        kills = Kills(slurm, options.kills, options.chance)
        done = campaign.submit() and campaign.wait(kills)
        alone.result()
        return compare(program, run, campaign, kills) if done else 1
    finally:
        slurm.end()
        if not options.keep:
            shutil.rmtree(run, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(main())
