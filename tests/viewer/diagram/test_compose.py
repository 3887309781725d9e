"""Figures of several panes.

Also tests `legend`, `shapes`, `theme`, `diagram.strokes`.
"""

import itertools
from collections import Counter
from dataclasses import replace

import pytest

from goldleaf.viewer.diagram.compose import compose, in_turns
from goldleaf.viewer.diagram.legend import legend, states_in
from goldleaf.viewer.diagram.naming import NAMES, REVIEW, Wording
from goldleaf.viewer.diagram.options import Direction, Mode
from goldleaf.viewer.diagram.shapes import MARGIN, Box, Path, Role, Segment, Side, State
from goldleaf.viewer.diagram.theme import typewriter
from goldleaf.viewer.views.arcs.arc_picture import pictures
from tests.viewer.diagram.support import GOLD, PARSE, THEME, inside, overlaps, pair, panes, sentence, texts


def figure(diagrams, mode=Mode.STACKED, **others):
    return compose(diagrams, mode, THEME, typewriter, **others)[0]


def test_stacked_keeps_the_words_above_each_other():
    gold, parse = panes()
    whole = figure([gold, parse], titles=["gold", "parse A"])
    words = texts(whole, Role.WORD)
    assert [text.x for text in words[:7]] == [text.x for text in words[7:]] == [t.x for t in texts(gold, Role.WORD)]
    assert max(text.y for text in words[:7]) < min(text.y for text in words[7:])
    assert [text.text for text in texts(whole, Role.TITLE)] == ["gold", "parse A"]
    assert whole.width == gold.width
    assert overlaps(texts(whole)) == [] and inside(whole)


def test_beside_stands_on_one_line():
    whole = figure(panes(mode=Mode.BESIDE), Mode.BESIDE, titles=["gold", "parse"], legend=True, caption="A cat.")
    assert len({text.y for text in texts(whole, Role.WORD)}) == 1
    assert len({text.y for text in texts(whole, Role.TITLE)}) == 1
    assert overlaps(texts(whole)) == [] and inside(whole)


def test_all_that_the_panes_hold_is_there():
    gold, parse = panes()
    whole = figure([gold, parse])
    assert len(whole.shapes) == len(gold.shapes) + len(parse.shapes)
    assert dict(whole.elements) == {**gold.elements, **parse.elements}
    assert gold.description in whole.description and parse.description in whole.description
    assert whole.metadata == gold.metadata
    assert whole.title == "gold, sentence 1 (s1); parse, sentence 1 (s1)"


def test_two_parses_keep_their_keys_apart():
    gold, parse = pair()
    other = pictures(GOLD, PARSE, wording=Wording(parse="parse B"))[1]
    whole = figure(panes([gold, parse, other]))
    tips = Counter(shape.key for shape in whole.shapes if shape.role == Role.ARROWHEAD)
    assert set(tips.values()) == {1} and len(tips) == 21
    assert {shape.key for shape in whole.shapes if shape.key} <= set(whole.elements)


def test_the_legend_names_the_classes_that_are_drawn():
    whole = figure(panes(), legend=True)
    assert [text.text for text in texts(whole, Role.LEGEND)] == [
        REVIEW.legend[state] for state in (State.MATCHED, State.WRONG_HEAD, State.WRONG_LABEL, State.NOT_SCORED)
    ]
    assert overlaps(texts(whole)) == [] and inside(whole)


def test_a_box_is_explained_where_all_wrong_labels_have_wrong_heads():
    known = ["a/X/0/root b/X/1/obj c/X/1/obl", "a/X/0/root b/X/3/nmod c/X/1/obl"]
    shapes = panes(pair(*map(sentence, known)))[0].shapes
    drawn = legend(shapes, 900.0, THEME, typewriter)
    assert [text.text for text in texts(drawn, Role.LEGEND)] == ["in both", "wrong head", "wrong label"]
    assert {shape.state for shape in drawn.shapes if isinstance(shape, Path)} == {State.MATCHED, State.WRONG_HEAD}
    assert [shape.state for shape in drawn.shapes if shape.role is Role.LABEL_BOX] == [State.WRONG_LABEL]


def test_a_single_tree_is_in_nothing_else():
    assert legend(panes(pictures(GOLD))[0].shapes, 400.0, THEME, typewriter).shapes == ()


def test_a_legend_comes_closer_together_before_it_takes_another_row():
    shapes = [shape for pane in panes() for shape in pane.shapes]
    whole = legend(shapes, 9000.0, THEME, typewriter)
    near, rows = (legend(shapes, whole.width - less, THEME, typewriter) for less in (25.0, 60.0))
    assert whole.height == near.height < rows.height and 0 <= whole.width - 25.0 - near.width < len(NAMES)


def test_nor_does_it_take_a_third_row_before():
    shapes = [Path((0, 0), (Segment((9, 0)),), Role.ARC, state) for state in [*NAMES][:6]]
    drawn = [legend(shapes, float(room), THEME, typewriter) for room in range(200, 900)]
    two = sorted({diagram.height for diagram in drawn})[1]
    first, second, *_ = texts(next(diagram for diagram in drawn if diagram.height == two))
    assert second.x - first.x - first.width == pytest.approx(10.0 + 34.0 + 6.0)  # air, a sample and its distance


def test_a_legend_of_everything():
    arcs = [Path((0, 0), (Segment((9, 0)),), Role.ARC, state) for state in NAMES]
    drawn = legend(arcs, 400.0, THEME, typewriter)
    assert states_in(drawn.shapes) == list(NAMES)
    assert drawn.width <= 400
    assert overlaps(texts(drawn)) == [] and inside(drawn, slack=6.0)
    assert [shape.state for shape in drawn.shapes if isinstance(shape, Box)] == [State.WRONG_LABEL]
    assert {shape.state for shape in drawn.shapes if shape.role == Role.CROSS} == {State.EXTRA}
    assert legend((), 400.0, THEME, typewriter).shapes == ()


def test_captions_are_broken_into_lines():
    caption = "one two three four five six seven eight nine ten eleven twelve\nand a second paragraph"
    whole = figure(panes(pictures(sentence("a/X/0/root"))), caption=caption)
    lines = texts(whole, Role.CAPTION)
    assert " ".join(line.text for line in lines) == caption.replace("\n", " ")
    assert len(lines) > 2
    assert overlaps(texts(whole)) == [] and inside(whole)
    assert whole.description.endswith(caption)


def test_wrapped_panes_take_turns():
    gold, parse = panes(wrap=200.0)
    assert len(gold.strips) > 1
    whole = figure([gold, parse], titles=["gold", "parse"])
    sides = [text.key.side for text in sorted(texts(whole, Role.WORD), key=lambda text: (text.y, text.x))]
    changes = 1 + sum(a != b for a, b in itertools.pairwise(sides))
    assert changes == 2 * len(gold.strips)
    assert len(texts(whole, Role.TITLE)) == 2 * len(gold.strips)
    assert len(whole.shapes) == len(gold.shapes) + len(parse.shapes) + len(texts(whole, Role.TITLE))
    assert overlaps(texts(whole)) == [] and inside(whole)
    assert {shape.key for shape in whole.shapes if shape.key} <= set(whole.elements)


def test_on_a_screen_gold_and_parse_are_neighbours_row_by_row():
    gold, parse = panes(wrap=200.0)
    turns = in_turns((gold, parse), ("gold", "parse"), THEME, typewriter)
    assert turns is not None
    words = sorted(texts(turns, Role.WORD), key=lambda text: (text.y, text.x))
    sides = [side for side, _ in itertools.groupby(words, key=lambda text: text.key.side)]
    assert sides == [Side.GOLD, Side.PARSE] * len(gold.strips)
    assert (len(turns.strips), turns.abreast) == (2 * len(gold.strips), 2)
    assert turns.elements.keys() == gold.elements.keys() | parse.elements.keys()
    assert [text.text for text in texts(turns, Role.TITLE)] == ["gold", "parse"] * len(gold.strips)
    assert overlaps(texts(turns)) == [] and inside(turns)
    for strip, below in itertools.pairwise([*turns.strips, turns.height]):  # nothing of a row stands in the next
        row = [text for text in texts(turns) if strip <= text.y < below]
        assert {text.key.side for text in row if text.key} in ({Side.GOLD}, {Side.PARSE})
    assert in_turns((gold,), ("gold",), THEME, typewriter) is None
    assert in_turns((*panes(),), ("gold", "parse"), THEME, typewriter) is None


@pytest.mark.parametrize("options", [{}, {"rows": ()}, {"tight": True}, {"tight": True, "rows": ()}])
def test_each_row_of_wrapped_panes_keeps_its_own_words_and_tags(options):
    """Rows set closely come within a margin of each other; a word without head has a dot where others have arcs."""
    headless = replace(PARSE, words=tuple(replace(word, head=None) for word in PARSE.words))
    gold, parse = panes(pictures(GOLD, headless), wrap=200.0, **options)
    whole = figure([gold, parse], titles=["gold", "parse"])
    rows = []
    for shape in whole.shapes:
        if shape.role == Role.TITLE:
            rows.append({role: [] for role in Role})
        elif shape.key is not None and shape.key.kind in ("word", "arc"):
            rows[-1][shape.role].append(shape.key.name)
    assert len(rows) == 2 * len(gold.strips) > 2
    for row in rows:
        assert row[Role.WORD] and row[Role.TAG] in (row[Role.WORD], [])
    assert [row[Role.WARNING] for row in rows[1::2]] == [row[Role.WORD] for row in rows[1::2]]


def test_titles_of_rows_stand_where_the_sentence_begins():
    left, right = (
        in_turns((*panes(wrap=200.0, direction=direction),), ("gold", "parse"), THEME, typewriter)
        for direction in (Direction.LEFT_TO_RIGHT, Direction.RIGHT_TO_LEFT)
    )
    assert left is not None and right is not None
    assert {text.x for text in texts(left, Role.TITLE)} == {MARGIN}
    assert {text.x + text.width for text in texts(right, Role.TITLE)} == {right.width - MARGIN}
    assert overlaps(texts(right)) == [] and inside(right)


@pytest.mark.parametrize("mode", [Mode.STACKED, Mode.BESIDE])
def test_titles_that_are_wider_than_their_pictures(mode):
    gold, parse = panes()
    long = "a name that is much longer than the picture below it, as those of files from experiments are " * 2
    whole = figure([gold, parse], mode, titles=[long, long])
    assert overlaps(texts(whole)) == [] and inside(whole)


def test_titles_keep_to_the_width():
    gold, parse = panes()
    title = "generalized gold: " + ", ".join(f"{number} gold" for number in range(40))
    whole = figure([gold, parse], titles=[title, "parse"], width=gold.width)
    lines = texts(whole, Role.TITLE)
    assert " ".join(line.text for line in lines) == f"{title} parse" and len(lines) > 2
    assert whole.width <= gold.width and overlaps(texts(whole)) == [] and inside(whole)
    assert figure([gold, parse], titles=[title, "parse"]).width > gold.width
