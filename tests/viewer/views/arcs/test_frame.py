"""Long sentences in several rows of words."""

import re
from collections import Counter, defaultdict
from dataclasses import replace
from itertools import pairwise
from math import inf

import pytest

from goldleaf.core.sentence import Token
from goldleaf.viewer.diagram.options import Mode
from goldleaf.viewer.diagram.shapes import Path, Role
from goldleaf.viewer.views.arcs.frame import OPEN_END, Breaking, break_rows
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


@pytest.mark.slow
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


def test_an_arc_that_goes_on_has_a_piece_and_its_label_at_both_ends():
    diagram = pane(LONG, wrap=500.0)
    rows = [{number for _, number in row} for row in rows_of_words(diagram)]
    row_of = {number: index for index, row in enumerate(rows) for number in row}
    lines = Counter(shape.key for shape in diagram.shapes if isinstance(shape, Path) and shape.role == Role.ARC)
    heads = Counter(shape.key for shape in diagram.shapes if shape.role == Role.ARROWHEAD)
    labels = Counter(text.key for text in labels_of(diagram))
    for word in LONG.words:
        key = next(key for key in lines if key.name == str(word.position))
        ends = 1 if row_of[word.position] == row_of[word.head or word.position] else 2
        assert (lines[key], heads[key], labels[key]) == (ends, 1, ends)
    assert max(lines.values()) == 2


def test_an_arc_that_goes_on_says_whose_it_is():
    one = sentence(" ".join(["gave/X/0/root", *["bbbb/X/1/x"] * 5, "books/X/1/obj"]))
    diagram = pane(one, wrap=250.0)
    key = next(text.key for text in labels_of(diagram) if text.text == "obj")
    upper, lower = (row[0] for row in by_line(text for text in texts(diagram, Role.LABEL) if text.key == key))
    assert [text.text for text in upper] == ["obj", "→ books"]
    assert [text.text for text in lower] == ["← gave", "obj"]
    assert texts(diagram, Role.WORD)[0].y < lower[0].y


def test_of_words_that_occur_twice_it_says_which_where_they_differ():
    text = " ".join(["book/X/{}/x", *["bbbb/X/9/x"] * 7, "gave/X/0/root", "book/X/9/obj"])
    gold, parse = (sentence(text.format(head)) for head in (9, 10))
    told = [text.text for diagram in panes(pair(gold, parse), wrap=250.0) for text in texts(diagram, Role.LABEL)]
    assert "→ gave" in told and "→ book (10)" in told and "→ bbbb (2)" not in told


def test_an_arc_that_is_not_scored_does_not_say_whose_it_is():
    """The name of a comma's head would decide how wide a row is."""
    one = sentence(" ".join(["gave/X/0/root", *["bbbb/X/1/x"] * 5, "././1/punct"]))
    said = [text.text for text in texts(panes(pair(one, one), wrap=250.0)[0], Role.LABEL)]
    assert said.count("punct") == 2 and "→ ." not in said and "→ bbbb" in said


def test_a_long_word_is_shortened_where_an_arc_names_it():
    one = sentence(" ".join(["a/X/0/root", *["bbbb/X/1/x"] * 5, "Donaudampfschifffahrt/X/1/obj"]))
    assert "→ Donaudampfsch…" in [text.text for text in texts(pane(one, wrap=260.0), Role.LABEL)]


def labels_of(diagram):
    return [text for text in texts(diagram, Role.LABEL) if text.text[0] not in "←→"]


def by_line(found):
    """Texts by height, each line from the left, in a list of its own."""
    lines = defaultdict(list)
    for text in found:
        lines[text.y].append(text)
    return [[sorted(line, key=lambda text: text.x)] for _, line in sorted(lines.items())]


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


def breaks(over, width, count=6):
    xs, halves, none = [10.0 * place for place in range(count)], [5.0] * count, [0.0] * count
    return break_rows(Breaking(xs, halves, halves, over, none, none), width)


def test_rows_are_balanced_and_cut_few_arcs():
    assert breaks([1] * 6, 50) == [(0, 2), (3, 5)]
    assert breaks([9, 9, 9, 0, 9, 9], 50) == [(0, 3), (4, 5)]
    assert breaks([0, 9, 9, 9, 9, 9], 50) == [(0, 2), (3, 5)]  # too much room lost
    assert breaks([5] * 4 + [0] + [5] * 11, 110, count=16) == [(0, 7), (8, 15)]  # as with less than half of the width
    assert breaks([8] * 4 + [0] + [8] * 11, 110, count=16) == [(0, 7), (8, 15)]  # however many arcs that cuts
    assert breaks([1, inf, inf, inf, 1, 1], 50) == [(0, 4), (5, 5)]
    assert breaks([1] * 6, 0.0) == [(n, n) for n in range(6)]


def test_no_word_is_parted_from_its_neighbor_where_a_longer_arc_can_be_cut():
    heads = {1: 12, 12: 13, 24: 13}
    one = sentence(" ".join(f"word/X/{heads.get(number, 0)}/x" for number in range(1, 25)))
    rows = rows_of_words(pane(one, wrap=0.75 * pane(one).width))
    assert [len(row) for row in rows] in ([11, 13], [13, 11])


@pytest.mark.parametrize("wrap", range(220, 420, 20))
def test_no_row_begins_with_punctuation_that_closes_or_ends_with_such_that_opens(wrap):
    forms = [*filter(None, re.split(r" |(\W)", "so (the cat), an old one, sat «here» (or there) and slept: well?!"))]
    one = sentence(" ".join(f"{form}/X/{number - 1}/x" for number, form in enumerate(forms, 1)))
    rows = [[forms[number - 1] for _, number in row] for row in rows_of_words(pane(one, wrap=float(wrap)))]
    assert len(rows) > 1
    assert not {row[0] for row in rows} & {*"),»:?!"} and not {row[-1] for row in rows} & {*"(«"}


@pytest.mark.slow
def test_open_ends_keep_room_for_what_they_say():
    """Also where the word that begins the row's last arc is itself the last."""
    for wrap in (300.0, 420.0, 900.0):
        for diagram in panes(pair(LONG, LONG), wrap=wrap):
            assert diagram.width <= wrap
            assert overlaps(texts(diagram, Role.LABEL)) == []
