"""The Python in the README runs as it stands there."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


@pytest.mark.slow
def test_the_code_of_in_python_runs_on_the_demo(tmp_path):
    demo = tmp_path / "demo"
    shutil.copytree(ROOT / "assets" / "demo", demo)
    blocks = re.findall(r"^```python\n(.*?)^```$", (ROOT / "README.md").read_text(encoding="utf-8"), re.M | re.S)
    assert blocks
    for block in blocks:
        done = subprocess.run([sys.executable, "-W", "error", "-c", block], cwd=demo, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        assert "LAS 86.57 (attachment|punctuation:include|labels:full|" in done.stdout
        assert "attachment has exclude, include" in done.stdout
    assert (demo / "crossing.xml.gz").read_bytes().startswith(b"\x1f\x8b")
