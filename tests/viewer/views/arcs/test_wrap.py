"""Long sentences in several rows of words."""

from collections import Counter, defaultdict
from dataclasses import replace
from itertools import pairwise
from math import inf

import pytest

from goldleaf.core.treebank import Token
from goldleaf.viewer.diagram.options import Mode
from goldleaf.viewer.diagram.shapes import Path, Role
from goldleaf.viewer.views.arcs.wrap import OPEN_END, break_rows
from tests.viewer.diagram.support import GOLD, finite, inside, overlaps, pair, pane, panes, sentence, texts

LONG = sentence(
    " ".join(
        f"word{position}/NOUN/{head}/{label}"
        for position, (head, label) in enumerate(
            [
                (0, "root"),
                *(
                    (max(1, position - step), "rel" * (1 + step % 3))
                    for position, step in zip(range(2, 201), [1, 2, 5, 1, 30, 3, 90] * 29, strict=False)
                ),
            ],
            1,
        )
    )
)


def rows_of_words(diagram):
    rows = defaultdict(list)
    for text in texts(diagram, Role.WORD):
        rows[text.y].append((text.x, int(text.key.name)))
    return [sorted(row) for _, row in sorted(rows.items())]


@pytest.mark.parametrize("mode", Mode)
@pytest.mark.parametrize("wrap", [300.0, 800.0, 1500.0])
def test_every_word_stands_once_and_in_order(mode, wrap):
    for diagram in panes(pair(LONG, LONG), mode, wrap=wrap):
        rows = rows_of_words(diagram)
        assert [number for row in rows for _, number in row] == list(range(1, 201))
        assert len(rows) > 1
        assert diagram.width <= wrap
        assert finite(diagram) and inside(diagram)
        assert overlaps(texts(diagram, Role.LABEL, Role.WORD)) == []


def test_each_arc_has_one_label_one_arrowhead_and_a_piece_in_each_row_it_passes():
    diagram = pane(LONG, wrap=500.0)
    rows = [{number for _, number in row} for row in rows_of_words(diagram)]
    row_of = {number: index for index, row in enumerate(rows) for number in row}
    lines = Counter(shape.key for shape in diagram.shapes if isinstance(shape, Path) and shape.role == Role.ARC)
    heads = Counter(shape.key for shape in diagram.shapes if shape.role == Role.ARROWHEAD)
    labels = Counter(text.key for text in texts(diagram, Role.LABEL))
    for word in LONG.words:
        key = next(key for key in lines if key.name == str(word.position))
        passed = abs(row_of[word.position] - row_of[word.head or word.position]) + 1
        assert (lines[key], heads[key], labels[key]) == (passed, 1, 1)
    assert max(lines.values()) > 2


def test_the_label_stands_on_the_longer_part():
    one = sentence(" ".join(["a/X/0/root", *["bbbb/X/1/x"] * 5, "c/X/2/long"]))
    diagram = pane(one, wrap=250.0)
    (label,) = [text for text in texts(diagram, Role.LABEL) if text.text == "long"]
    pieces = [shape for shape in diagram.shapes if isinstance(shape, Path) and shape.key == label.key]
    assert len(pieces) == 2

    def extent(path):
        xs = [path.start[0], *(segment.end[0] for segment in path.segments)]
        return max(xs) - min(xs), min(xs), max(xs)

    _, low, high = max(map(extent, pieces))
    assert low <= label.x <= high


def test_open_ends_reach_the_edge_of_their_row():
    diagram = pane(LONG, wrap=500.0)
    row = rows_of_words(diagram)[0]
    last = max(x for x, _ in row)
    ends = [
        shape.segments[-1].end[0]
        for shape in diagram.shapes
        if isinstance(shape, Path) and shape.role == Role.ARC and shape.start[1] < diagram.strips[1]
    ]
    assert ends and max(ends) > last + OPEN_END / 2


def test_a_short_sentence_stays_in_one_row():
    assert pane(GOLD, wrap=2000.0).shapes == pane(GOLD).shapes
    assert pane(GOLD, wrap=2000.0).strips == ()


def test_rows_of_panes_stand_level_and_below_each_other():
    gold, parse = panes(pair(LONG, LONG), wrap=700.0)
    assert gold.strips == parse.strips and len(gold.strips) == len(rows_of_words(gold))
    assert [text.y for text in texts(gold, Role.WORD)] == [text.y for text in texts(parse, Role.WORD)]
    assert all(a < b for a, b in pairwise(gold.strips))


def test_no_row_ends_inside_a_token():
    one = replace(GOLD, tokens=(Token(2, 5, "catsawoldstone"),))
    for wrap in (60.0, 120.0, 160.0, 200.0):
        for row in rows_of_words(pane(one, wrap=wrap)):
            numbers = {number for _, number in row}
            assert {2, 3, 4, 5} <= numbers or not numbers & {2, 3, 4, 5}


XS, HALVES = [0.0, 10, 20, 30, 40, 50], [5.0] * 6
WIDE_ENOUGH = 40 + OPEN_END  # for four of them


def test_rows_are_balanced():
    assert break_rows(XS, HALVES, HALVES, [1] * 6, WIDE_ENOUGH) == [(0, 2), (3, 5)]
    assert break_rows(XS, HALVES, HALVES, [1] * 6, 0.0) == [(n, n) for n in range(6)]


def test_rows_end_where_few_arcs_are_cut():
    assert break_rows(XS, HALVES, HALVES, [9, 9, 9, 1, 9, 9], WIDE_ENOUGH) == [(0, 3), (4, 5)]
    assert break_rows(XS, HALVES, HALVES, [0, 9, 9, 9, 9, 9], WIDE_ENOUGH) == [(0, 2), (3, 5)]  # else one row more


def test_no_row_ends_inside_what_belongs_together():
    assert break_rows(XS, HALVES, HALVES, [1, 1, inf, inf, inf, 1], WIDE_ENOUGH) == [(0, 1), (2, 5)]
    assert break_rows(XS, HALVES, HALVES, [inf] * 6, WIDE_ENOUGH) == [(0, 5)]


def test_no_row_has_but_punctuation():
    xs, halves, cheap = [0.0, 40, 80, 120, 160, 200], [20.0] * 6, [9, 9, 9, 9, 0, 9]
    assert break_rows(xs, halves, halves, cheap, 200 + OPEN_END) == [(0, 4), (5, 5)]
    assert break_rows(xs, halves, halves, cheap, 200 + OPEN_END, {5}) == [(0, 2), (3, 5)]
    assert break_rows(XS, HALVES, HALVES, [1] * 6, 0.0, {5})[-1] == (5, 5)  # there is no other way
