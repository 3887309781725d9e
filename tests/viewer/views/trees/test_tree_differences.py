from dataclasses import replace
from importlib.resources import files as resources
from pathlib import Path as FilePath

import pytest

from goldleaf.core.metrics import create
from goldleaf.viewer.diagram.legend import legend
from goldleaf.viewer.diagram.naming import step
from goldleaf.viewer.diagram.shapes import Box, Key, Path, Role, Side, State, Text
from goldleaf.viewer.diagram.theme import load as theme
from goldleaf.viewer.diagram.theme import typewriter
from goldleaf.viewer.figures.figure import DrawingCache
from goldleaf.viewer.session.loading import loaded
from goldleaf.viewer.session.request import request_of
from goldleaf.viewer.views import Look
from goldleaf.viewer.views.trees.tree_picture import TreeOptions, TreeStyle
from tests.core.trees import SHARED
from tests.viewer.window.brackets import CROSSING, GOLD, PARSE, written

DEMO = FilePath(str(resources("goldleaf.assets") / "demo"))


def found(folder, row=0, parse=PARSE, gold=GOLD):
    document = loaded(request_of(written(folder, gold, parse)), [create("parseval")])
    return DrawingCache(typewriter).draw(document, row, 0, Look(), theme("light")).differences


def test_a_missing_constituent(tmp_path):
    (only,) = found(tmp_path)
    assert only.sentence == "NP over ‘a bird with wings’: the parse has none – missing"
    assert (only.state, only.gold_state, only.parse_state) == (State.MISSING, State.MISSING, None)
    assert only.keys == (Key(Side.GOLD, "node", "4"),)
    assert only.about(Key(Side.GOLD, "bar", "4")) and not only.about(Key(Side.PARSE, "node", "4"))
    assert set(only.word_states) == {5, 6, 7, 8}


def test_an_extra_constituent(tmp_path):
    (only,) = found(tmp_path, gold=PARSE, parse=GOLD)
    assert only.sentence == "NP over ‘a bird with wings’: the gold has none – extra"
    assert (only.gold_state, only.parse_state) == (None, State.EXTRA)


def test_a_wrong_label(tmp_path):
    only, tag = found(tmp_path, row=2)
    assert only.sentence == "PP where the gold has ADVP over ‘loudly’ – wrong label"
    assert [key.side for key in only.keys] == [Side.GOLD, Side.PARSE]
    assert tag.sentence == "IN where the gold has RB over ‘loudly’ – wrong tag"
    assert tag.about(Key(Side.PARSE, "word", "4")) and not only.about(Key(Side.PARSE, "word", "4"))


def drawn(files, metric="parseval", row=0, look=None):
    document = loaded(request_of(files), [create(metric)])
    return document, DrawingCache(typewriter).draw(document, row, 0, look or Look(), theme("light"))


def test_a_wrong_function_is_marked_and_told():
    _, drawing = drawn([DEMO / "crossing-gold.export", DEMO / "crossing-parse.export"])
    told = {one.verdict: one for one in drawing.differences}
    function = told["wrong function"]
    assert [(one.gold, one.parse) for one in drawing.differences if one.verdict == "wrong function"] == [
        ("PP-MO", "PP-MNR"),
        ("S-RC", "S-PAR"),
    ]
    assert (told["wrong tag"].gold, told["wrong tag"].parse) == ("PRELS", "PDS")
    for diagram, key in zip(drawing.diagrams, function.keys, strict=True):
        boxes = [shape for shape in diagram.shapes_of(key) if isinstance(shape, Box)]
        assert [(box.role, box.state) for box in boxes] == [(Role.LABEL_BOX, State.WRONG_LABEL)]
        assert "wrong function" in diagram.elements[key].description
        assert "2 wrong functions, 1 wrong tag" in diagram.description
        assert drawing.card(key, "")[-1][1].endswith("wrong function")
    shapes = [shape for diagram in drawing.diagrams for shape in diagram.shapes]
    names = [shape.text for shape in legend(shapes, 900, theme("light"), typewriter).shapes if isinstance(shape, Text)]
    assert "wrong tag, wrong function" in names and "wrong label" not in names  # one box, which is the same


def test_a_tag_that_no_score_counts_is_not_marked(tmp_path):
    files = written(tmp_path, "(S (N a) (-NONE- *T*) (. .))\n", "(S (N a) (-NONE- *U*) (: .))\n")
    document, drawing = drawn(files)
    assert drawing.differences == () and document.parses[0].scored["parseval"].counts["wrong"].to_list() == [0]
    boxes = {shape.role for diagram in drawing.diagrams for shape in diagram.shapes if isinstance(shape, Box)}
    assert Role.LABEL_BOX not in boxes


@pytest.mark.parametrize(("separator", "parse"), [("*", "parse-e1.mrg"), ("-", "parse-ice.mrg")])
@pytest.mark.shared
def test_the_list_is_what_is_counted(separator, parse):
    request = replace(request_of([SHARED / "faroese" / "gold.mrg", SHARED / "faroese" / parse]), separator=separator)
    document = loaded(request, [create("parseval")])
    counts = document.parses[0].scored["parseval"].counts["wrong"]
    assert counts[0] > 0
    for row in range(40):
        drawing = DrawingCache(typewriter).draw(document, row, 0, Look(), theme("light"))
        assert len(drawing.differences) == counts[row]
        marked = {
            shape.key
            for diagram in drawing.diagrams
            for shape in diagram.shapes
            if isinstance(shape, Box)
            and shape.role in (Role.LABEL_BOX, Role.FUNCTION)
            and shape.key is not None
            and shape.state not in (State.MATCHED, State.NOT_SCORED)
        }
        assert marked == {key for one in drawing.differences for key in one.keys}


def test_on_the_bottom_line_a_node_has_its_outline_and_its_whole_edge_its_line(tmp_path):
    look = Look().with_own("tree", TreeOptions(style=TreeStyle.BOTTOM))
    _, drawing = drawn(written(tmp_path, CROSSING, GOLD.split("\n")[0] + "\n"), look=look)
    for one in drawing.differences:
        for key in one.keys:
            diagram = drawing.diagrams[key.side == Side.PARSE]
            shapes = [*diagram.shapes_of(key)]
            assert [shape.state for shape in shapes if isinstance(shape, Box) and shape.role == Role.FUNCTION] == [
                one.state
            ]
            lines = [shape for shape in shapes if isinstance(shape, Path) and shape.role == Role.BRANCH]
            own = [line for line in lines if line.state == one.state]
            assert max(abs(line.segments[-1].end[1] - line.start[1]) for line in own) > 15


def test_a_crossing_bracket_names_what_it_crosses(tmp_path):
    differences = found(tmp_path, parse=CROSSING, gold=GOLD.split("\n")[0])
    crossing = next(one for one in differences if one.state == State.CROSSING)
    assert crossing.sentence == "X over ‘saw a’: the gold has none; it crosses NP over ‘a bird’ – crossing"
    assert crossing.gold == "none; it crosses NP · ‘a bird’"  # two lines, where there is no room for one


def test_words_of_one_side_only_have_a_row_with_what_the_other_has_there(tmp_path):
    """So many rows are scored as are counted; a word that is added has no tag that could be wrong."""
    gold = "(S (N a) (V mended) (N b) (X p) (X q) (N c) (D d) (N e))\n"
    parse = "(S (N a) (V men) (P ded) (N b) (X pq) (N c) (N e) (R f))\n"
    metric = create("parseval", variant="jp")
    document = loaded(request_of(written(tmp_path, gold, parse)), [metric])
    drawing = DrawingCache(typewriter).draw(document, 0, 0, Look(), theme("light"))
    rows = [(one.word, one.gold, one.parse, one.verdict, one.scored) for one in drawing.differences]
    assert rows == [
        ("‘mended’", "V", "men V · ded P", "word split in 2", True),
        ("‘p’", "X", "pq X", "word of the gold only", True),
        ("‘q’", "X", "pq X", "word of the gold only", True),
        ("‘d’", "D", "none", "word of the gold only", True),
        ("‘f’", "none", "R", "word of the parse only", False),
    ]
    assert document.parses[0].scored["parseval"].counts["wrong"].to_list() == [4]
    split = drawing.differences[0]
    assert [(key.side, drawing.word(int(key.name), key.side)) for key in split.keys] == [
        (key.side, key) for key in split.keys
    ]
    assert split.about(Key(Side.PARSE, "word", "4")) and split.word_states == {2: State.MISSING}


def test_long_constituents_are_shortened(tmp_path):
    gold = "(S (NP (A a) (B b) (C c) (D d) (E e) (F f) (G g)) (V v))\n"
    (only,) = found(tmp_path, gold=gold, parse="(S (A a) (B b) (C c) (D d) (E e) (F f) (G g) (V v))\n")
    assert only.word == "‘a b … f g’"


def test_nothing_differs(tmp_path):
    assert found(tmp_path, row=1) == ()


def test_steps_over_constituents_inside_each_other(tmp_path):
    differences = found(tmp_path, parse=CROSSING, gold=GOLD.split("\n")[0])
    seen, selected = [], None
    while (reached := step(differences, selected, None, 1)) is not None:
        seen.append(reached)
        selected = reached.keys[0]
    assert tuple(seen) == differences
    assert step(differences, selected, None, -1) is differences[-2]
