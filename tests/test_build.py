from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

ROOT = Path(__file__).parents[1]
BUILD_FILES = ("pyproject.toml", "setup.py", "README.md", "LICENSE")
COMPILED = (".so", ".pyd")
NOT_SHIPPED = (".c", ".pyc", *COMPILED)


@pytest.mark.slow
def test_wheel_holds_every_file_of_the_package(tmp_path: Path) -> None:
    """An installation is complete: code, types, art, catalogues, page, migrations, the kernel."""
    source = tmp_path / "source"
    ignored = shutil.ignore_patterns("__pycache__", "*.egg-info", "*.so", "*.pyd")
    shutil.copytree(ROOT / "src", source / "src", ignore=ignored)
    for name in BUILD_FILES:
        shutil.copy(ROOT / name, source)
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation"]
    subprocess.run([*command, "--wheel-dir", str(tmp_path), str(source)], check=True)

    (wheel,) = tmp_path.glob("tripeaks-*.whl")
    with ZipFile(wheel) as archive:
        shipped = {name for name in archive.namelist() if name.startswith("tripeaks/")}
    written = {
        path.relative_to(source / "src").as_posix()
        for path in (source / "src" / "tripeaks").rglob("*")
        if path.is_file() and path.suffix not in NOT_SHIPPED
    }
    compiled = {name for name in shipped if name.endswith(COMPILED)}
    assert [name.rpartition("/")[2].partition(".")[0] for name in compiled] == ["_kernel"]
    assert shipped - compiled == written
