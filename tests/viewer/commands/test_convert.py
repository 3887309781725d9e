"""`goldleaf convert` at the command line: what it writes, says and refuses."""

from __future__ import annotations

import pytest

from goldleaf.core.formats import read
from goldleaf.viewer.cli import main
from tests.core.formats.samples import CONLLU, CONLLX

TREES = "(S (NP-SBJ (N cats)) (VP (V sleep)))\n"


@pytest.fixture
def files(tmp_path):
    (tmp_path / "a.conllu").write_text(CONLLU, encoding="utf-8")
    (tmp_path / "b.conllx").write_text(CONLLX, encoding="utf-8")
    (tmp_path / "t.mrg").write_text(TREES, encoding="utf-8")
    (tmp_path / "heads").write_text("VP left V\nS right VP\n* left *\n", encoding="utf-8")
    return tmp_path


def run(*arguments):
    """Convert files; the last one that stands in front of all options is what is written."""
    words = [*map(str, arguments)]
    last = next((number for number, word in enumerate(words[2:], 2) if word.startswith("--")), len(words)) - 1
    return main(["convert", *words[:last], "-o", *words[last:]])


def test_what_is_lost_is_said(files, capsys):
    assert run(files / "a.conllu", files / "o.conllx") == 0
    said, lost = capsys.readouterr()
    assert said == f"{files / 'o.conllx'}: 2 sentences, 9 words, CoNLL-X / CoNLL-2007\n"
    assert "o.conllx: lost, for CoNLL-X / CoNLL-2007 has no place for them: 9 sets of enhanced dependencies" in lost
    assert len(read(files / "o.conllx")) == 2


def test_lossless_refuses(files, capsys):
    assert run(files / "a.conllu", files / "o.conllx", "--lossless") == 2
    assert "o.conllx: not written (--lossless): lost" in capsys.readouterr().err
    assert not (files / "o.conllx").exists()
    assert run(files / "b.conllx", files / "o.conllu", "--lossless") == 2  # PHEAD and PDEPREL
    assert "3 PHEAD fields, 3 PDEPREL fields" in capsys.readouterr().err


def test_tags_and_labels_that_validate_refuses_are_said(files, capsys):
    line = "{}\t{}\t_\t{}\t_\t_\t{}\t{}\t_\t_\n"
    rows = [(1, "a", "NN", 2, "SBJ"), (2, "b", "VERB", 0, "root"), (3, "c", "NN", 2, "obj"), (4, "d", "vb", 2, "SBJ")]
    (files / "c.conllx").write_text("".join(line.format(*row) for row in rows) + "\n", encoding="utf-8")
    assert run(files / "c.conllx", files / "o.conllu") == 0
    tags, labels = (
        one.removeprefix(f"{files / 'o.conllu'}: warning: ") for one in capsys.readouterr().err.splitlines()
    )
    assert tags.startswith("3 words with 2 tags that CoNLL-U does not have, such as 'NN', 'vb'; goldleaf validate")
    assert labels.startswith("2 words with 1 label that CoNLL-U does not have, such as 'SBJ'; goldleaf validate")
    assert main(["validate", str(files / "o.conllu")]) == 1
    said = capsys.readouterr().out
    assert said.count("UPOS is ") == 3 and said.count("DEPREL is 'SBJ'") == 2


def test_the_same_format_is_the_same_file(files, capsysbinary):
    assert run(files / "a.conllu", "-") == 0
    assert capsysbinary.readouterr().out == CONLLU.encode()


def test_dependencies_by_a_head_table(files):
    assert run(files / "t.mrg", files / "o.conllx", "--head-table", files / "heads") == 0
    words = read(files / "o.conllx").sentence(0).words
    assert [(word.head, word.label) for word in words] == [(2, "SBJ"), (0, "ROOT")]


def test_function_trees_and_operations(files):
    assert run(files / "a.conllu", files / "o.export", "--function-trees") == 0
    assert run("--operation", "generalize", files / "a.conllu", files / "a.conllu", files / "g.export") == 0
    assert (files / "o.export").read_bytes() == (files / "g.export").read_bytes()


def test_head_daughters_of_function_trees_may_match_any_label(files, capsys):
    assert run(files / "a.conllu", files / "o.export", "--function-trees", "--head", "wildcard") == 0
    both = [files / "a.conllu"] * 2
    assert run("--operation", "generalize", *both, files / "g.export", "--head", "wildcard") == 0
    written = (files / "g.export").read_bytes()
    assert (files / "o.export").read_bytes() == written and b"\t*\t" in written and b"\thd\t" not in written
    assert run(files / "a.conllu", files / "o.conllu", "--head", "wildcard") == 2
    assert run(files / "a.conllu", files / "o.export", "--function-trees", "--head", "x") == 2
    assert "--head: is for function trees" in (said := capsys.readouterr().err) and "head x: no such choice" in said


def test_transformations(files):
    assert run(files / "a.conllu", files / "o.conllu", "--apply", "lift,first-sentences=1") == 0
    assert (files / "o.conllu").read_text(encoding="utf-8") == CONLLU.split("# sent_id = sea-2")[0]


def test_sentences_that_another_file_has_too(files, capsys):
    (files / "u.mrg").write_text(
        "(X (N schläft))\n(X (N Die) (N Katze) (N schläft))\n(X (N Ja))\n(X (N Ja))\n", "utf-8"
    )
    (files / "v.conllx").write_text(CONLLX.replace("\tschläft", "\tschlief"), "utf-8")
    assert run(files / "u.mrg", files / "o.mrg", "--matching", files / "b.conllx") == 0
    assert (files / "o.mrg").read_text("utf-8") == "(X (N Die) (N Katze) (N schläft))\n(X (N Ja))\n"
    assert "2 sentences left out, which" in capsys.readouterr().err
    assert run(files / "v.conllx", files / "o.conllx", "--matching", files / "u.mrg") == 0
    assert (files / "o.conllx").read_text("utf-8") == CONLLX.split("\n\n")[1] + "\n\n"
    assert run(files / "b.conllx", files / "b.conllx", "--matching", files / "u.mrg") == 2


def test_what_transformations_take_out_is_said(files, capsys):
    assert run(files / "a.conllu", files / "o.conllu", "--apply", "strip-heads") == 0
    said = capsys.readouterr().err
    assert "a.conllu: --apply has taken out 9 heads, 9 labels of dependencies, 9 sets of enhanced dependencies" in said
    assert run(files / "a.conllu", files / "o.conllu", "--apply", "strip-features=None") == 0
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("a.conllu", "o.xyz"), "o.xyz: no format has this ending; name one with --format: conllx"),
        (("a.conllu", "o.mrg"), "has no constituents; its function trees can be written as such"),
        (("t.mrg", "o.conllu"), "has constituents and no heads; a head table makes dependencies of them"),
        (
            ("a.conllu", "b.conllx", "o.conllu"),
            "convert: 2 files to read; one is converted; what is written goes behind -o",
        ),
        (("a.conllu", "o.export", "--operation", "unify"), "convert: 1 file to read; an operation takes two"),
        (("a.conllu", "o.export", "--operation", "x"), "--operation x: no such operation; there are generalize, unify"),
        (("a.conllu", "a.conllu"), "would replace"),
        (("a.conllu", "o.conllu", "--apply", "raise"), "--apply raise is for constituents"),
        (("a.conllu", "o.conllu", "--head-table", "heads"), "has dependencies, no constituents"),
        (("t.mrg", "o.conllu", "--head-table", "none"), "none: cannot read the head table"),
        (("t.mrg", "o.mrg", "--head-table", "heads", "--function-trees"), "name one"),
        (("a.conllu", "o", "--format", "x"), "--format x: no such format"),
    ],
)
def test_what_cannot_be_done(files, capsys, arguments, message):
    named = ("heads", "none", "o")
    there = [files / one if one in named or ("." in one and "-" not in one) else one for one in arguments]
    assert run(*there) == 2
    assert message in capsys.readouterr().err
    assert sorted(path.name for path in files.iterdir()) == ["a.conllu", "b.conllx", "heads", "t.mrg"]
