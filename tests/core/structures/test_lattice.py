"""Lattices: paths, and segmentations as paths."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given

from goldleaf.core.errors import PairError
from goldleaf.core.formats import read
from goldleaf.core.structures.lattice import (
    Edge,
    Gap,
    Lattice,
    PathWord,
    ambiguity,
    anchors,
    contains,
    coverage,
    lattice_of,
    paths,
    segments_of,
    token_of_word,
    walk,
)
from goldleaf.core.treebank import Treebank
from tests.core.lattices import SEGMENTATIONS, all_paths, lattice, lattices, words
from tests.core.trees import SHARED

WHITE = lattice("0-1:tapuax/NOUN@1 1-3:lavan/ADJ@2 1-2:l/ADP@2 2-3:ben/NOUN@2", "0-1:tapuax 1-3:lbn")


def test_paths_are_counted():
    assert paths(WHITE) == 2
    assert paths(Lattice(1, ())) == 0


@given(lattices())
def test_paths_are_counted_as_one_by_one(one):
    assert paths(one) == len(all_paths(one))


def test_very_many_paths_are_counted_without_walking_them():
    edges = [Edge(state, state + 1, form) for state in range(500) for form in "abcdefghij"]
    assert paths(Lattice(1, tuple(edges))) == 10**500


def test_a_cycle_is_refused():
    with pytest.raises(ValueError, match="cycle"):
        paths(lattice("0-1:a/N 1-0:b/N"))


@pytest.mark.parametrize(
    ("text", "untagged", "tagged"),
    [
        ("tapuax/NOUN lavan/ADJ", True, True),
        ("tapuax/NOUN lavan/NOUN", True, False),
        ("tapuax/NOUN l/ADP ben/NOUN", True, True),
        ("tapuax/NOUN l/ADP", False, False),
        ("tapuax/NOUN lavan/ADJ ben/NOUN", False, False),
        ("", False, False),
    ],
)
def test_whether_words_are_a_path(text, untagged, tagged):
    assert (contains(WHITE, words(text)), contains(WHITE, words(text), tagged=True)) == (untagged, tagged)


def test_a_lattice_without_edges_has_a_path_of_no_words():
    nothing = Lattice(1, ())
    assert (contains(nothing, ()), contains(nothing, words("lavan/ADJ"))) == (True, False)


@given(lattices(), SEGMENTATIONS)
def test_words_are_a_path_if_one_of_all_paths_has_them(one, segments):
    for tagged in (False, True):
        wanted = [(segment.form, segment.coarse_tag * tagged) for segment in segments]
        found = [[(one.edges[n].form, one.edges[n].coarse_tag * tagged) for n in path] for path in all_paths(one)]
        assert contains(one, segments, tagged=tagged) == (wanted in found)


def test_a_part_of_the_lattice_is_a_tokens():
    part = WHITE.within(WHITE.tokens[1])
    assert {edge.form for edge in part.edges} == {"lavan", "l", "ben"}
    assert paths(part) == 2


# The path that has most in common with a segmentation.

ONE = lattice("0-1:a/N@1 1-3:bc/N@2 1-2:b/N@2 2-3:c/V@2 3-4:a/N@3", "0-1:a 1-3:bc 3-4:a")


def test_a_segmentation_that_is_a_path():
    found = walk(ONE, words("a/N@1 b/N@2 c/V@2 a/N@3"))
    assert found.path == (0, 2, 3, 4)
    assert found.matched == {0: 0, 2: 1, 3: 2, 4: 3}
    assert not found.gaps
    assert anchors(ONE, found, 4) == [(0, 1), (1, 2), (2, 3), (3, 4)]


def test_a_word_that_the_lattice_lacks_spans_its_gap():
    segments = words("a/N@1 b/N@2 x/V@2 a/N@3")
    found = walk(ONE, segments)
    assert found.gaps == (Gap(2, 3, 2, (segments[2],)),)
    assert found.gaps
    assert anchors(ONE, found, 4) == [(0, 1), (1, 2), (2, 3), (3, 4)]


def test_another_tag_is_a_gap_of_its_own():
    segments = words("a/N@1 b/V@2 c/N@2 a/N@3")
    assert walk(ONE, segments).gaps == (Gap(1, 2, 1, (segments[1],)), Gap(2, 3, 2, (segments[2],)))


def test_words_are_found_in_their_own_token_only():
    found = walk(ONE, words("x/N@1 bc/N@2 a/N@3"))
    assert found.matched == {1: 1, 4: 2}
    assert anchors(ONE, found, 3) == [(0, 1), (1, 3), (3, 4)]


def test_tokens_that_are_others_are_not_heeded():
    assert not walk(ONE, words("a/N@1 b/N@2 c/V@3 a/N@4")).gaps


def test_lemmas_and_features_choose_between_the_same_lexemes():
    edges = (Edge(0, 1, "saw", "see", "V"), Edge(0, 1, "saw", "saw", "V"), Edge(0, 1, "saw", "see", "V", "_", "Past"))
    assert walk(Lattice(1, edges), [PathWord("saw", "V", "saw")]).path == (1,)
    assert walk(Lattice(1, edges), [PathWord("saw", "V", "see", "Past")]).path == (2,)


def test_a_lemma_is_worth_more_than_a_shorter_path():
    edges = (Edge(0, 3, "saw", "saw", "V"), Edge(0, 1, "x"), Edge(1, 2, "y"), Edge(2, 3, "saw", "see", "V"))
    assert walk(Lattice(1, edges), [PathWord("saw", "V", "see")]).path == (1, 2, 3)


def test_without_edges_there_is_no_path():
    assert walk(Lattice(1, ()), words("a/N")).path == ()


def _common(one: Lattice, path: tuple[int, ...], segments: list[PathWord], *, tagged: bool) -> int:
    """The longest common subsequence, in the way of textbooks."""
    rows = [[0] * (len(segments) + 1)]
    for number in path:
        edge, row = one.edges[number], [0]
        for place, segment in enumerate(segments):
            same = edge.form == segment.form and (not tagged or edge.coarse_tag == segment.coarse_tag)
            row.append(max(row[-1], rows[-1][place + 1], rows[-1][place] + same))
        rows.append(row)
    return rows[-1][-1]


@given(lattices(), SEGMENTATIONS)
def test_no_other_path_has_more_in_common(one, segments):
    found = walk(one, segments)
    best = max(_common(one, path, segments, tagged=True) for path in all_paths(one))
    assert len(found.matched) == best == _common(one, found.path, segments, tagged=True)


@given(lattices(), SEGMENTATIONS)
def test_path_words_and_gaps_fit_together(one, segments):
    found = walk(one, segments)
    assert found.path in all_paths(one)
    covered = sorted(
        [*found.matched.values(), *(gap.first + n for gap in found.gaps for n in range(len(gap.segments)))]
    )
    assert covered == list(range(len(segments)))
    spans = anchors(one, found, len(segments))
    assert all(before[0] <= after[0] and before[1] <= after[1] for before, after in pairwise(spans))
    lexemes = [(one.edges[n].form, one.edges[n].coarse_tag) for n in found.path]
    assert (not found.gaps) == (lexemes == [(segment.form, segment.coarse_tag) for segment in segments])


CONLLU = """\
1\tWe\t_\tPRON\t_\t_\t2\tnsubj\t_\t_
2-3\tgonna\t_\t_\t_\t_\t_\t_\t_\t_
2\tgon\t_\tVERB\t_\t_\t0\troot\t_\t_
3\tna\t_\tPART\t_\t_\t4\tmark\t_\t_
4\tsail\t_\tVERB\t_\t_\t2\txcomp\t_\t_

1-2\tDunno\t_\t_\t_\t_\t_\t_\t_\t_
1\tDun\t_\tVERB\t_\t_\t0\troot\t_\t_
2\tno\t_\tVERB\t_\t_\t1\tdep\t_\t_

"""


def test_words_know_their_surface_tokens(tmp_path):
    path = tmp_path / "a.conllu"
    path.write_text(CONLLU)
    treebank = read(path)
    assert token_of_word(treebank).tolist() == [1, 2, 2, 3, 1, 1]
    assert [(segment.form, segment.token) for segment in segments_of(treebank, 1)] == [("Dun", 1), ("no", 1)]
    assert lattice_of(treebank, 0).edges == ()
    with pytest.raises(IndexError):
        lattice_of(treebank, 2)


def _written(tmp_path, name: str, *sentences: str) -> Treebank:
    """A lattice of edges ``from-to:form/tag@token``."""
    lines = []
    for sentence in sentences:
        for edge in sentence.split():
            states, _, word = edge.partition(":")
            word, _, token = word.partition("@")
            form, tag = word.split("/")
            lines.append("\t".join([*states.split("-"), form, "_", tag, tag, "_", token]))
        lines.append("")
    path = tmp_path / name
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return read(path)


@pytest.fixture
def lattices(tmp_path) -> Treebank:
    return _written(
        tmp_path, "all.lattice", "0-2:ab/N@1 0-1:a/N@1 0-1:a/V@1 1-2:b/V@1 2-3:c/N@2 2-3:c/V@2", "0-1:c/N@1"
    )


def test_ambiguity_of_each_token(lattices):
    assert ambiguity(lattices).rows() == [(0, 1, 4, "3"), (0, 2, 2, "2"), (1, 1, 1, "1")]


def test_an_edge_that_stands_there_twice_counts_once(tmp_path):
    twice = _written(tmp_path, "all.lattice", "0-1:a/N@1 0-1:a/N@1 0-1:a/V@1 1-2:b/V@2 1-2:b/V@2")
    assert ambiguity(twice).rows() == [(0, 1, 2, "2"), (0, 2, 1, "1")]
    assert paths(lattice_of(twice, 0)) == 2
    assert [str(problem).partition(":")[2] for problem in twice.problems] == [
        "2: warning: the same edge as in line 1; it counts once",
        "5: warning: the same edge as in line 4; it counts once",
    ]


def test_a_path_with_an_edge_twice_has_its_words(tmp_path):
    path = _written(tmp_path, "parse.lattice", "0-1:a/N@1 0-1:a/N@1 1-2:b/V@2")
    assert path.words["form"].to_list() == ["a", "b"]


def test_tokens_that_are_numbered_otherwise(tmp_path):
    odd = _written(tmp_path, "all.lattice", "0-1:a/N@1 0-1:a/V@1 1-2:b/V@5")
    gold = _written(tmp_path, "gold.lattice", "0-1:a/V@1 1-2:b/V@2")
    assert coverage(odd, gold).row(0) == (0, 2, 2, 2, False)


@pytest.mark.parametrize(
    ("sentence", "inside", "tagged"),
    [
        ("0-1:ab/N@1 1-2:c/V@2", 2, 2),
        ("0-1:a/V@1 1-2:b/V@1 2-3:c/N@2", 2, 2),
        ("0-1:a/V@1 1-2:b/N@1 2-3:c/X@2", 2, 0),
        ("0-1:b/V@1 1-2:a/N@1 2-3:c/N@2", 1, 1),
        ("0-1:c/N@1 1-2:ab/N@2", 0, 0),
    ],
)
def test_tokens_whose_words_are_in_the_lattice(tmp_path, lattices, sentence, inside, tagged):
    gold = _written(tmp_path, "gold.lattice", sentence, "0-1:c/N@1")
    assert coverage(lattices, gold).rows() == [(0, 2, inside, tagged, True), (1, 1, 1, 1, True)]


def test_with_other_tokens_only_a_whole_path_counts(tmp_path, lattices):
    gold = _written(tmp_path, "gold.lattice", "0-1:ab/N@1", "0-1:c/N@1")
    assert coverage(lattices, gold).row(0) == (0, 1, 0, 0, False)
    gold = _written(tmp_path, "gold.lattice", "0-1:a/N@1 1-2:b/V@2 2-3:c/N@3", "0-1:c/N@1")
    assert coverage(lattices, gold).row(0) == (0, 3, 3, 3, False)


def test_as_many_sentences_are_needed(tmp_path, lattices):
    gold = _written(tmp_path, "gold.lattice", "0-1:ab/N@1 1-2:c/V@2")
    with pytest.raises(PairError, match=r"gold\.lattice: 1 sentences, but 2 in .*all\.lattice"):
        coverage(lattices, gold)


@pytest.mark.shared
@pytest.mark.parametrize("gold", ["gold.lattices", "gold.conllu"])
def test_real_lattices_and_their_gold(gold):
    lattices, words = read(SHARED / "french" / "lattice.conllul"), read(SHARED / "french" / gold)
    table = coverage(lattices, words)
    assert table.height == len(words) == 456
    for row in range(0, len(words), 25):
        lattice, segments = lattice_of(lattices, row), segments_of(words, row)
        for tagged, column in ((False, "in_lattice"), (True, "in_lattice_tagged")):
            assert contains(lattice, segments, tagged=tagged) == (table[column][row] == table["tokens"][row])


@pytest.mark.shared
def test_a_sentences_paths_are_the_product_of_its_tokens():
    lattices = read(SHARED / "hebrew" / "yap-example.lattice")
    product = 1
    for count in ambiguity(lattices)["paths"]:
        product *= int(count)
    assert paths(lattice_of(lattices, 0)) == product == 5 * 1 * 5 * 13 * 1
