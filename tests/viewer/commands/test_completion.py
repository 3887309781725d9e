"""What a shell completes: commands, options, and the values that registries know."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from goldleaf.core.formats import FORMATS
from goldleaf.core.metrics import METRICS
from goldleaf.viewer.cli import COMMANDS, words_to_complete
from goldleaf.viewer.commands.options import choices

PROGRAM = [sys.executable, "-m", "goldleaf.viewer.cli"]


def completed(line: str) -> list[str]:
    """What bash is offered at the end of a line."""
    words = line.split(" ")
    asked = {"COMP_WORDS": line, "COMP_CWORD": str(len(words) - 1), "_GOLDLEAF_COMPLETE": "complete_bash"}
    done = subprocess.run(PROGRAM, env=os.environ | asked, capture_output=True, text=True, check=True)
    return done.stdout.split()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("goldleaf ", [*COMMANDS]),
        ("goldleaf sc", ["score"]),
        ("goldleaf score a b --metric ", [*METRICS]),
        ("goldleaf score a b --metric ud,te", ["ud,tedeval"]),
        ("goldleaf score a b --input-format ", [*FORMATS]),
        ("goldleaf score a b --average ma", ["macro"]),
        ("goldleaf score a b --variant 2", ["2.2"]),
        ("goldleaf score a b --per-s", ["--per-sentence"]),
        ("goldleaf score a b --projec", ["--projectivize"]),
        ("goldleaf render a b --theme dar", ["dark"]),
    ],
)
def test_a_shell_is_offered(line, expected):
    assert completed(line) == expected


def test_the_script_for_a_shell_is_printed():
    given = os.environ | {"_TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION": "1"}  # tests need not run in a shell
    command = [*PROGRAM, "--show-completion", "bash"]
    done = subprocess.run(command, env=given, capture_output=True, text=True, check=True)
    assert "_GOLDLEAF_COMPLETE=complete_bash" in done.stdout


def test_the_last_of_several_names_is_completed():
    assert choices(["ab", "ac", "b"])("b,a") == ["b,ab", "b,ac"]
    assert choices(["ab"])("x") == []


def test_only_a_shell_asks_for_words():
    assert words_to_complete("goldleaf", {}) is None
    zsh = {"_GOLDLEAF_COMPLETE": "complete_zsh", "_TYPER_COMPLETE_ARGS": "goldleaf score 'my file"}
    assert words_to_complete("goldleaf", zsh) == ["score", "'my", "file"]
