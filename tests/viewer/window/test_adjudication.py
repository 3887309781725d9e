"""Two or more annotators in the window: their names everywhere, and nobody is the gold, missing something or wrong."""

import re
from dataclasses import replace
from importlib import resources

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QLabel, QTableView

from goldleaf.viewer.diagram.options import Mode
from goldleaf.viewer.diagram.shapes import Key, Side, State
from goldleaf.viewer.dialogs.actions import entries_of
from goldleaf.viewer.session.request import Request, request_of, requests, title_of
from tests.viewer.window.windows import GOLD, PARSE, names, press

pytestmark = pytest.mark.slow

JUDGING = re.compile(r"\b(golds?|parses?|wrong|missing|extra|errors?|correct)\b", re.IGNORECASE)
OTHER = GOLD.replace("1\tThe\tthe\tDET\tDT\t_\t2\tdet", "1\tThe\tthe\tDET\tDT\t_\t2\tdiscourse")


def brackets(label):
    return (
        f"( (S (NP (DT the) (NN cat)) ({label} (VBD sat) (ADVP (RB down)))))\n( (S (NP (NNS dogs)) (VP (VBP bark))))\n"
    )


def opened(window, qtbot, request):
    window.opener.open(request)
    qtbot.waitUntil(lambda: window.inspector.document is not None and not window.opener.loading)
    window.pictures.set_legend(True)
    window.scores.show_now()
    return window


@pytest.fixture
def files(tmp_path):
    paths = [tmp_path / f"text-{name}.conllu" for name in ("lotte", "morten", "nina")]
    for path, text in zip(paths, (GOLD, PARSE, OTHER), strict=True):
        path.write_text(text, encoding="utf-8")
    return paths


@pytest.fixture
def adjudicating(empty_window, qtbot, files):
    """Two of three, as the metric counts."""
    window = opened(empty_window, qtbot, Request.of_annotators(files))
    window.actions_.run("layers.metric")
    return window


@pytest.fixture
def of_trees(empty_window, qtbot, tmp_path):
    paths = [tmp_path / f"text-{name}.mrg" for name in ("lotte", "morten")]
    paths[0].write_text(brackets("VP"), encoding="utf-8")
    paths[1].write_text(brackets("XP").replace("(ADVP (RB down))", "(RB down)"), encoding="utf-8")
    return opened(empty_window, qtbot, Request.of_annotators(paths))


def told(qtbot, window):
    """The list of differences is told a moment after the picture."""
    qtbot.waitUntil(
        lambda: window.differences.model.rows == list(window.inspector.differences) and all_is_drawn(window)
    )
    model = window.differences.model
    return [str(model.data(model.index(row))) for row in range(model.rowCount())]


def all_is_drawn(window):
    return bool(window.pictures.drawing.diagrams)


def table(view):
    model = view.model()
    heads = [model.headerData(column, Qt.Orientation.Horizontal) for column in range(model.columnCount())]
    cells = [model.data(model.index(row, column)) for row in range(model.rowCount()) for column in range(len(heads))]
    return [text for text in (*heads, *cells) if isinstance(text, str)]


def picture_texts(window):
    """All that is said of what is drawn: titles, alt texts, elements, cards, the legend, the list."""
    drawing = window.pictures.drawing
    yield from map(str, window.pictures.titles)
    yield from (diagram.title + diagram.description for diagram in drawing.diagrams)
    yield window.pictures.legend.accessibleDescription()
    for known in drawing.elements:
        for key, element in known.items():
            yield element.description
            yield from (text for row in drawing.card(key, element.description) for text in row)
    yield from (one.sentence for one in window.inspector.differences)
    yield from (one.verdict for one in window.inspector.differences)


@pytest.mark.parametrize("mode", list(Mode))
@pytest.mark.parametrize("view", ["arcs", "function"])
def test_what_is_said_of_arcs_and_functions_names_the_annotators(adjudicating, qtbot, view, mode):
    window = adjudicating
    window.desk.show_view(view)
    window.inspector.set_look(replace(window.inspector.look, mode=mode))
    texts = [*picture_texts(window), *told(qtbot, window)]
    assert not [text for text in texts if JUDGING.search(text)]
    assert any("lotte" in text and "morten" in text for text in texts)
    legend = window.pictures.legend.accessibleDescription()
    assert ("heads differ: lotte" if view == "arcs" else "only lotte") in legend


def test_a_list_of_what_each_annotator_has(adjudicating, qtbot):
    assert told(qtbot, adjudicating)[0] == (
        "book: lotte has obj of read, morten has nmod of cat – heads and labels differ"
    )
    adjudicating.inspector.go(2)
    assert told(qtbot, adjudicating) == [
        "loudly: lotte has advmod of bark, morten has obl of bark – labels differ",
    ]


def test_trees(of_trees, qtbot):
    texts = [*picture_texts(of_trees), *told(qtbot, of_trees)]
    assert not [text for text in texts if JUDGING.search(text)]
    assert "‘down’: lotte has ADVP, morten has none – only lotte" in texts
    assert "‘sat down’: lotte has VP, morten has XP – labels differ" in texts
    assert {"labels differ", "only lotte"} <= set(of_trees.pictures.legend.accessibleDescription().split(", "))


def test_the_sides_have_colours_of_their_own(adjudicating):
    states = {shape.state for diagram in adjudicating.pictures.drawing.diagrams for shape in diagram.shapes}
    assert {State.ONE_HEAD, State.OTHER_HEAD} <= states
    assert not {State.WRONG_HEAD, State.WRONG_LABEL, State.MISSING, State.EXTRA} & states


def test_docks_scores_and_menus(adjudicating):
    window = adjudicating
    assert [window.docks[name].windowTitle() for name in ("scores", "errors")] == ["Agreement scores", "Disagreements"]
    assert window.scores.model.lines[0].title == "lotte – morten"  # as it is copied; the toolbar says so, too
    assert "Annotators" in window.menus["Parse"].title()
    assert [window.actions_[f"parse.{number}"].text() for number in (0, 1, 2)] == ["Only lotte", "morten", "nina"]
    assert [window.actions_[f"view.{side}-only"].text() for side in ("gold", "parse")] == ["Only lotte", "Only morten"]
    said = [
        text
        for name, action in window.actions_.all.items()
        if action.isEnabled() and not name.startswith(("file.", "help.", "score."))  # options keep their names
        for text in (action.text(), action.toolTip(), action.statusTip())
    ]
    assert not [text for text in said if JUDGING.search(text)]
    shown = [label.text() for label in window.toolbar.findChildren(QLabel)]
    shown += [box.itemText(place) for box in window.toolbar.findChildren(QComboBox) for place in range(box.count())]
    assert "lotte and " in shown and "lotte only" in shown and not any(map(JUDGING.search, shown))
    assert not [text for text in table(window.scores.view) + table(window.sentences.view) if JUDGING.search(text)]


def test_what_can_be_done_needs_no_words(adjudicating, monkeypatch):
    """There are hundreds of actions, which are looked at with each key."""
    told = []
    monkeypatch.setattr(adjudicating.actions_, "_told", lambda text: told.append(text) or text)
    adjudicating.actions_.refresh()
    assert "" not in told and "Begin or open a review first." in told


def test_agreement_is_of_the_annotators_by_their_names(adjudicating, qtbot):
    adjudicating.actions_["score.agreement"].trigger()
    dialog = adjudicating.agreement.dialog
    qtbot.waitUntil(lambda: dialog.files.pairs.frame.height == 3)
    pairs = dialog.files.pairs.frame["annotators"].to_list()
    assert pairs == ["lotte – morten", "lotte – nina", "morten – nina"]
    assert dialog.pages.tabText(0) == "Annotators"


@pytest.mark.parametrize("kind", ["adjudicating", "of_trees"])
def test_the_tables_of_disagreements(request, qtbot, kind):
    window = request.getfixturevalue(kind)
    errors = window.errors
    window.docks["errors"].show()
    qtbot.waitUntil(lambda: errors.chooser.count() > 1)
    tables = [place for place in range(errors.chooser.count()) if errors.chooser.itemData(place)]  # others are lines
    for place in tables:
        errors.chooser.setCurrentIndex(place)
        with qtbot.waitSignal(errors.model.modelReset):
            errors.chooser.activated.emit(place)
        qtbot.waitUntil(lambda: bool(errors.view.note.text()) and errors.model.columnCount() > 0)
        texts = [errors.chooser.currentText(), errors.view.note.text(), *table(errors.findChild(QTableView))]
        assert not [text for text in texts if JUDGING.search(text)], errors.chooser.currentText()


def test_the_palette_says_what_the_menus_say(adjudicating):
    offered = {entry.id: entry.title for entry in entries_of(adjudicating.menuBar(), adjudicating.actions_)}
    titles = [offered[name] for name in ("parse.1", "view.parse-only", "tree.bars")]
    assert titles == ["Annotators › morten", "View › Show › Only morten", "View › Tree › What morten lacks as bars"]


def test_a_filter_and_what_is_hidden(adjudicating):
    press(adjudicating, Qt.Key.Key_G)
    assert [str(title) for title in adjudicating.pictures.titles[:1]] == ["lotte  ·  only lotte hidden"]


def test_the_first_annotator_alone(adjudicating, qtbot):
    press(adjudicating, Qt.Key.Key_0)
    assert names(adjudicating) == ("lotte",) and told(qtbot, adjudicating) == []
    assert adjudicating.differences._hint.text() == "Only lotte is shown.\nPress 1 to compare with another annotator."


def test_another_pair(adjudicating, qtbot, files):
    window = adjudicating
    press(window, Qt.Key.Key_2)
    assert names(window) == ("lotte", "nina")
    window.actions_.run("parse.swap")
    qtbot.waitUntil(lambda: not window.opener.loading)
    assert names(window) == ("nina", "lotte")
    assert [one.name for one in window.inspector.document.parses] == ["morten", "lotte"]
    assert window.opener.request.paths == (files[2], files[1], files[0])
    press(window, Qt.Key.Key_1)
    assert names(window) == ("nina", "morten")
    with qtbot.waitSignal(window.opener.ended):
        window.opener.reload()
    assert names(window) == ("nina", "morten") and window.inspector.document.adjudicated


def test_scores_follow_the_swap(adjudicating, qtbot):
    window = adjudicating
    before = window.inspector.document.parses[0].scored["attachment"].counts
    window.actions_.run("parse.swap")
    qtbot.waitUntil(lambda: not window.opener.loading)
    document = window.inspector.document
    assert document.gold_names == ("morten",) and document.parses[0].name == "lotte"
    assert document.parses[0].scored["attachment"].counts["right_both"].equals(before["right_both"])


def test_an_adjudication_comes_back_from_the_recent_files(adjudicating, files):
    [request, *_] = requests(adjudicating.settings.get(adjudicating_recent()))
    assert request == Request.of_annotators(files) and request.annotators == ("lotte", "morten", "nina")
    assert title_of(request) == f"{files[0].parent.name}: lotte, morten, nina"


def adjudicating_recent():
    from goldleaf.viewer.state.settings import RECENT

    return RECENT


def test_three_annotators_are_all_seen_at_once_from_the_beginning(empty_window, qtbot, files):
    window = opened(empty_window, qtbot, Request.of_annotators(files))
    qtbot.waitUntil(lambda: window.inspector.everyone)
    assert [title.score for title in window.pictures.titles] == ["", "LAS l–m 80.00", "LAS l–n 80.00"]
    window.actions_.run("layers.metric")
    opened(window, qtbot, Request.of_annotators(files))
    assert window.pictures.titles[1].note.endswith("  ·  nina not shown")
    assert not window.inspector.everyone, "who has chosen two is shown two"
    opened(window, qtbot, Request.of_annotators(files[:2]))
    assert window.inspector.look.layers == ()


def test_a_gold_and_a_parse_are_called_so_again(adjudicating, qtbot, files):
    window = opened(adjudicating, qtbot, request_of(files[:2]))
    assert names(window) == ("gold", "text-morten")
    assert window.docks["scores"].windowTitle() == "Scores" and "Parse" in window.menus["Parse"].title()
    assert window.actions_["view.gold-only"].text() == "Gold only"
    assert window.pictures.drawing.wording.judges
    assert not window.actions_["parse.swap"].isEnabled()


def test_a_further_annotator(empty_window, qtbot, files):
    window = opened(empty_window, qtbot, Request.of_annotators(files[:2]))
    with qtbot.waitSignal(window.opener.ended):
        window.files.add_parses([files[2]])
    assert window.inspector.document.adjudicated
    assert window.opener.request.annotators == ("lotte", "morten", "nina")


def test_a_word_of_one_annotator(empty_window, qtbot, tmp_path):
    paths = [tmp_path / "text-a.conllu", tmp_path / "text-b.conllu"]
    row = "{}\t{}\t_\tX\t_\t_\t{}\t{}\t_\t_\n".format
    paths[0].write_text(row(1, "can", 3, "aux") + row(2, "not", 3, "neg") + row(3, "go", 0, "root") + "\n")
    paths[1].write_text(row(1, "cannot", 2, "aux") + row(2, "go", 0, "root") + "\n")
    window = opened(empty_window, qtbot, Request.of_annotators(paths))
    texts = list(picture_texts(window))
    assert "‘can not’ in a is ‘cannot’ in b" in texts and "word of a only" in texts
    assert not [text for text in texts if JUDGING.search(text)]
    assert window.pictures.drawing.word(1, Side.GOLD) == Key(Side.GOLD, "word", "1")


def test_a_lattice(empty_window, qtbot, tmp_path):
    demo = resources.files("goldleaf.assets") / "demo"
    paths = [tmp_path / "text-anna.conllu", tmp_path / "text-ben.conllu"]
    for path, name in zip(paths, ("gold", "parse"), strict=True):
        path.write_text((demo / f"ambiguous-{name}.conllu").read_text(encoding="utf-8"), encoding="utf-8")
    with resources.as_file(demo / "ambiguous.lattice") as lattice:
        window = opened(empty_window, qtbot, replace(Request.of_annotators(paths), lattice=lattice))
    window.desk.show_view("lattice")
    texts = [*picture_texts(window), window.pictures.drawing.summary]
    assert not [text for text in texts if JUDGING.search(text)]
    assert "anna's path only" in window.pictures.legend.accessibleDescription()
