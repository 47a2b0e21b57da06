"""Environments in which processors and libraries choose other instructions."""

import importlib


def processor_features() -> str:
    """The features that this NumPy would use on this processor, beyond its baseline."""
    core = importlib.import_module("numpy._core._multiarray_umath")
    return " ".join(f for f in core.__cpu_dispatch__ if core.__cpu_features__.get(f))


# What to set in a process's environment, by what it stands for.
ENVIRONMENTS = {
    "plain processor": {
        "NPY_DISABLE_CPU_FEATURES": processor_features(),
        "OPENBLAS_CORETYPE": "Prescott",
        "OPENBLAS_NUM_THREADS": "1",
        "PYTHONHASHSEED": "1",
    },
    "newer processor": {
        "OPENBLAS_CORETYPE": "Haswell",
        "OPENBLAS_NUM_THREADS": "2",
        "PYTHONHASHSEED": "2",
    },
    "older C library paths": {
        "GLIBC_TUNABLES": "glibc.cpu.hwcaps=-AVX2,-FMA,-AVX512F",
        "PYTHONHASHSEED": "3",
    },
}
