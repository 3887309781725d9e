"""Every format to every other that can hold it: reading back gives the same trees, and all that is lost is said."""

from __future__ import annotations

from io import BytesIO
from itertools import product

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldleaf.core.errors import GoldleafError
from goldleaf.core.formats import FORMATS, read
from goldleaf.core.formats.conversion import contents, converted
from goldleaf.core.treebank import detached
from tests.core.formats.crossing import details, export_text, sentences
from tests.core.formats.samples import SAMPLES, format_of
from tests.core.trees import made, pairs

CONLL = ("conllx", "conllu", "conll2008", "conll2009", "pascal")
LATTICES = ("lattice", "conllul")


def again(treebank, name, **options):
    return read(BytesIO(converted(treebank, name).data), format=name, **options)


def text(data, name):
    return read(BytesIO(data.encode()), format=name)


def dependencies(treebank):
    return treebank.words.select("sentence", "position", pl.col("form", "label").cast(pl.String), "head").rows()


def constituents(treebank):
    """Words, tags, labels, functions, who is whose parent, yields."""
    words = treebank.words.select("sentence", "position", pl.col("form", "coarse_tag").cast(pl.String), "parent")
    names = ("sentence", "node", "parent", "label", "function", "yield")
    nodes = treebank.nodes.select(pl.col(name) for name in names).with_columns(
        pl.col("label", "function").cast(pl.String)
    )
    return words.rows(), nodes.rows()


def lost(treebank, name):
    return {str(one) for one in converted(treebank, name).lost}


@pytest.mark.slow
@pytest.mark.parametrize("name", CONLL)
@given(pairs(heads=False))
def test_dependencies_survive_in_every_conll_format(name, pair):
    treebank = detached(pair[0])
    back = again(treebank, name)
    assert dependencies(back) == dependencies(treebank)
    assert dependencies(again(back, treebank.format)) == dependencies(treebank)


def test_where_there_is_one_tag_only_it_stands_in_every_column_of_tags():
    line = "1\tSie\tsie\tPRON\t_\t_\t0\troot\t_\t_\n2\tsah\tsehen\tVERB\tVVFIN\t_\t1\tx\t_\t_\n\n"
    treebank = text(line, "conllu")
    for name, tags in (("conllx", ["PRON PRON", "VERB VVFIN"]), ("pascal", ["PRON PRON PRON", "VERB VVFIN VERB"])):
        made = converted(treebank, name)
        assert [
            " ".join(one.split("\t")[3 : 5 + (name == "pascal")]) for one in made.data.decode().split("\n")[:2]
        ] == tags
        assert made.lost == made.changed == ()
    back = converted(again(treebank, "pascal"), "conllu")
    assert "PRON\tPRON\t" in back.data.decode()
    assert converted(text(line, "conllu"), "conllu").data.decode() == line


@pytest.mark.slow
@pytest.mark.parametrize("name", ["export", "tigerxml", "discbracket"])
@given(st.lists(sentences(secondary=False), min_size=1, max_size=3))
def test_constituents_survive_in_every_format_of_theirs(name, drawn):
    treebank = text(export_text(drawn), "export")
    assert constituents(again(treebank, name)) == constituents(treebank)


@pytest.mark.parametrize("name", ["tigerxml", "export"])
@given(st.lists(sentences(), min_size=1, max_size=3))
def test_what_is_not_said_to_be_lost_or_otherwise_comes_back(name, drawn):
    treebank = text(export_text(drawn), "export")
    found = converted(treebank, name)
    if not (found.lost or found.changed):
        assert details(read(BytesIO(found.data), format=name)) == details(treebank)


@pytest.mark.slow
@pytest.mark.parametrize(("sample", "name"), [*product(SAMPLES, CONLL)])
def test_what_a_format_declares_comes_back(sample, name):
    """Counts of all contents that a format holds are the same after writing and reading."""
    treebank = text(SAMPLES[sample], format_of(sample))
    found = converted(treebank, name)
    back = contents(read(BytesIO(found.data), format=name))
    held = FORMATS[name].holds().contents
    said = {one.name for one in found.lost}
    for content, count in contents(treebank).items():
        if content in held:
            assert back.get(content, 0) == count, content
        else:
            assert content in said or content.startswith(("tokens.", "words.fine_tag")), content
    assert found.changed == ()


def test_losses_of_conllu_are_counted():
    treebank = text(SAMPLES["conllu"], "conllu")
    assert lost(treebank, "conllx") == {
        "9 sets of enhanced dependencies",
        "3 MISC fields",
        "2 multiword tokens",
        "1 empty node",
        "2 ids of sentences",
        "2 texts of sentences",
        "1 comment",
    }
    assert (
        converted(treebank, "conllx")
        .data.decode()
        .startswith("1\tVamos\tir\tVERB\tVERB\tMood=Imp|Number=Plur\t0\troot\t_\t_\n2\t")
    )
    assert not lost(treebank, "conllu")


def test_blanks_become_underscores_where_fields_hold_none():
    treebank = made([[("10 000", "NUM", 0, "root")]])
    found = converted(treebank, "conllu")
    assert found.changed == ()
    assert b"1\t10 000\t10 000\t" in found.data
    found = converted(text(found.data.decode(), "conllu"), "conllx")
    assert b"1\t10_000\t10_000\t" in found.data
    assert {str(one) for one in found.changed} == {"1 form", "1 lemma"}


def test_words_are_lattices_of_one_path_and_back():
    treebank = text(SAMPLES["conllu"], "conllu")
    for name in LATTICES:
        back = again(treebank, name)
        for table, columns in (("words", ("form", "lemma", "features")), ("tokens", ("sentence", "first", "last"))):
            assert getattr(back, table).select(columns).equals(getattr(treebank, table).select(columns))
    edge = "0\t1\tVamos\tir\tVERB\t_\tMood=Imp|Number=Plur"
    assert f"0-2\tVámonos\t_\n{edge}\t_\t_\n" in converted(treebank, "conllul").data.decode()
    assert f"{edge}\t1\n" in converted(treebank, "lattice").data.decode()
    in_two = again(again(treebank, "lattice"), "conllu")
    assert in_two.words["form"].equals(treebank.words["form"])
    assert in_two.tokens["form"].to_list() == ["Vamos+nos", "a+el"]  # SPMRL's lattices do not name tokens


AMBIGUOUS = "0\t1\tdo\tdo\tP\tP\t_\t1\n0\t2\tdos\tdos\tN\tN\t_\t1\n1\t2\ts\ts\tX\tX\t_\t1\n\n"


def test_several_paths_are_for_formats_of_lattices():
    treebank = text(AMBIGUOUS, "lattice")
    back = again(again(treebank, "conllul"), "lattice")
    assert back.edges.drop("line").equals(treebank.edges.drop("line"))
    with pytest.raises(GoldleafError, match="sentence 1 is a lattice of several paths; write it as a lattice"):
        converted(treebank, "conllu")
    with pytest.raises(GoldleafError, match="has no constituents"):
        converted(treebank, "export")


def test_a_sentence_without_words_is_lost_where_lines_are_words():
    treebank = text("(S (N a))\n(())\n(S (N b))\n", "brackets")
    assert (
        len(again(treebank, "export")) == len(again(treebank, "tigerxml")) == len(again(treebank, "discbracket")) == 3
    )
    assert lost(treebank, "lattice") == {"2 constituents", "1 sentence without words"}


def test_gaps_are_refused_by_brackets():
    treebank = text("(S (VP 0=is 2=rich) 1=John)\n", "discbracket")
    with pytest.raises(GoldleafError, match="sentence 1 has a constituent with a gap"):
        converted(treebank, "brackets")


def test_the_result_is_in_utf_8():
    treebank = read(
        BytesIO("1\tÖl\t_\tN\tN\t_\t0\tr\t_\t_\n\n".encode("iso-8859-1")), format="conllx", encoding="iso-8859-1"
    )
    assert "Öl".encode() in converted(treebank, "conllu").data
    assert "Öl".encode("iso-8859-1") in converted(treebank, "conllx").data  # as it was


@pytest.mark.parametrize("name", ["export", "tigerxml", "discbracket", "brackets"])
def test_no_sentences_are_written_as_none(name):
    empty = text("(S (N a))\n", "brackets").slice(1, 0)
    assert len(again(detached(empty), name)) == 0
