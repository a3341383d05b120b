"""What the scripts beside this file know of a checkout: its files."""
import pathlib
import subprocess


def names_of(root: pathlib.Path) -> list[str]:
    """The project's files as paths from the root: those that git knows, or all but what it would ignore where there is no checkout."""
    listed = subprocess.run(["git", "ls-files"], cwd=root, capture_output=True, text=True, check=False).stdout.split("\n")
    names = [name for name in listed if name]
    if names:
        return names
    found = [path.relative_to(root) for path in root.rglob("*") if path.is_file()]
    return [str(path) for path in found if path.parts[0] not in ("build", "findings", ".venv", ".git", ".cache")]
