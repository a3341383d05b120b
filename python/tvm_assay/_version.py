"""The version, which the extension has from the build."""
from tvm_assay import _native

__version__: str = _native.version().splitlines()[0].removeprefix("assay ").split()[0]
