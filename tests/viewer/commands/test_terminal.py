"""What the command line prints, on any stream: visible characters only, no failure in silence.

Also tests `viewer.cli`.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from importlib.resources import files
from pathlib import Path

import pytest

from goldleaf.viewer.cli import main
from goldleaf.viewer.commands.printing import Printing
from goldleaf.viewer.tables import Column, Kind, Table
from goldleaf.viewer.text.characters import visible

pytestmark = pytest.mark.slow

DEMO = Path(str(files("goldleaf.assets"))) / "demo"
GOLD = str(DEMO / "gold.conllu")
CONTROLS = "".join(map(chr, (*range(0x20), *range(0x7F, 0xA0))))


def run(*arguments: str, shell: str = "", **environment: str) -> subprocess.CompletedProcess[bytes]:
    """The program as a process of its own; ``shell`` is what stands after it on the command line."""
    words = ["sh", "-c", f'"$0" -m goldleaf.viewer "$@" {shell}', sys.executable, *arguments]
    return subprocess.run(words, capture_output=True, env=os.environ | environment, timeout=300, check=False)


def test_control_characters_are_shown_as_pictures_of_themselves():
    assert visible("a\x1b[31mb\x00\x7f") == "a␛[31mb␀␡"
    assert visible("\x9b31m") == "\\x9b31m"
    assert visible(f"naïve{CONTROLS} 木村").isprintable()


def test_no_escape_sequence_of_a_file_reaches_the_terminal(tmp_path, capsys):
    path = tmp_path / "odd\x1b[2J.conllu"
    line = "1\ta\x1b[31m\x9b1m\ta\tNOUN\x1b]0;x\x07\t_\t_\t{}\troot\x1b[5m\t_\t_\n"
    text = f"# sent_id = s\x1b[7m\n{line.format(0)}\n"
    path.write_text(text, encoding="utf-8")
    parse = tmp_path / "parse.conllu"
    parse.write_text(text.replace("root\x1b[5m", "dep\x1b[6m"), encoding="utf-8")
    broken = tmp_path / "broken.conllu"
    broken.write_text(line.format("7\x1b[31m"), encoding="utf-8")
    for arguments in (
        ["score", path, parse, "--breakdown"],
        ["score", path, parse, "--breakdown", "--json"],
        ["stats", path],
        ["validate", path, broken],
        ["score", path, broken],
        ["score", path, parse, "--metric", "no\x1b[1mne"],
    ):
        main([str(argument) for argument in arguments])
        printed = "".join(capsys.readouterr())
        assert printed and not set(CONTROLS) - {"\n"} & {*printed}


def test_a_table_with_control_characters_is_straight(capsys):
    Printing().put([Table("", [Column("form"), Column("n", kind=Kind.FIGURE)], [["a\tb", "1"], ["cd", "22"]])])
    assert capsys.readouterr().out.splitlines() == ["form   n", "a␉b    1", "cd    22"]


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "utf-16"])
def test_json_is_json_on_an_output_of_any_encoding(tmp_path, encoding):
    path = tmp_path / "木村.conllu"
    path.write_bytes((DEMO / "gold.conllu").read_bytes())
    done = run("stats", "--json", str(path), PYTHONIOENCODING=encoding)
    assert (done.returncode, done.stderr) == (0, b"")
    [found] = json.loads(done.stdout.decode(encoding))["files"]
    assert found["path"] == str(path)


def test_what_the_output_cannot_hold_is_escaped():
    done = run("score", GOLD, str(DEMO / "parse.conllu"), "--breakdown", PYTHONIOENCODING="ascii:strict")
    assert done.returncode == 0
    assert b"Traceback" not in done.stderr
    assert b"\\u2013" in done.stdout  # a dash where there is no figure


@pytest.mark.parametrize("json_too", [(), ("--json",)])
def test_a_closed_output_is_an_error(json_too):
    done = run("stats", GOLD, *json_too, shell=">&-")
    assert (done.returncode, done.stderr) == (2, b"standard output: cannot be written: it is closed\n")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no device that is always full")
@pytest.mark.parametrize("arguments", [("stats", GOLD), ("stats", GOLD, "--json"), ("--version",), ("--help",)])
def test_a_full_output_is_an_error(arguments):
    done = run(*arguments, shell=">/dev/full")
    assert (done.returncode, done.stderr) == (2, b"standard output: cannot be written: No space left on device\n")


def test_an_output_whose_reader_has_gone_is_an_error_without_words():
    done = run("stats", GOLD, shell="| head -n 0; exit 0")
    assert done.stderr == b""
    reader, writer = os.pipe()
    os.close(reader)
    with os.fdopen(writer, "wb") as gone:
        words = [sys.executable, "-m", "goldleaf.viewer", "stats", GOLD]
        status = subprocess.run(words, stdout=gone, stderr=subprocess.PIPE, timeout=300, check=False)
    assert (status.returncode, status.stderr) == (1, b"")


def test_errors_do_not_need_a_stream():
    assert run("stats", "gone.conllu", shell="2>&-").returncode == 2
    assert run("stats", "gone.conllu", shell="2>&-").stdout == b""


def test_a_closed_input_is_an_error():
    done = run("stats", "-", shell="<&-")
    assert (done.returncode, done.stderr) == (2, b"-: standard input is closed; name a file, or send one\n")


def test_too_little_memory_is_a_line(monkeypatch, capsys):
    def too_much(*_: object, **__: object) -> None:
        raise MemoryError

    monkeypatch.setattr("goldleaf.viewer.cli.application", lambda *_, **__: too_much)
    assert main(["stats", "gold.conllu"]) == 2
    assert capsys.readouterr().err.startswith("there is not enough memory for this")
