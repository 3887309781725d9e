"""The path that has most in common with a segmentation."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given

from goldleaf.core.structures.lattice import Edge, Lattice, Segment
from goldleaf.core.structures.lattice_walk import Gap, anchors, walk
from tests.core.lattices import SEGMENTATIONS, all_paths, lattice, lattices, words

ONE = lattice("0-1:a/N@1 1-3:bc/N@2 1-2:b/N@2 2-3:c/V@2 3-4:a/N@3", "0-1:a 1-3:bc 3-4:a")


def test_a_segmentation_that_is_a_path():
    found = walk(ONE, words("a/N@1 b/N@2 c/V@2 a/N@3"))
    assert found.path == (0, 2, 3, 4)
    assert found.matched == {0: 0, 2: 1, 3: 2, 4: 3}
    assert found.complete
    assert anchors(ONE, found, 4) == [(0, 1), (1, 2), (2, 3), (3, 4)]


def test_a_word_that_the_lattice_lacks_spans_its_gap():
    segments = words("a/N@1 b/N@2 x/V@2 a/N@3")
    found = walk(ONE, segments)
    assert found.gaps == (Gap(2, 3, 2, (segments[2],)),)
    assert not found.complete
    assert anchors(ONE, found, 4) == [(0, 1), (1, 2), (2, 3), (3, 4)]


def test_another_tag_is_a_gap_of_its_own():
    segments = words("a/N@1 b/V@2 c/N@2 a/N@3")
    assert walk(ONE, segments).gaps == (Gap(1, 2, 1, (segments[1],)), Gap(2, 3, 2, (segments[2],)))


def test_words_are_found_in_their_own_token_only():
    found = walk(ONE, words("x/N@1 bc/N@2 a/N@3"))
    assert found.matched == {1: 1, 4: 2}
    assert anchors(ONE, found, 3) == [(0, 1), (1, 3), (3, 4)]


def test_tokens_that_are_others_are_not_heeded():
    assert walk(ONE, words("a/N@1 b/N@2 c/V@3 a/N@4")).complete


def test_lemmas_and_features_choose_between_the_same_lexemes():
    edges = (Edge(0, 1, "saw", "see", "V"), Edge(0, 1, "saw", "saw", "V"), Edge(0, 1, "saw", "see", "V", "_", "Past"))
    assert walk(Lattice(1, edges), [Segment("saw", "V", "saw")]).path == (1,)
    assert walk(Lattice(1, edges), [Segment("saw", "V", "see", "Past")]).path == (2,)


def test_a_lemma_is_worth_more_than_a_shorter_path():
    edges = (Edge(0, 3, "saw", "saw", "V"), Edge(0, 1, "x"), Edge(1, 2, "y"), Edge(2, 3, "saw", "see", "V"))
    assert walk(Lattice(1, edges), [Segment("saw", "V", "see")]).path == (1, 2, 3)


def test_without_edges_there_is_no_path():
    assert walk(Lattice(1, ()), words("a/N")).path == ()


def _common(one: Lattice, path: tuple[int, ...], segments: list[Segment], *, tagged: bool) -> int:
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
    assert found.complete == (lexemes == [(segment.form, segment.coarse_tag) for segment in segments])
