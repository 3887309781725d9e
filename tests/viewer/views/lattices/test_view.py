"""The lattices of a document's sentences. Also tests `describe`."""

from __future__ import annotations

from dataclasses import replace

import pytest

from goldleaf.core.metrics import METRICS, create
from goldleaf.viewer.diagram.options import Options
from goldleaf.viewer.diagram.shapes import Key, Side
from goldleaf.viewer.diagram.theme import load as theme
from goldleaf.viewer.diagram.theme import typewriter
from goldleaf.viewer.figures.figure import DrawingCache
from goldleaf.viewer.session.loading import loaded
from goldleaf.viewer.session.request import request_of
from goldleaf.viewer.session.scores import why_not_scored
from goldleaf.viewer.views import Look
from goldleaf.viewer.views.lattices.describe import lattice_differences, summary
from goldleaf.viewer.views.lattices.lattice_picture import (
    LatticeOptions,
    arcs,
    lattice_picture,
    lattice_picture_of,
)
from goldleaf.viewer.views.lattices.view import LatticeDrawing
from tests.core.lattices import lattice, words


def _conllu(*sentences: str) -> str:
    rows = (
        "".join(f"{n}\t{form}\t_\tX\t_\t_\t{n - 1}\tdep\t_\t_\n" for n, form in enumerate(sentence.split(), 1))
        for sentence in sentences
    )
    return "".join(f"{row}\n" for row in rows)


def _lattices(*sentences: str) -> str:
    rows = (
        "".join(f"{n - 1}\t{n}\t{form}\t_\tX\tX\t_\t{n}\n" for n, form in enumerate(sentence.split(), 1))
        for sentence in sentences
    )
    return "".join(f"{row}\n" for row in rows)


@pytest.fixture
def document(tmp_path):
    def made(gold: str, parse: str, lattices: str):
        paths = [tmp_path / name for name in ("gold.conllu", "parse.conllu", "all.lattice")]
        for path, text in zip(paths, (gold, parse, lattices), strict=True):
            path.write_text(text, encoding="utf-8")
        request = replace(request_of(paths[:2]), lattice=paths[2])
        return loaded(request, [create(name) for name in METRICS])

    return made


def test_sentences_that_are_split_otherwise_are_one(document):
    text = ("a b .", "c d .", "e f .")
    both = document(_conllu(*text), _conllu("a b . c d .", text[2]), _lattices(*text))
    for row in (0, 1):
        picture = lattice_picture_of(both, row, 0)
        assert picture is not None and picture.lattice.number == row + 1
        assert [edge.form for edge in picture.lattice.edges] == ["a", "b", ".", "c", "d", "."]
        assert not picture.gold.gaps and not picture.parse.gaps
    alone = lattice_picture_of(both, 1, -1)
    assert len(alone.lattice.edges) == 3 and alone.parse is None


def test_words_that_the_lattice_lacks(document):
    both = document(_conllu("a b ."), _conllu("a x ."), _lattices("a b ."))
    picture = lattice_picture_of(both, 0, 0)
    assert summary(picture).endswith("gold is a path, parse is a path but for 1 word")
    assert lattice_picture_of(both, 0, -1).parse is None


def test_a_path_but_for_tags():
    picture = lattice_picture(lattice("0-1:a/A@1 1-2:b/B@2"), words("a/A@1 b/C@2"))
    assert summary(picture) == "1 path, 2 edges; gold is a path but for 1 tag"


def test_differences_follow_the_words():
    one = lattice("0-1:a/A@1 0-1:a/B@1 1-3:bc/N@2 1-2:b/N@2 2-3:c/N@2 3-4:d/D@3", "0-1:a 1-3:bc 3-4:d")
    picture = lattice_picture(one, words("a/A@1 b/N@2 c/N@2 d/D@3"), words("a/B@1 bc/N@2 d/D@3"))
    tag, cut = lattice_differences(picture)
    assert (tag.word, tag.gold, tag.parse, tag.verdict) == ("a", "a/A", "a/B", "other tag")
    assert (cut.word, cut.gold, cut.parse, cut.verdict) == ("bc", "b/N c/N", "bc/N", "other words")
    assert ({*tag.word_states}, {*cut.word_states}) == ({1}, {2, 3})
    assert cut.about(Key(Side.GOLD, "word", "3")) and not tag.about(Key(Side.GOLD, "word", "3"))
    assert lattice_differences(lattice_picture(one, words("a/A@1 bc/N@2 d/D@3"))) == ()


def test_that_alternatives_are_left_out_is_said(document):
    line = "0\t1\ta\ta\tX\tX\t_\t1\n"
    both = document(_conllu("a b ."), _conllu("a b ."), line.replace("X", "Y") + _lattices("a b ."))
    for tight, said in ((False, ""), (True, "alternatives hidden")):
        look = Look(view="lattice", options=Options(tight=tight))
        assert DrawingCache(typewriter).draw(both, 0, 0, look, theme("light")).shortened == said
    alone = document(_conllu("a b ."), _conllu("a b ."), _lattices("a b ."))
    assert not DrawingCache(typewriter).draw(alone, 0, 0, look, theme("light")).shortened


def test_the_words_that_a_difference_is_about_are_those_that_the_pair_has(document):
    """After words that were cut otherwise, others than its own were marked in the running text."""
    both = document(_conllu("ab c d ."), _conllu("a b c x ."), _lattices("ab c d ."))
    drawn = DrawingCache(typewriter).draw(both, 0, 0, Look(view="lattice"), theme("light"))
    forms = {word.position: word.form for word in both.pairs.at(0, 0, both.metrics[0]).gold.words}
    assert {*forms} != {*range(1, 5)}
    for difference in drawn.differences:
        assert " ".join(forms[position] for position in difference.word_states) == difference.word
    assert [difference.word for difference in drawn.differences] == ["ab", "d"]
    assert [difference.item for difference in drawn.differences] == ["1", "3"]  # by the gold's own numbers
    assert all(drawn.in_text(Key(Side.GOLD, "word", f"{position}")) == (position,) for position in forms)


def test_the_token_of_an_element():
    one = lattice("0-1:a/A@1 1-3:bc/N@2 1-2:b/N@2 2-3:c/N@2 3-4:d/D@3", "0-1:a 1-3:bc 3-4:d")
    picture = lattice_picture(one, words("a/A@1 b/N@2 c/N@2 d/D@3"))
    edges = arcs(picture, LatticeOptions())
    of_words = {position: edge.key for edge in edges for position in edge.positions}
    shown = LatticeDrawing(picture=picture, options=LatticeOptions(), key_of_word=of_words, sentence=None)
    keys = {("edge", "2-3-1"): 2, ("state", "0"): 1, ("state", "3"): 3, ("state", "4"): 3, ("token", "2"): 2}
    assert {pair: shown.token_of(Key(Side.BOTH, *pair)) for pair in keys} == keys
    assert shown.token_of(Key(Side.GOLD, "word", "3")) == 2
    assert shown.token_of(None) is None


def _plain(states, edges):
    from goldleaf.viewer.views.lattices.layout import layered

    return layered(states, edges)


def test_what_is_provisional_is_drawn_again(document):
    layouts = []

    def lay_out(states, edges):
        layouts.append(states)
        return replace(_plain(states, edges), provisional=len(layouts) == 1, note="a note")

    drawer = DrawingCache(typewriter, lay_out)
    both = document(_conllu("a b ."), _conllu("a b ."), _lattices("a b ."))
    look = Look(view="lattice")
    pictures = [drawer.draw(both, 0, 0, look, theme("light")) for _ in range(3)]
    assert [one.provisional for one in pictures] == [True, False, False]
    assert len(layouts) == 2 and pictures[1] is pictures[2]
    assert "a note" not in {getattr(shape, "text", "") for shape in pictures[1].diagrams[0].shapes}


def test_a_lattice_in_which_nothing_is_chosen_scores_no_parse(tmp_path):
    paths = tmp_path / "all.conllul", tmp_path / "parse.conllu"
    paths[0].write_text("0\t1\ta\t_\tX\t_\t_\t1\n1\t2\tb\t_\tX\t_\t_\t2\n1\t2\tb\t_\tY\t_\t_\t2\n\n", encoding="utf-8")
    paths[1].write_text(_conllu("a b"), encoding="utf-8")
    document = loaded(request_of(list(paths)), [create(name) for name in METRICS])
    assert document.without_gold_path
    assert document.metrics == ()
    assert document.left_out == {"segmentation": "the lattice has no gold path."}
    assert why_not_scored(document) == "The lattice has no gold path."
    assert document.table["words"].to_list() == [2]  # tokens
    assert document.table["words_differ"].to_list() == [None]
    assert not document.differing(0, create("segmentation")).any()
    drawing = DrawingCache(typewriter).draw(document, 0, 0, Look(view="lattice"), theme("light"))
    assert drawing.summary.startswith("the lattice has no gold path; 2 paths, 3 edges")
    assert drawing.summary.endswith("; parse is a path")
