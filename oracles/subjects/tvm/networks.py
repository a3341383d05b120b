"""Runs convolutional networks on assay and on a real TVM, and compares what they give.

Usage: python networks.py ASSAY [--only REGEX] [--size N] [--level N] [--least] [--seconds N] [--keep DIR]

The nine "light" networks that come with the onnx package (AlexNet to VGG-19, graphs without weights) go through TVM's importer, with
weights that are drawn here. TVM compiles and runs them; `assay run` runs the text that TVM writes, at -O2 and within its default
budget, with picture and weights as an .npz. Run it with a Python that imports tvm, onnx and numpy. It takes some minutes, and is no
part of the tests.

With --least the picture is the smallest that a network takes, and relax-reference runs as well: TVM has to agree with it
within the bounds that assay derives for each element (`assay run --compare`), and vm-llvm with TVM as ever. A network of fixed windows and
extents is fitted to a picture: a window that covers all it is given goes on to, and so do Reshape and the layer behind it.

Weights. Those of the files are all alike, and make all results alike. Here a weight that is summed over n is normal with
variance 2/n (1/n in the last layer), which keeps the magnitude of what goes through ReLU (He et al., Delving deep into rectifiers, 2015). A
normalisation that ends in a sum scales by 0.3, so that sums of many branches stay near 1, too.

Bounds where relax-reference is too slow to give them. Both sides compute with float32 (u = 2^-24) and sum in orders of their
own. A sum of n products takes n roundings, each of u times a partial sum, which is not greater than the result by more than a small
factor for such weights; as roundings are independent, it is off by u sqrt(n) of its magnitude for each standard
deviation (Higham and Mary, A new approach to probabilistic rounding error analysis, 2019). What is off in its operands it passes on
as it passes on values: unchanged in relation to them. So along a path through the network errors add up, and a result is off by
    R = max over paths of the sum of u sqrt(n) over their steps, n = summands, or operations for an element
of the results' magnitude (their deviation from their mean) for each standard deviation. Both sides are, by SIGMAS of them at most:
    d = 2 SIGMAS R std(results)
A Softmax makes of operands that are off by d results p that are off by 2 d p, and std(log p) is the operands' deviation.

Exit codes: 0 all agree, 1 some do not, 2 usage, 4 no TVM or no onnx.
"""
from __future__ import annotations

import argparse
import math
import os
import pathlib
import re
import resource
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    import numpy
    import numpy.typing
    import onnx

Array: TypeAlias = "numpy.typing.NDArray[Any]"


UNIT, SIGMAS = 2.0 ** -24, 8
SEED = 20260101
# Of the files.
PICTURE = 224
# Operations for an element where these are not summed over; others copy or choose.
OPERATIONS = {"BatchNormalization": 6, "Mul": 1, "Add": 1, "Sum": 1, "LRN": 12, "Softmax": 4}

# ---- networks


def files() -> dict[str, pathlib.Path]:
    import onnx.backend.test
    folder = pathlib.Path(onnx.backend.test.__file__).parent / "data" / "light"
    return {path.stem.removeprefix("light_"): path for path in sorted(folder.glob("light_*.onnx"))}


class Network:
    """A graph and its weights for pictures of `size`; `fits` says whether every window lies over something."""

    def __init__(self, path: pathlib.Path, size: int) -> None:
        import onnx
        self.model = onnx.load(path)
        graph = self.model.graph
        known = {t.name: onnx.numpy_helper.to_array(t) for t in graph.initializer}
        self.weights = {n.output[0]: known[n.input[0]].tolist() for n in graph.node if n.op_type == "ConstantOfShape"}
        self.weights |= {name: list(array.shape) for name, array in known.items() if array.dtype.kind == "f"}
        self.extents = {n.input[1]: known[n.input[1]].tolist() for n in graph.node if n.op_type == "Reshape"}
        self.nodes = [n for n in graph.node if n.op_type != "ConstantOfShape"]
        self.picture = next(v.name for v in graph.input if v.name not in known)
        self.shapes = {self.picture: [1, 3, size, size]}
        # By result: how many rounded operations make an element, as a square root; and the most of these on a path to it.
        self.roundings = {self.picture: 0.0}
        self.fits = True
        full = Network(path, PICTURE) if size != PICTURE else self
        for node in self.nodes:
            shape, summed = self.follow(node, full)
            self.fits = self.fits and all(extent > 0 for extent in shape)
            self.shapes[node.output[0]] = shape
            behind = max(self.roundings.get(name, 0.0) for name in node.input)
            self.roundings[node.output[0]] = behind + (summed + OPERATIONS.get(node.op_type, 0)) ** 0.5
        self.result = graph.output[0].name

    def follow(self, node: onnx.NodeProto, full: Network) -> tuple[list[int], int]:
        """The shape of what the node gives, and how many products are summed for an element. Fits the node to the picture."""
        import onnx
        attrs = {a.name: onnx.helper.get_attribute_value(a) for a in node.attribute}
        # What follows takes no operand without a shape but Reshape, whose second one is its extents.
        operands: list[list[int]] = [self.shapes.get(name) or self.weights.get(name) or [] for name in node.input]
        first, kind = operands[0], node.op_type
        if kind == "Conv":
            weight = operands[1]
            return [1, weight[0], *self.windows(first, weight[2:], attrs)], weight[1] * weight[2] * weight[3]
        if kind == "GlobalAveragePool":
            return [*first[:2], 1, 1], first[2] * first[3]
        if kind in ("AveragePool", "MaxPool"):
            window, pads = attrs["kernel_shape"], attrs.get("pads", [0] * 4)
            if list(window) == [e + pads[i] + pads[2 + i] for i, e in enumerate(full.shapes[node.input[0]][2:])]:
                window = [e + pads[i] + pads[2 + i] for i, e in enumerate(first[2:])]
                node.attribute.remove(next(a for a in node.attribute if a.name == "kernel_shape"))
                node.attribute.append(onnx.helper.make_attribute("kernel_shape", window))
            return [*first[:2], *self.windows(first, window, attrs)], window[0] * window[1] if kind == "AveragePool" else 0
        if kind == "Gemm":
            operands[1][1] = first[1]
            return [1, operands[1][0]], first[1]
        if kind == "Reshape":
            return self.reshaped(node, first), 0
        if kind == "Transpose":
            return [first[axis] for axis in attrs["perm"]], 0
        if kind == "Concat":
            return [1, sum(shape[1] for shape in operands), *first[2:]], 0
        if kind == "Unsqueeze":
            return [*first, 1, 1], 0
        return max(operands, key=len), 0

    @staticmethod
    def windows(shape: list[int], window: Sequence[int], attrs: dict[str, Any]) -> list[int]:
        pads, strides = attrs.get("pads", [0] * 4), attrs.get("strides", [1, 1])
        return [(shape[2 + i] + pads[i] + pads[2 + i] - window[i]) // strides[i] + 1 for i in range(2)]

    def reshaped(self, node: onnx.NodeProto, first: list[int]) -> list[int]:
        """Extents that are written down for the picture of the file: a map keeps its own, and what is flat takes all."""
        extents = self.extents[node.input[1]]
        if node.input[0] not in self.weights:
            extents = [1, math.prod(first)] if len(extents) == 2 else [*extents[:-2], *first[-2:]]
        self.extents[node.input[1]] = extents
        return list(extents)

    def drawn(self) -> dict[str, Array]:
        """Weights by name."""
        import numpy as np
        random = np.random.default_rng(SEED)
        users = {name: node for node in self.nodes for name in node.input}
        last = [node for node in self.nodes if node.op_type in ("Conv", "Gemm")][-1]
        summed = {name for node in self.nodes if node.op_type == "Sum" for name in node.input}
        drawn = {}
        for name, shape in self.weights.items():
            node = users.get(name)
            if node is not None and node.op_type == "Reshape":
                node = users[node.output[0]]
            noise = random.standard_normal(shape, dtype=np.float32)
            if len(shape) > 1:
                noise *= ((1 if node is last else 2) * shape[-4 if len(shape) > 4 else 0] / noise.size) ** 0.5
            elif node is not None and node.op_type == "BatchNormalization":
                place = list(node.input).index(name)
                scale = 0.3 if node.output[0] in summed else 1.0
                noise = {1: scale + 0.1 * scale * noise, 4: 1 + 0.2 * abs(noise)}.get(place, 0.1 * noise)
            elif node is not None and node.op_type == "Unsqueeze" and users[node.output[0]].op_type == "Mul":
                noise = 1 + 0.1 * noise
            else:
                noise = 0.1 * noise
            drawn[name] = noise.astype(np.float32)
        return drawn

    def with_weights(self) -> onnx.ModelProto:
        """The graph with drawn weights for initializers."""
        import numpy as np
        import onnx
        graph, size = self.model.graph, self.shapes[self.picture][2]
        kept = [v for v in graph.input if v.name == self.picture]
        for axis in (2, 3):
            kept[0].type.tensor_type.shape.dim[axis].dim_value = size
        tensors = [onnx.numpy_helper.from_array(array, name) for name, array in self.drawn().items()]
        tensors += [onnx.numpy_helper.from_array(np.array(e, "int64"), name) for name, e in self.extents.items()]
        for field, items in (("node", self.nodes), ("input", kept), ("initializer", tensors), ("value_info", [])):
            del getattr(graph, field)[:]
            getattr(graph, field).extend(items)
        return self.model


def least(path: pathlib.Path) -> int:
    """Height and width of the smallest picture. Below 32 pixels the last maps of networks whose windows are padded are padding alone."""
    return next(size for size in range(32, PICTURE + 1) if Network(path, size).fits)


# ---- both sides


def measured(start: Callable[[], int]) -> tuple[int, float, float]:
    """What `start` makes, a process id, and how it ended: exit status, seconds of processor time, MB at most."""
    _, status, use = os.wait4(start(), 0)
    return os.waitstatus_to_exitcode(status), use.ru_utime + use.ru_stime, use.ru_maxrss / 1024


def in_child(work: Callable[[], None], log: pathlib.Path) -> int:
    """The id of a process that does it, and writes what it says to the file."""
    pid = os.fork()
    if pid != 0:
        return pid
    code = 1
    try:
        with open(log, "w") as out:
            os.dup2(out.fileno(), 1)
            os.dup2(out.fileno(), 2)
            work()
            code = 0
    except BaseException as error:  # pylint: disable=broad-except
        pathlib.Path(log).write_text(f"{type(error).__name__}: {error}")
    os._exit(code)


def on_tvm(network: Network, folder: pathlib.Path) -> None:
    """Writes module.py, inputs.npz and what TVM gives, tvm.npy."""
    import numpy as np
    import tvm
    from tvm import relax
    from tvm.relax.frontend.onnx import from_onnx
    module, parameters = relax.frontend.detach_params(from_onnx(network.with_weights(), keep_params_in_input=True))
    (folder / "module.py").write_text(module.script(show_meta=True))
    picture = np.random.default_rng(SEED).standard_normal(network.shapes[network.picture], dtype=np.float32)
    values = [picture, *(p.numpy() for p in parameters["main"])]
    np.savez(folder / "inputs.npz", **{p.name: v for p, v in zip(module["main"].params, values, strict=True)})
    machine = relax.VirtualMachine(tvm.compile(module, target="llvm"), tvm.cpu())
    np.save(folder / "tvm.npy", machine["main"](*[tvm.runtime.tensor(v) for v in values]).numpy())


def on_assay(folder: pathlib.Path, options: argparse.Namespace, *more: str | pathlib.Path) -> tuple[int, float, float]:
    """How `assay run` ended."""
    command = [options.assay, "run", folder / "module.py", "--inputs", folder / "inputs.npz", *more]
    limits = (lambda: resource.setrlimit(resource.RLIMIT_CPU, (options.seconds, options.seconds))) if options.seconds else None
    with open(folder / "assay.log", "w") as log:
        return measured(lambda: subprocess.Popen(command, stdout=log, stderr=log, preexec_fn=limits).pid)


def differing(ours: Array, theirs: Array, network: Network) -> tuple[str, float]:
    """In words what is beyond the bounds of the page's head, and the largest difference as a share of them."""
    import numpy as np
    if ours.shape != theirs.shape:
        return f"a result of {ours.shape}, TVM's is {theirs.shape}", math.inf
    a, b = ours.astype(np.float64).ravel(), theirs.astype(np.float64).ravel()
    relative = 2 * SIGMAS * UNIT * network.roundings[network.result]
    softmax = network.nodes[-1].op_type == "Softmax"
    if not np.isfinite(a).all() or softmax and (b <= 0).any() or b.std() == 0:
        return "results that say nothing: not finite, zero, or all alike", math.inf
    bounds = 2 * relative * np.log(b).std() * b if softmax else np.full(b.size, relative * b.std())
    share = np.max(abs(a - b) / bounds)
    at = int(np.argmax(abs(a - b) / bounds))
    return (f"element {at}: {a[at]} against {b[at]}, bound {bounds[at]:.3g}" if share > 1 else ""), share


def judge(name: str, path: pathlib.Path, options: argparse.Namespace, folder: pathlib.Path) -> bool:
    """Runs both sides, prints a row, and says whether they agree."""
    import numpy as np
    size = least(path) if options.least else options.size
    network = Network(path, size)
    if not network.fits:
        print(f"{name}: takes no picture of {size} pixels, the least is {least(path)}")
        return False
    folder.mkdir(parents=True, exist_ok=True)
    row = {"network": name, "pixels": size}

    def failed(what: str, log: str) -> bool:
        print(f"{name} at {size} px: {what}: {(folder / log).read_text().strip()[-400:]}", flush=True)
        return False

    code, row["TVM s"], row["TVM MB"] = measured(lambda: in_child(lambda: on_tvm(network, folder), folder / "tvm.log"))
    if code != 0:
        return failed(f"TVM ends with {code}", "tvm.log")
    result = folder / "assay.npz"
    code, row["assay s"], row["assay MB"] = on_assay(folder, options, "--engine", "vm-llvm", "--opt-level", str(options.level), "--outputs", result)
    if code != 0:
        return failed(f"assay run ends with {code}", "assay.log")
    with np.load(result) as arrays:
        ours = arrays[arrays.files[0]]
    theirs = np.load(folder / "tvm.npy")
    why, row["of bound"] = differing(ours, theirs, network)
    row["equal bits"] = f"{(ours.ravel() == theirs.ravel()).mean():.0%}" if ours.shape == theirs.shape else "-"
    if options.least and not why:
        code, row["reference s"], _ = on_assay(folder, options, "--engine", "relax-reference")
        if code != 0:
            return failed(f"relax-reference ends with {code}", "assay.log")
        code, row["bounds s"], _ = on_assay(folder, options, "--compare", "--subject", f"tvm@{sys.executable}")
        if code != 0:
            return failed(f"run --compare with this TVM ends with {code}", "assay.log")
    print("  ".join(f"{key} {value:.3g}" if isinstance(value, float) else f"{key} {value}" for key, value in row.items()), flush=True)
    if why:
        print(f"{name} at {size} px: {why}", flush=True)
    return not why


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("assay")
    parser.add_argument("--only", default="", metavar="REGEX", help="networks whose name has this in it")
    parser.add_argument("--size", type=int, default=PICTURE, metavar="N", help="height and width of the picture (default: 224)")
    parser.add_argument("--least", action="store_true", help="the smallest picture that each network takes, and relax-reference as well")
    parser.add_argument("--level", type=int, default=2, choices=range(4), help="assay's optimisation level (default: 2)")
    parser.add_argument("--seconds", type=int, default=0, metavar="N", help="processor time that a run of assay may take")
    parser.add_argument("--keep", type=pathlib.Path, metavar="DIR", help="where modules, inputs and results are kept")
    options = parser.parse_args()
    os.environ.setdefault("TVM_NUM_THREADS", "1")
    try:
        import onnx  # noqa: F401  children share what is imported
        from tvm.relax.frontend import onnx as importer  # noqa: F401
    except ImportError as error:
        print(f"no TVM or no onnx: {error}", file=sys.stderr)
        return 4
    chosen = {name: path for name, path in files().items() if re.search(options.only, name)}
    if not chosen:
        parser.error(f"invalid --only: expected part of one of {', '.join(files())}, got {options.only}")
    agree = True
    with tempfile.TemporaryDirectory() as scratch:
        for name, path in chosen.items():
            agree = judge(name, path, options, (options.keep or pathlib.Path(scratch)) / name) and agree
    return 0 if agree else 1


if __name__ == "__main__":
    sys.exit(main())
