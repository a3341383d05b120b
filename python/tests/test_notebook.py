"""The notebooks beside this file, each cell of them, by nbconvert: pip install nbconvert ipykernel."""
from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

nbconvert = pytest.importorskip("nbconvert", reason="needs nbconvert")
pytest.importorskip("ipykernel", reason="needs ipykernel")
EXAMPLES = Path(__file__).parent / "examples"


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.ipynb")), ids=lambda path: path.stem)
def test_every_cell_runs(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from nbconvert.preprocessors import ExecutePreprocessor

    # A kernel of this very Python, whichever others are installed.
    kernel = tmp_path / "kernels/python3"
    kernel.mkdir(parents=True)
    words = [sys.executable, "-m", "ipykernel_launcher", "-f", "{connection_file}"]
    (kernel / "kernel.json").write_text(json.dumps({"argv": words, "display_name": "this", "language": "python"}))
    monkeypatch.setenv("JUPYTER_PATH", str(tmp_path))
    import nbformat

    notebook = nbformat.read(path, as_version=4)
    assert all(not cell.get("outputs") for cell in notebook.cells), "what cells print is not kept in the project"
    ExecutePreprocessor(timeout=120, kernel_name="python3").preprocess(notebook, {"metadata": {"path": str(path.parent)}})
    ran = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert ran and all(cell.execution_count for cell in ran)
