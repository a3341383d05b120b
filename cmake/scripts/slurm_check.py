#!/usr/bin/env python3
"""Runs Slurm with three nodes on this machine, kills nodes while they do the units of a campaign, and compares what is merged with what one process does.

Usage: slurm_check.py ASSAY [--root FOLDER] [--keep] [--units N] [--runs M]

Needs root and Debian's slurmctld, slurmd and slurm-client (apt-get install --no-install-recommends slurm-wlm), or, under --root, these packages and the
libraries they need, unpacked: for p in *.deb; do dpkg -x $p FOLDER; done. No munge, no database, nothing outside of a folder that goes afterwards.
Takes some five minutes, most of them Slurm's own: it queues the work of a node that is gone again after SlurmdTimeout and begins it two minutes later.

What happens: n2 is killed with all that it runs, so that its units are done again elsewhere; of n3 the daemon alone is killed, so that its unit ends behind the
controller's back. Exit codes: 0 the merges are the same to the byte, 1 they are not, 4 no Slurm.
"""
import argparse
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time

from units_check import assay, differences, do_alone

NODES = ("n1", "n2", "n3")
CONF = """ClusterName=assay
SlurmctldHost=localhost
SlurmUser=root
SlurmdUser=root
AuthType=auth/none
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

    def say(self, *words: str) -> str:
        done = subprocess.run([self.program(words[0]), *words[1:]], env=self.env, capture_output=True, text=True, timeout=60)
        return done.stdout + done.stderr

    def wait_until_idle(self) -> bool:
        for _ in range(60):
            if self.say("sinfo", "-h", "-o", "%T %D").split() == ["idle", "3"]:
                return True
            time.sleep(1)
        return False

    def kill_node(self, name: str) -> int:
        """The daemon and all that it has started, as when the power goes. How many processes."""
        processes = below(self.daemons[name].pid)
        for process in processes:
            stop(process)
        self.daemons.pop(name).wait()
        return len(processes)

    def kill_daemon(self, name: str) -> None:
        daemon = self.daemons.pop(name)
        daemon.kill()
        daemon.wait()

    def end(self) -> None:
        for name in list(self.daemons):
            self.kill_node(name)
        # Steps whose daemon is gone are nobody's children.
        for conf in pathlib.Path("/proc").glob("[0-9]*/environ"):
            try:
                if f"SLURM_CONF={self.run}".encode() in conf.read_bytes():
                    stop(int(conf.parent.name))
            except OSError:
                continue


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


def steps_of(slurm: Slurm, node: str) -> list[int]:
    """What runs of jobs on a node, and the step daemons above, which have left their parent: these first, so that they tell nobody."""
    found: list[int] = []
    for line in pathlib.Path("/proc").glob("[0-9]*/environ"):
        try:
            environment = line.read_bytes()
        except OSError:
            continue
        if f"SLURM_CONF={slurm.run}".encode() in environment and f"SLURMD_NODENAME={node}".encode() in environment:
            process = int(line.parent.name)
            found += [step for step in [parent_of(process)] if step > 1 and step not in found]
            found.append(process)
    return sorted(found)


def parent_of(process: int) -> int:
    try:
        status = pathlib.Path(f"/proc/{process}/stat").read_text()
    except OSError:
        return 0
    return int(status.rsplit(")", 1)[1].split()[1])


def stop(process: int) -> None:
    try:
        os.kill(process, signal.SIGKILL)
    except ProcessLookupError:
        pass


def parse(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("assay", type=pathlib.Path)
    parser.add_argument("--root", type=pathlib.Path)
    parser.add_argument("--keep", action="store_true", help="leave the folder")
    parser.add_argument("--units", type=int, default=9)
    parser.add_argument("--runs", type=int, default=60)
    return parser.parse_args(arguments)


def submit(slurm: Slurm, program: pathlib.Path, run: pathlib.Path, units: int, runs: int) -> None:
    script = assay([str(program), "cluster", "slurm", "--units", str(units), "--runs", str(runs), "--seed", "7", "--out", str(run)], run)
    (run / "job.sh").write_text(script.replace("exec assay ", f"exec {program} "))
    print(slurm.say("sbatch", "-o", str(run / "job.%a.out"), str(run / "job.sh")).strip())


def disturb(slurm: Slurm) -> None:
    """Kills what runs, once something does on both nodes."""
    for _ in range(60):
        if len(slurm.say("squeue", "-h", "-t", "R", "-w", "n2,n3").splitlines()) >= 2:
            break
        time.sleep(0.5)
    print(slurm.say("squeue", "-h", "-t", "R", "-o", "%i on %N").strip())
    steps = steps_of(slurm, "n2")
    for step in steps:
        stop(step)
    killed = slurm.kill_node("n2")
    print(f"n2 killed, {killed + len(steps)} processes")
    slurm.kill_daemon("n3")
    print("the daemon of n3 killed")
    time.sleep(20)
    slurm.start("n2")
    slurm.start("n3")


def wait(slurm: Slurm, program: pathlib.Path, run: pathlib.Path, units: int) -> bool:
    """Until all units are there; what the queue has lost is queued again, as the guide says."""
    for _ in range(300):
        time.sleep(2)
        if slurm.say("squeue", "-h", "-o", "%i").strip():
            continue
        array = assay([str(program), "units", "--of", str(units), "--array", str(run / "units")], run).strip()
        if not array:
            return True
        print(f"again: --array={array}: {slurm.say('sbatch', f'--array={array}', '-o', str(run / 'again.%a.out'), str(run / 'job.sh')).strip()}")
    print(slurm.say("squeue"))
    return False


def main() -> int:
    options = parse(sys.argv[1:])
    program = options.assay.resolve()
    run = pathlib.Path(tempfile.mkdtemp(prefix="assay-slurm-"))
    slurm = Slurm(options.root.resolve() if options.root else None, run)
    if not slurm.there():
        print("slurm_check: no Slurm: apt-get install --no-install-recommends slurm-wlm, or --root FOLDER", file=sys.stderr)
        return 4
    try:
        slurm.start("slurmctld")
        time.sleep(2)
        for node in NODES:
            slurm.start(node)
        if not slurm.wait_until_idle():
            print(slurm.say("sinfo"), (run / "slurmctld.out").read_text()[-2000:], file=sys.stderr)
            return 4
        submit(slurm, program, run, options.units, options.runs)
        disturb(slurm)
        do_alone(program, run, options.units, options.runs)
        if not wait(slurm, program, run, options.units):
            return 1
        print(assay([str(program), "merge", str(run / "merged"), str(run / "units")], run).strip())
        found = differences(run / "alone-merged", run / "merged") + differences(run / "alone", run / "units")
        restarts = (run / "slurmctld.log").read_text().count(": requeue JobId")
        print(f"{restarts} units queued again after a node was lost; {len(found)} differences" + "".join(f"\n  {one}" for one in found[:20]))
        return 1 if found else 0
    finally:
        slurm.end()
        if not options.keep:
            shutil.rmtree(run, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(main())
