"""The manual's pages: every command on them runs, every link leads somewhere, every table is filled in."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from itertools import chain
from typing import Any

import pytest
import typer

from goldleaf.core.errors import OptionError
from goldleaf.core.formats import FORMATS
from goldleaf.core.metrics import METRICS
from goldleaf.viewer import manual
from goldleaf.viewer.actions.action import Action
from goldleaf.viewer.cli import application
from tests.written import DEMO, PAGES, PROJECT, blocks, commands, links, run

MOST_LINES = 300


def keys() -> manual.Keys:
    actions = {
        "a": Action("a", "Do it…", "File/Inner", "It is done.", lambda: None),
        "b": Action("b", "No key", "Edit", "Nothing.", lambda: None),
    }
    return actions, {"a": ["Ctrl+D", "|"], "b": []}


@pytest.fixture
def demo(tmp_path, monkeypatch):
    folder = tmp_path / "demo"
    shutil.copytree(DEMO, folder)
    monkeypatch.chdir(folder)
    return folder


def test_the_first_page_lists_all_others():
    listed = manual.pages()
    assert sorted(listed) == sorted(PAGES)
    assert listed["first-steps"] == "First steps" and next(iter(listed)) == "index"


def test_titles_are_those_of_the_pages():
    titles = {name: text.partition("\n")[0].removeprefix("# ") for name, text in PAGES.items()}
    assert {**titles, "index": "Contents"} == manual.pages()


def test_a_site_has_the_same_pages_in_the_same_order():
    settings = (PROJECT / "assets" / "manual" / "mkdocs.yml").read_text(encoding="utf-8")
    assert re.findall(r"^  - ([\w-]+)\.md$", settings, re.MULTILINE) == [*manual.pages()]


@pytest.mark.parametrize("name", PAGES)
def test_no_page_is_long(name):
    assert len(PAGES[name].splitlines()) <= MOST_LINES


@pytest.mark.parametrize("name", PAGES)
def test_links_lead_somewhere(name):
    assert [*links(PAGES[name], PROJECT / "assets" / "manual")] == []


def test_a_link_that_leads_nowhere_is_seen(tmp_path):
    (tmp_path / "b.md").write_text("# B\n\n## Two words\n", encoding="utf-8")
    text = "[a](b.md) [a](b.md#two-words) [a](b.md#three) [a](c.md) `[a](d.md)` [a](https://e.org) [a](#f)"
    assert [*links(text, tmp_path)] == ["b.md#three", "c.md", "#f"]


@pytest.mark.parametrize("name", PAGES)
def test_tables_are_filled_in(name):
    text = manual.text(name, keys)
    assert "<!--" not in text
    rows = re.findall(r"^\|.*\|$", re.sub(r"^```.*?^```$", "", text, flags=re.MULTILINE | re.DOTALL), re.MULTILINE)
    widths = [len(re.findall(r"(?<!\\)\|", row)) for row in rows]
    for before, width, row in zip(widths, widths[1:], rows[1:], strict=False):
        assert width == before or row.startswith("| "), row


def test_what_registries_know_is_told():
    assert all(f"| `{name}` |" in manual.text("formats", keys) for name in FORMATS)
    metrics = manual.text("metrics", keys)
    assert all(f"| `{name}` |" in metrics for name in METRICS)
    assert r"| `attachment` | `--punctuation` | `exclude`, `include` | exclude |" in metrics
    assert r"`tag:TAG,TAG\|words:WORD WORD`" in metrics  # a line between two columns would be another one
    assert "| `add-root=LABEL` |" in manual.text("formats", keys)
    assert "| `conll-x` | `scores` |" in manual.text("shared-tasks", keys)


def test_columns_are_those_that_conditions_may_name():
    rows = dict(re.findall(r"^\| (\S.*?) \| (`.*`) \|$", manual.text("searching", keys), re.MULTILINE))
    words = rows["`has(…)`"].replace("`", "").split(", ")
    assert {"deprel", "right_head", "head_tag", "tag_before", "role"} <= {*words}
    assert not {"gold_deprel", "parse_deprel", "child(", "not"} & {*words}
    assert "`las`" in rows["sentences"] and "`crossing`" in rows["`has(constituent, …)`"]
    assert "`parse_nonprojective`" in rows["sentences"]  # which no column without the side stands for


def test_keys_are_those_of_the_window():
    assert r"| File | Do it | `Ctrl+D`, `\|` | It is done. |" in manual.text("keys", keys)
    assert "No key" not in manual.text("keys", keys)


def test_search_finds_headings():
    assert [*manual.places("HOLM p decides")] == [
        ("comparing-parsers", "Comparing parsers", "What p and the interval are")
    ]
    assert next(manual.places("copies the demo")) == ("first-steps", "First steps", "Open")
    assert not [*manual.places("no such words anywhere")]


def test_anchors_are_those_of_sites():
    assert manual.anchor("What is in a treebank?") == "what-is-in-a-treebank"
    assert manual.anchor("0.1.0, not released yet") == "010-not-released-yet"


def test_a_page_that_there_is_not_is_said():
    with pytest.raises(OptionError, match="manual none: no such page; there are index, first-steps"):
        manual.source("none")


def options() -> dict[str, set[str]]:
    """The options of each command by its name; of the program itself by an empty one."""
    group: Any = typer.main.get_command(application(["--help"]))
    found = {"": {"--help", "--install-completion", *(flag for one in group.params for flag in one.opts)}}
    for name, command in group.commands.items():
        parts = [command, *getattr(command, "commands", {}).values()]
        found[name] = {flag for part in parts for one in part.params for flag in (*one.opts, *one.secondary_opts)}
    return found


def unknown(text: str) -> list[str]:
    """What a text calls a command or an option in passing, and is none."""
    known, wrong = options(), []
    for code in re.findall(r"`([^`\n]+)`", re.sub(r"^```.*?^```$", "", text, flags=re.MULTILINE | re.DOTALL)):
        called = code.startswith("goldleaf ")
        if not called and not code.startswith("-"):
            continue
        command = code.split()[1] if called and not code.split()[1].startswith("-") else ""
        there = known.get(command, set()) | known[""] if called else {*chain(*known.values())}
        flags = {*re.findall(r"(?<![\w=-])--?[a-z][\w-]*", code)}
        if command not in known or flags - there:
            wrong.append(code)
    return wrong


@pytest.mark.parametrize("name", PAGES)
def test_commands_and_options_in_passing_are_there(name):
    assert unknown(PAGES[name]) == []


def test_an_option_that_there_is_not_is_seen():
    wrong = ["goldleaf scores A", "goldleaf score --to X", "--nothing", "goldleaf --nothing"]
    right = ["goldleaf", "goldleaf score A --json", "--metric ud", "-o FILE", "goldleaf manual WORD", "a-b --c"]
    assert unknown(" ".join(f"`{code}`" for code in (*wrong, *right))) == wrong


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name, text in PAGES.items() if "```sh" in text])
@pytest.mark.usefixtures("demo")
def test_commands_run_on_the_demo(name, monkeypatch, capsys):
    assert [*commands(PAGES[name])]
    assert run(PAGES[name], monkeypatch, capsys) == []


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name, text in PAGES.items() if "```python" in text])
def test_python_runs_on_the_demo(name, demo):
    said = []
    for block in blocks(PAGES[name], "python"):
        done = subprocess.run([sys.executable, "-W", "error", "-c", block], cwd=demo, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        said.append(done.stdout)
    if name == "python":
        assert said[0].startswith("LAS 86.57 (attachment|punctuation:include|labels:full|")
        assert "attachment has exclude, include" in said[3]
        assert (demo / "crossing.xml.gz").read_bytes().startswith(b"\x1f\x8b")


@pytest.mark.slow
def test_the_site_has_all_pages_with_their_tables():
    pytest.importorskip("material", reason="mkdocs with its material theme makes the site")
    subprocess.run([sys.executable, PROJECT / ".ci" / "site"], check=True)
    site = PROJECT / "build" / "site"
    assert {f"{name}.html" for name in PAGES} <= {path.name for path in site.glob("*.html")}
    assert "tag:TAG,TAG|words:WORD" in (site / "metrics.html").read_text(encoding="utf-8")
    assert "<td>NEGRA export</td>" in (site / "formats.html").read_text(encoding="utf-8")
    assert (site / "pictures" / "window.png").is_file()
