from goldleaf.core.metrics import create
from goldleaf.viewer.diagram.differences import step
from goldleaf.viewer.diagram.shapes import Key, Side, State
from goldleaf.viewer.diagram.text import typewriter
from goldleaf.viewer.diagram.theme import load as theme
from goldleaf.viewer.figures.cache import DrawingCache
from goldleaf.viewer.session.loading import loaded
from goldleaf.viewer.session.recent import request_of
from goldleaf.viewer.views import Look
from tests.viewer.window.brackets import CROSSING, GOLD, PARSE, written


def found(folder, row=0, parse=PARSE, gold=GOLD):
    document = loaded(request_of(written(folder, gold, parse)), [create("parseval")])
    return DrawingCache(typewriter).draw(document, row, 0, Look(), theme("light")).differences


def test_a_missing_constituent(tmp_path):
    (only,) = found(tmp_path)
    assert only.sentence == "NP over ‘a bird with wings’: the parse has none"
    assert (only.state, only.gold_state, only.parse_state) == (State.MISSING, State.MISSING, None)
    assert only.keys == (Key(Side.GOLD, "node", "4"),)
    assert only.about(Key(Side.GOLD, "bar", "4")) and not only.about(Key(Side.PARSE, "node", "4"))
    assert set(only.word_states) == {5, 6, 7, 8}


def test_an_extra_constituent(tmp_path):
    (only,) = found(tmp_path, gold=PARSE, parse=GOLD)
    assert only.sentence == "NP over ‘a bird with wings’: the gold has none"
    assert (only.gold_state, only.parse_state) == (None, State.EXTRA)


def test_a_wrong_label(tmp_path):
    (only,) = found(tmp_path, row=2)
    assert only.sentence == "PP where the gold has ADVP over ‘loudly’ – wrong label"
    assert [key.side for key in only.keys] == [Side.GOLD, Side.PARSE]


def test_a_crossing_bracket_names_what_it_crosses(tmp_path):
    differences = found(tmp_path, parse=CROSSING, gold=GOLD.split("\n")[0])
    crossing = next(one for one in differences if one.state == State.CROSSING)
    assert crossing.sentence == "X over ‘saw a’: the gold has none, and crosses NP"
    assert crossing.gold == "none; NP over ‘a bird’"


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
