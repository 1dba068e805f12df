"""What is released works: sdist and wheel are built, and the wheel solves in an empty environment.

It takes some minutes, so that `make package` runs it and `make test` does not.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tarfile
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
MOST_MEGABYTES = 200
"""Of the base install with everything that it depends on, without pip."""


@pytest.fixture(scope="module")
def dist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Both packages; the wheel is made from the sdist, as an installer without a wheel does."""
    folder = tmp_path_factory.mktemp("dist")
    subprocess.run([sys.executable, "-m", "build", "--outdir", folder, ROOT], check=True)
    return folder


@pytest.fixture(scope="module")
def bin_folder(dist: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The commands of an environment that holds the wheel and what it asks for, nothing else."""
    home = tmp_path_factory.mktemp("environment")
    venv.create(home, with_pip=True)
    (wheel,) = dist.glob("*.whl")
    subprocess.run([home / "bin" / "pip", "install", "--quiet", wheel], check=True)
    return home / "bin"


def neurols(bin_folder: Path, folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [bin_folder / "neurols", *words], cwd=folder, capture_output=True, text=True, timeout=120
    )


def test_the_sdist_holds_what_a_build_needs_and_no_more(dist: Path) -> None:
    (sdist,) = dist.glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert {"LICENSE", "README.md", "CMakeLists.txt", "cpp/search/search.cpp"} <= names
    assert not {name.split("/")[0] for name in names} & {"tests", "benchmarks", "docs", "research"}


def test_the_wheel_holds_the_core_the_models_and_the_types(dist: Path) -> None:
    (wheel,) = dist.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
    assert {"neurols/_core.pyi", "neurols/py.typed"} <= names
    assert any(name.startswith("neurols/_core") and "so" in name for name in names)
    assert any(name.startswith("neurols/models/") and name.endswith(".onnx") for name in names)
    assert any(name.endswith("licenses/LICENSE") for name in names)


@pytest.mark.parametrize("instance", ["ta01", "demo-cvrp"])
def test_it_solves_writes_and_checks(bin_folder: Path, tmp_path: Path, instance: str) -> None:
    words = ("--iterations", "500", "--seed", "1", "--json", "--output", "plan.json")
    solved = neurols(bin_folder, tmp_path, "solve", instance, *words)
    assert solved.returncode == 0, solved.stderr
    assert json.loads(solved.stdout)["feasible"] is True
    checked = neurols(bin_folder, tmp_path, "check", instance, "plan.json")
    assert checked.returncode == 0, checked.stderr


def test_a_graph_policy_runs_without_pytorch(bin_folder: Path, tmp_path: Path) -> None:
    words = ("solve", "ta01", "--controller", "nls-an", "--iterations", "50", "--json")
    solved = neurols(bin_folder, tmp_path, *words)
    assert solved.returncode == 0, solved.stderr
    assert json.loads(solved.stdout)["iterations"] == 50


@pytest.mark.parametrize("picture", ["plan.svg", "plan.html"])
def test_a_missing_extra_is_named_in_one_line(
    bin_folder: Path, tmp_path: Path, picture: str
) -> None:
    words = ("solve", "ta01", "--iterations", "50", "--plot", picture)
    refused = neurols(bin_folder, tmp_path, *words)
    assert refused.returncode == 2
    assert "pip install 'neurols[plot]'" in refused.stderr
    assert len(refused.stderr.strip().splitlines()) == 1
    assert not (tmp_path / picture).exists()


def test_the_base_install_stays_small(bin_folder: Path) -> None:
    (site,) = bin_folder.parent.glob("lib/python3*/site-packages")
    tools = ("pip", "setuptools", "pkg_resources", "_distutils_hack")  # of the environment itself
    sizes = {
        place.name: sum(file.stat().st_size for file in place.rglob("*") if file.is_file())
        for place in site.iterdir()
        if place.is_dir() and not place.name.startswith(tools)
    }
    total = sum(sizes.values()) / 2**20
    largest = sorted(sizes.items(), key=lambda item: -item[1])[:5]
    print(f"base install: {total:.0f} MiB;", {name: size >> 20 for name, size in largest})
    assert total < MOST_MEGABYTES, largest
