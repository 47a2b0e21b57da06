"""Nothing in the engine uses an operation whose last bits differ between machines."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ENGINE = Path(__file__).parents[3] / "engine"

# Reductions and products whose order NumPy or BLAS chooses, and functions of the C library.
FORBIDDEN_NUMPY = {
    *("sum", "mean", "average", "var", "std", "prod", "cumsum", "cumprod", "trace", "nansum"),
    *("add.reduce", "dot", "vdot", "inner", "outer", "matmul", "tensordot", "einsum", "linalg"),
    *("fft", "convolve", "correlate", "interp", "polyval", "exp", "exp2", "expm1", "log", "log2"),
    *("log10", "log1p", "logaddexp", "power", "float_power", "cbrt", "sin", "cos", "tan", "arcsin"),
    *("arccos", "arctan", "arctan2", "sinh", "cosh", "tanh", "hypot", "random", "sinc", "logspace"),
}
FORBIDDEN_METHODS = {"sum", "mean", "var", "std", "prod", "cumsum", "dot", "trace"}
FORBIDDEN_MATH = {
    *("exp", "exp2", "expm1", "log", "log2", "log10", "log1p", "pow", "sin", "cos", "tan", "asin"),
    *("acos", "atan", "atan2", "sinh", "cosh", "tanh", "hypot", "erf", "gamma", "fsum", "sumprod"),
}
FORBIDDEN_MODULES = {"random", "cmath", "time", "datetime", "locale", "secrets"}
OUR_OWN = {"decimals", "backdecimals", "elementary", "kernels", "backkernels"}
# On exact decimals and on counts the order of a sum changes nothing.
ON_EXACT_NUMBERS = {
    "counts.py": {"sum"},
    "decimals.py": {"@", ".sum"},
    "backdecimals.py": {"@", ".sum"},
    "sums.py": {"sum"},
    "step_summary.py": {"sum"},
}


def dotted(node: ast.expr) -> str:
    if isinstance(node, ast.Attribute):
        return f"{dotted(node.value)}.{node.attr}"
    return node.id if isinstance(node, ast.Name) else ""


def faults(source: str) -> Iterator[str]:
    """Every forbidden operation in a module's source."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, (ast.BinOp, ast.AugAssign)):
            if isinstance(node.op, ast.MatMult):
                yield "@"
            if isinstance(node.op, ast.Pow):
                yield "**"
        elif isinstance(node, ast.Attribute):
            module, _, rest = dotted(node).partition(".")
            if module == "np":
                if rest in FORBIDDEN_NUMPY or rest.split(".")[0] in FORBIDDEN_NUMPY:
                    yield f"np.{rest}"
            elif module in OUR_OWN:
                continue
            elif module == "math":
                if rest in FORBIDDEN_MATH:
                    yield f"math.{rest}"
            elif node.attr in FORBIDDEN_METHODS:
                yield f".{node.attr}"
        elif isinstance(node, ast.Import):
            yield from (a.name for a in node.names if a.name in FORBIDDEN_MODULES)
        elif isinstance(node, ast.ImportFrom):
            if node.module in FORBIDDEN_MODULES:
                yield node.module
            if node.module in ("math", "numpy"):
                yield from (f"from {node.module} import {a.name}" for a in node.names)
        elif isinstance(node, ast.Name) and node.id in ("pow", "sum"):
            yield node.id


@pytest.mark.parametrize("path", sorted(ENGINE.rglob("*.py")), ids=lambda path: path.name)
def test_a_module_uses_only_operations_with_the_same_bits_everywhere(path: Path) -> None:
    # The built-in sum is compensated from Python 3.12 on: floats must not go through it.
    allowed = ON_EXACT_NUMBERS.get(path.name, set())
    found = [fault for fault in faults(path.read_text(encoding="utf-8")) if fault not in allowed]
    assert found == []


@pytest.mark.parametrize(
    "line",
    ["y = x @ w", "y = np.exp(x)", "y = x ** 3", "y = x.sum(-1)", "y = np.sum(x)", "y = sum(x)",
     "y = np.linalg.norm(x)", "import random", "y = math.tanh(x)", "from math import exp"],
)  # fmt: skip
def test_the_forbidden_operations_are_seen(line: str) -> None:
    assert list(faults(line))
