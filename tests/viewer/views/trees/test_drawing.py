from goldleaf.core.formats import read
from goldleaf.core.metrics import create
from goldleaf.core.steps import finished
from goldleaf.viewer.diagram.legend import legend
from goldleaf.viewer.diagram.options import Layout, Mode, Options
from goldleaf.viewer.diagram.shapes import Key, Role, Side, State, Text
from goldleaf.viewer.diagram.theme import load, typewriter
from goldleaf.viewer.diagram.walking import Way
from goldleaf.viewer.figures.figure import draw
from goldleaf.viewer.session.document import Document
from goldleaf.viewer.session.pair import Parse
from goldleaf.viewer.views import Look
from goldleaf.viewer.views.lattices.layout import lay_out
from goldleaf.viewer.views.trees.drawing import NARROW, NARROWEST, SHORTEST, WIDER, walk_tree
from goldleaf.viewer.views.trees.tree_picture import Folding, TreeOptions
from goldleaf.viewer.views.trees.view import TreesView
from goldleaf.viewer.views.view import Tools
from tests.core.metrics.phrases import phrases
from tests.viewer.window.brackets import written


def node(number):
    return Key(Side.GOLD, "node", f"{number}")


def word(number):
    return Key(Side.GOLD, "word", f"{number}")


def walker(folder, without=()):
    sentence = read(written(folder)[0]).sentence(0)
    everything = {node(one.number) for one in sentence.nodes} | {word(one.position) for one in sentence.words}
    shown = everything - set(without)

    def walk(selected, way, **more):
        return walk_tree(sentence, selected, way, Side.GOLD, shown, **more)

    return walk


def test_up_and_down(tmp_path):
    walk = walker(tmp_path)
    assert walk(word(4), Way.HEAD) == node(3)
    assert walk(node(3), Way.HEAD) == node(1)
    assert walk(node(1), Way.HEAD) is None
    assert walk(node(1), Way.DEPENDENT) == node(2)
    assert walk(node(3), Way.DEPENDENT) == word(4)
    assert walk(word(4), Way.DEPENDENT) is None


def test_siblings(tmp_path):
    walk = walker(tmp_path)
    assert walk(node(2), Way.RIGHT) == node(3)
    assert walk(node(3), Way.RIGHT) == word(9)
    assert walk(node(3), Way.LEFT) == node(2)
    assert walk(node(2), Way.LEFT) is None
    assert walk(node(2), Way.LEFT, right_to_left=True) == node(3)


def test_words_go_on_to_the_next_word(tmp_path):
    walk = walker(tmp_path)
    assert walk(word(3), Way.RIGHT) == word(4)
    assert walk(word(1), Way.LEFT) is None


def test_begins_with_the_first_word(tmp_path):
    assert walker(tmp_path)(None, Way.HEAD) == word(1)


def test_what_is_not_shown_is_passed_over(tmp_path):
    walk = walker(tmp_path, without=[node(3), node(4)])
    assert walk(node(5), Way.HEAD) == node(1)
    assert walk(node(1), Way.DEPENDENT) == node(2)


GOLD = "(S (NP (D the) (N cat)) (VP (V saw) (NP (NP (D a) (N dog)) (PP (P with) (NP (N Ann))))))"
OTHER = "(S (NP (D the) (N cat)) (VP (V saw) (NP (D a) (N dog)) (PP (P with) (NP (N Ann)))))"


def drawn(mode=Mode.STACKED, own=TreesView.usual, gold=GOLD, other=OTHER, **options):
    gold, other = phrases(gold), phrases(other)
    metrics = (create("parseval"),)
    parse = finished(Parse.of("other", gold, other, metrics))
    look = Look(view="tree", mode=mode, options=Options(**options), own=(("tree", own),))
    return draw(Document(gold, (parse,), metrics, True), 0, 0, look, Tools(load("light"), typewriter, lay_out))


def test_a_tree_that_does_not_fit_folded_is_an_outline_unless_one_chooses_otherwise():
    whole = drawn()
    width, height = max(one.width for one in whole.diagrams), sum(one.height for one in whole.diagrams)
    assert not drawn(layout=Layout.AUTO, room=width, headroom=height).upright
    narrower = drawn(layout=Layout.AUTO, room=0.8 * width)
    assert not narrower.upright and narrower.shortened == "folded"
    assert drawn(layout=Layout.AUTO, room=0.5 * width).options.folding is Folding.CHOSEN  # there is all the height
    for room, headroom in ((0.5 * width, 0.3 * height), (width, 0.5 * height)):  # too wide, too high
        outline = drawn(layout=Layout.AUTO, room=room, headroom=headroom)
        assert outline.upright and len(outline.diagrams) == 1 and outline.titles == ("gold left, other right",)
        assert outline.options.folding in (Folding.PLAIN, Folding.NEAR)  # what has no difference
        assert not drawn(layout=Layout.ACROSS, room=room, headroom=headroom).upright
    assert drawn(layout=Layout.OUTLINE).options.folding is Folding.CHOSEN
    assert drawn(layout=Layout.OUTLINE, mode=Mode.OVERLAY).titles == ("gold left, other right",)


def test_an_outline_has_one_column_of_words_that_are_the_same_though_they_are_not_scored():
    outline = drawn(layout=Layout.OUTLINE, other=OTHER.replace("(D a)", "(, a)"))
    [diagram] = outline.diagrams
    labels = [shape for shape in diagram.shapes_of(node(1)) if shape.role in (Role.NODE, Role.BRANCH)]
    assert {shape.state for shape in labels} == {State.MATCHED}, "nothing stands back where nothing is scored"
    assert "not scored" in diagram.elements[node(1)].description
    key = legend(diagram.shapes, 900, load("light"), typewriter, outline.wording)
    assert [shape.text for shape in key.shapes if isinstance(shape, Text)] == ["not compared"]
    over = drawn(layout=Layout.ACROSS, mode=Mode.OVERLAY, other=OTHER.replace("(D a)", "(, a)"))
    assert len(over.diagrams) == 1 and "below" in over.titles[0], "who is drawn is named"


def test_words_under_triangles_have_what_room_there_is():
    words = " ".join(f"(A {word})" for word in ("a", "rather", "long", "chain", "of", "small", "words"))
    far = f"(NP {words}) (NP {words})"
    texts = {"gold": f"(S {far} {GOLD})", "other": f"(S {far} {OTHER})"}
    rooms = [drawn(layout=Layout.ACROSS, room=room, **texts) for room in range(200, 900, 8)]
    folded = [one.options.fold_width for one in rooms if one.options.folding is Folding.NEAR]
    assert folded == sorted(folded) and {NARROWEST, NARROW} < {*folded} <= {NARROWEST, *WIDER, NARROW}
    low = drawn(layout=Layout.ACROSS, room=100, headroom=10.0, **texts)  # where one has to scroll down, too
    assert low.options.folding is Folding.SHORT and low.options.fold_width == SHORTEST < NARROWEST


def test_words_that_a_triangle_would_cut_are_whole_in_an_outline_if_that_is_all_seen():
    words = " ".join(f"(A {word})" for word in ("a", "rather", "long", "chain", "of", "small", "words"))
    texts = {"gold": f"(S (NP {words}) {GOLD})", "other": f"(S (NP {words}) {OTHER})"}
    across = next(one for room in range(900, 200, -8) if (one := drawn(room=room, layout=Layout.ACROSS, **texts)).folds)
    room, height = across.options.room, sum(one.height for one in across.diagrams)
    assert any("…" in shape.text for shape in across.diagrams[0].shapes if isinstance(shape, Text))
    outline = drawn(layout=Layout.AUTO, room=room, headroom=1e4, **texts)
    assert outline.upright and not outline.folds
    asked = drawn(mode=Mode.OVERLAY, layout=Layout.AUTO, room=room, headroom=1e4, **texts)
    assert not asked.upright and len(asked.diagrams) == 1  # an overlay was asked for
    none = drawn(mode=Mode.OVERLAY, layout=Layout.AUTO, room=20, headroom=1e4, **texts)
    assert none.upright and "no room for an overlay" in none.shortened
    for headroom in (height, None):  # an outline would cut them, too; on paper
        tree = drawn(layout=Layout.AUTO, room=room, headroom=headroom, **texts)
        assert not tree.upright and tree.keys == across.keys and tree.shortened == "folded"


def test_an_outline_that_is_too_high_is_folded_drawn_closer_then_folded_to_what_is_near_differences():
    texts = {"gold": f"(S (A now) (A then) (B here) {GOLD})", "other": f"(S (A now) (A then) (B here) {OTHER})"}
    whole, low = (drawn(layout=Layout.AUTO, room=150, headroom=room, **texts) for room in (1e4, 10.0))
    assert whole.options.folding is Folding.CHOSEN
    assert low.options.folding is Folding.NEAR  # one has to scroll all the same, and sees the differences first
    rooms = range(int(whole.diagrams[0].height), 0, -1)
    lower = (drawn(layout=Layout.AUTO, room=150, headroom=room, **texts) for room in rooms)
    height = next(one for one in lower if one.options.folding is Folding.PLAIN).diagrams[0].height
    high = drawn(layout=Layout.AUTO, room=150, headroom=height, **texts)
    assert not high.options.tight and high.options.folding is Folding.PLAIN
    assert high.diagrams[0].height == height < whole.diagrams[0].height
    close = drawn(layout=Layout.AUTO, room=150, headroom=height - 1, **texts)
    assert close.options.tight and close.keys == high.keys
    near = drawn(layout=Layout.AUTO, room=150, headroom=close.diagrams[0].height - 1, **texts)
    assert near.options.folding is Folding.NEAR and near.diagrams[0].height < close.diagrams[0].height


def test_an_outline_is_not_folded_to_be_enlarged_where_all_of_it_is_seen():
    far = " ".join(f"(NP {' '.join(f'(A {word})' for word in ('some', 'more', 'words'))})" for _ in range(3))
    texts = {"gold": f"(S {GOLD} {far})", "other": f"(S {OTHER} {far})"}
    height = drawn(layout=Layout.AUTO, room=200, headroom=1e4, **texts).diagrams[0].height
    whole, folded = (drawn(layout=Layout.AUTO, room=200, headroom=height - one, **texts) for one in (0, 1))
    assert whole.upright and not whole.shortened
    assert folded.shortened == "folded" and folded.diagrams[0].height < 0.8 * height


def test_pictures_below_each_other_need_the_height_between_them_too():
    height = sum(one.height for one in drawn().diagrams)
    assert not drawn(layout=Layout.AUTO, room=1e4, headroom=height).upright
    assert drawn(layout=Layout.AUTO, room=1e4, headroom=height, between=0.6 * height).upright
    assert drawn(mode=Mode.BESIDE, layout=Layout.AUTO, room=1e4, headroom=height, between=0.6 * height).beside


def test_without_differences_nothing_is_folded_nor_said_to_be():
    for layout, upright in ((Layout.AUTO, True), (Layout.ACROSS, False)):
        same = drawn(other=GOLD, layout=layout, room=50)
        assert same.upright is upright and not same.folds and not same.shortened


def test_in_an_outline_arrows_lead_from_line_to_line_and_in_and_out():
    outline = drawn(layout=Layout.OUTLINE)
    assert outline.walk(node(1), Way.DEPENDENT, Side.GOLD) == node(2)
    the = outline.walk(node(2), Way.DEPENDENT, Side.GOLD)
    assert the == Key(Side.BOTH, "word", "1")
    assert outline.walk(the, Way.HEAD, Side.GOLD) == node(2)
    assert outline.walk(the, Way.LEFT, Side.GOLD) == node(2)  # out, to what it is in
    assert outline.walk(node(2), Way.RIGHT, Side.GOLD) == the
    assert outline.walk(node(1), Way.HEAD, Side.GOLD) is None


def test_an_outline_has_no_source_but_lines():
    assert drawn(layout=Layout.OUTLINE).tikz(load("light"), 1.0, None, standalone=False) is None
    assert drawn().tikz(load("light"), 1.0, None, standalone=False) is not None


def test_a_word_that_is_folded_is_shown_by_what_it_is_folded_into():
    folded = drawn(own=TreeOptions(folded=frozenset({node(2)})))
    assert folded.shown(word(1)) == node(2)
    assert folded.shown(Key(Side.PARSE, "word", "2")) == Key(Side.PARSE, "node", "2")
    assert folded.shown(word(3)) == word(3)
    assert folded.folds == {node(2), Key(Side.PARSE, "node", "2")}


def test_words_that_have_no_constituent_of_their_own_are_opened_again():
    """Of the object that the parse has not; the parse shows its words as one triangle."""
    folded = TreeOptions(folded=frozenset({node(4)}))
    parse = Key(Side.PARSE, "fold", "3-6")
    before = drawn(own=folded)
    assert before.folds == {node(4), parse} and before.shown(Key(Side.PARSE, "word", "5")) == parse
    assert before.elements[1][parse].description == "folded: ‘a dog with Ann’"
    opened = TreesView().activated(folded, before, parse)
    assert opened == TreeOptions(opened=frozenset({parse}))
    again = TreesView().activated(opened, drawn(own=opened), node(4))
    assert again == folded


def test_on_the_screen_a_tree_is_set_closer_before_it_is_made_small():
    whole, close = drawn(), drawn(tight=True)
    width, height = max(one.width for one in whole.diagrams), sum(one.height for one in whole.diagrams)
    assert sum(one.height for one in close.diagrams) < height
    for way in ({"room": 1e4, "headroom": height}, {"room": width, "headroom": 1e4}):
        assert drawn(layout=Layout.AUTO, **way).options.tight
        assert not drawn(layout=Layout.AUTO, **{name: 1.3 * size for name, size in way.items()}).options.tight
    assert not drawn(layout=Layout.AUTO, room=width).options.tight  # paper has its sizes
