"""The compiled part of the package; everything else stands in pyproject.toml.

Where there is no compiler, the installation goes on without it: the solver then runs on NumPy,
and `tripeaks doctor` says so.
"""

import os

from setuptools import Extension, setup

KERNEL = Extension(
    "tripeaks.solver._kernel",
    sources=["src/tripeaks/solver/_kernel.c"],
    define_macros=[("Py_LIMITED_API", "0x030B0000")],
    libraries=[] if os.name == "nt" else ["m"],
    extra_compile_args=["-O3"],  # MSVC ignores it with a warning
    py_limited_api=True,
    optional=True,
)

setup(ext_modules=[KERNEL], options={"bdist_wheel": {"py_limited_api": "cp311"}})
