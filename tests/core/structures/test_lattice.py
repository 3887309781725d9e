"""Lattices: paths, and segmentations as paths."""

from __future__ import annotations

import pytest
from hypothesis import given

from goldleaf.core.formats import read
from goldleaf.core.structures.lattice import Edge, Lattice, contains, lattice_of, paths, segments_of, token_of_word
from tests.core.lattices import SEGMENTATIONS, all_paths, lattice, lattices, words

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
