"""Packages that add a format, a metric, a view, a figure format and a transformation by entry points.

Also tests `viewer.plugins`, `core.registry`.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

PROJECT = Path(__file__).parents[1]


def run(installed: Path, *arguments: object) -> subprocess.CompletedProcess[str]:
    """Python with what is installed in a folder, too."""
    environment = {**os.environ, "PYTHONPATH": str(installed)}
    command = [sys.executable, *map(str, arguments)]
    return subprocess.run(command, cwd=PROJECT, env=environment, capture_output=True, text=True, check=False)


def test_what_a_package_adds_is_found_everywhere(tmp_path, isolated_settings):  # noqa: ARG001, home of its own
    options = ["--no-deps", "--no-index", "--no-build-isolation", "--no-cache-dir", "--disable-pip-version-check"]
    package = tmp_path / "package"
    package.mkdir()
    for path in [
        *(PROJECT / "tests/adding").glob("pyproject.toml"),
        *(PROJECT / "tests/adding").rglob("goldleaf*/*.py"),
    ]:
        (there := package / path.relative_to(PROJECT / "tests/adding")).parent.mkdir(exist_ok=True)
        there.write_bytes(path.read_bytes())
    installed = tmp_path / "installed"
    done = run(installed, "-m", "pip", "install", *options, "--target", installed, package)
    assert done.returncode == 0, done.stdout + done.stderr
    done = run(installed, PROJECT / "tests/adding/checks.py", tmp_path)
    assert done.returncode == 0, done.stderr
    found = [line for line in done.stdout.splitlines() if line.startswith("check_")]
    assert found == ["check_format", "check_metric", "check_figures", "check_window"]
    assert done.stderr == ""


@pytest.mark.parametrize(
    ("line", "module", "why"),
    [
        ("odd = odd_metric:Odd", "import no_such_module", "ModuleNotFoundError: No module named 'no_such_module'"),
        ("odd = odd_metric:Odd", "", "AttributeError: module 'odd_metric' has no attribute 'Odd'"),
        ("ud = odd_metric:Odd", "Odd = 1", "there is one of this name"),
        ("odd = odd_metric:Odd", "Odd, GOLDLEAF_INTERFACE = 1, 9", "made for interface 9, and this is 1"),
    ],
    ids=["import", "name", "ours", "interface"],
)
def test_what_cannot_be_used_is_named_in_one_line(tmp_path, line, module, why):
    (about := tmp_path / "odd-3.1.dist-info").mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: odd\nVersion: 3.1\n")
    (about / "entry_points.txt").write_text(f"[goldleaf.metrics]\n{line}\n")
    (tmp_path / "odd_metric.py").write_text(module)
    demo = PROJECT / "assets/demo"
    score = ["-m", "goldleaf.viewer", "score", demo / "gold.conllu", demo / "parse.conllu"]
    name = line.partition(" ")[0]
    done = run(tmp_path, *score, "--metric", "odd")
    assert done.returncode == 2
    told, refused = done.stderr.splitlines()
    assert told == f"odd 3.1: goldleaf.metrics {name} is left out: {why}"
    assert refused.startswith("--metric odd: no such metric; there are attachment, ")
    done = run(tmp_path, *score, "--metric", "attachment")
    assert done.returncode == 0 and "odd" not in done.stderr  # where all names are ours, nothing of others is read
