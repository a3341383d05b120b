"""What ./dev makes of its arguments: run by ctest, too, on machines that have no pytest."""
import pathlib
import subprocess


def dev(*arguments: str) -> str:
    """What ./dev would run as assay, which is not built here."""
    source = "source <(sed '$d' dev); assay() { echo assay \"$@\"; exit 0; }; setup() { :; }; build() { :; }; main \"$@\""
    root = pathlib.Path(__file__).parents[2]
    return subprocess.run(["bash", "-c", source, "dev", *arguments], cwd=root, capture_output=True, text=True, check=False).stdout.strip()


def test_subcommands_of_assay_are_passed_on() -> None:
    assert dev("check", "model.py", "--json") == "assay release check model.py --json"
    assert dev("check") == "assay release check"
    assert dev("run", "model.py") == "assay release run model.py"
    assert dev("fuzz", "--time", "5s") == "assay release fuzz --time 5s"
    assert dev("bench", "mutation") == "assay release bench mutation"
    assert dev("faults", "replay", "x") == "assay faults replay x"
    assert dev("help") == "assay release --help"
