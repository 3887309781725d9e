"""What CONTRIBUTING says of adding a format, a metric, a view and a figure format is enough."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

PROJECT = Path(__file__).parents[1]


def test_what_is_registered_is_found_everywhere(tmp_path, isolated_settings):  # noqa: ARG001, home of its own
    command = [sys.executable, "-m", "tests.adding", str(tmp_path)]
    done = subprocess.run(command, cwd=PROJECT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    found = [line for line in done.stdout.splitlines() if line.startswith("check_")]
    assert found == ["check_format", "check_metric", "check_figures", "check_window"]
