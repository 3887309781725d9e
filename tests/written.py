"""What texts for users say that one can do: commands, Python, links. Commands stand in blocks of ``sh``; what they end
with beside 0 stands in a comment behind them, ``# exit status 1``."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from goldleaf.viewer import app, manual
from goldleaf.viewer.cli import main

PROJECT = Path(__file__).parents[1]
DEMO = PROJECT / "assets" / "demo"
PAGES = {path.stem: path.read_text(encoding="utf-8") for path in sorted((PROJECT / "assets" / "manual").glob("*.md"))}
README = (PROJECT / "README.md").read_text(encoding="utf-8")


class Command(NamedTuple):
    """A command as it stands in a text, its words behind ``goldleaf``, and what it ends with."""

    line: str
    words: list[str]
    status: int


def blocks(text: str, language: str) -> list[str]:
    """The blocks of a language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def commands(text: str) -> Iterator[Command]:
    """Goldleaf's commands in a text, in their order."""
    for block in blocks(text, "sh"):
        for line in block.replace("\\\n", " ").splitlines():
            program, *words = shlex.split(line, comments=True) or [""]
            status = re.search(r"# exit status (\d)$", line)
            if program == "goldleaf":
                yield Command(line, words, int(status[1]) if status else 0)


def run(text: str, monkeypatch, capsys) -> list[str]:
    """Run the commands of a text in the current folder, where no window opens; what went wrong."""
    monkeypatch.setattr(app, "run", lambda *_, **_files: 0)
    monkeypatch.setattr("goldleaf.viewer.commands.open.has_display", lambda: True)
    wrong = []
    for line, words, status in commands(text):
        ended = main(words)
        said = capsys.readouterr().err
        if ended != status:
            wrong.append(f"{line}: exit status {ended}: {said[-300:]}")
    return wrong


def links(text: str, folder: Path) -> Iterator[str]:
    """The links and pictures of a text in a folder that lead nowhere."""
    without_code = re.sub(r"^```.*?^```$|`[^`\n]*`", "", text, flags=re.MULTILINE | re.DOTALL)
    for place in re.findall(r"\]\(([^)]+)\)", without_code):
        path, _, anchor = place.partition("#")
        if place.startswith(("https://", "http://")):
            continue
        target = folder / path
        there = text if not path else target.read_text(encoding="utf-8") if target.is_file() and anchor else ""
        headings = [manual.anchor(heading) for heading in re.findall(r"^#+ (.+)$", there, re.MULTILINE)]
        if (path and not target.exists()) or (anchor and anchor not in headings):
            yield place
