"""Unit tests of run.py: what is a command of a page, and what it says that one prints. pytest, as ./dev check python runs it."""
import argparse
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import run

PAGE = """
Text with `$ no command`.
```console
$ ./dev check a.py
$ ./dev check b.py --into out/x  # exits with 3
first
  …
last …
$ gdb \\
    --args x
```
```
$ ./dev no console
```
"""


def test_commands_with_codes_and_what_they_print() -> None:
    assert run.commands_of(PAGE) == [run.Command("./dev check a.py"), run.Command("./dev check b.py --into out/x", 3, ["first", "  …", "last …"]),
                                     run.Command("gdb     --args x")]


def test_what_is_printed_is_what_is_quoted() -> None:
    quoted = ["first", "…", "last … of all"]
    assert run.is_as_quoted(quoted, "first\nlast 1 of all\n")
    assert run.is_as_quoted(quoted, "first\nmore\nand more\nlast 1 of all")
    for printed in ("", "first\n", "last 1 of all\n", "first\nlast\n", "before\nfirst\nlast 1 of all\n", "first\nlast 1 of all\nbehind\n"):
        assert not run.is_as_quoted(quoted, printed), printed
    assert not run.is_as_quoted(["a.b"], "axb\n")


def test_commands_for_another_program() -> None:
    options = argparse.Namespace(assay=pathlib.Path("/b/assay"), tvm=None)
    for page, here in (("./dev faults fuzz --out findings/a", "/b/assay fuzz --out /s/findings/a"), ("build/dev/assay fuzz --time 60s", "/b/assay fuzz --runs 200"),
                       ("ASSAY_UPDATE_GOLDEN=1 build/dev/passes_test", "/b/passes_test"), ("./dev regress a", "/b/assay regress a --into /s/regressions"),
                       ("./dev regress a --into out/r", "/b/assay regress a --into /s/out/r"), ("cat docs/out/x", "cat docs/out/x"),
                       ("./dev replay regressions/passes regressions/no-such", "/b/assay replay regressions/passes /s/regressions/no-such")):
        assert run.rewritten(page, options, pathlib.Path("/s")) == here
    assert run.rewritten("./dev faults fuzz", argparse.Namespace(assay=None, tvm=None), pathlib.Path("/s")) == "./dev faults fuzz"
