"""For pytest: what these tests import as tvm is the stand-in, whatever this Python has."""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent / "testdata/fake"))
