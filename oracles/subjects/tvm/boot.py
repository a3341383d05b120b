"""Runs worker.py from memory: after the control socket's number come NAME=DESCRIPTOR, in the order of imports, worker.py last.

Each text becomes a module whose file is its descriptor, so that `import` finds it, and traces show its lines. server.cc runs this.
"""
import sys
import types


def load(name: str, path: str) -> types.ModuleType:
    with open(path, encoding="utf-8") as text:
        code = compile(text.read(), path, "exec", dont_inherit=True)
    module = types.ModuleType(name)
    module.__file__ = path
    sys.modules[name] = module
    exec(code, module.__dict__)
    return module


def main() -> None:
    texts = [argument.partition("=") for argument in sys.argv[2:]]
    modules = [load(name, f"/proc/self/fd/{number}") for name, _, number in texts]
    modules[-1].main()


if __name__ == "__main__":
    main()
