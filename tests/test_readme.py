"""The README is a page, its commands run as they stand there, and its links lead somewhere."""

from __future__ import annotations

import re
import shutil

import pytest

from tests.written import DEMO, PROJECT, README, links, run

MOST_LINES = 150


def test_it_can_be_read():
    assert len(README.splitlines()) <= MOST_LINES


def test_links_lead_somewhere():
    assert [*links(README, PROJECT)] == []


@pytest.mark.slow
def test_commands_run_on_the_demo(tmp_path, monkeypatch, capsys):
    shutil.copytree(DEMO, tmp_path / "demo")
    monkeypatch.chdir(tmp_path / "demo")
    for name in ("a", "b", "anna", "ben"):  # the reader's
        shutil.copy("parse.conllu", f"{name}.conllu")
    lines = re.findall(r"`(goldleaf [^`]+)`", README)
    assert len(lines) > 10
    assert run("```sh\n" + "\n".join(lines) + "\n```", monkeypatch, capsys) == []
