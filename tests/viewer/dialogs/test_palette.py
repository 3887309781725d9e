"""The palette finds all that has a name, does what is chosen, and says why something cannot be.

Also tests `actions`.
"""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from goldleaf.viewer.dialogs.actions import COMMON, ENTRY, NOTE, Palette, entries_of, matching
from goldleaf.viewer.session.request import request_of
from goldleaf.viewer.state.settings import PALETTE, THEME
from tests.viewer.window import brackets
from tests.viewer.window.windows import GOLD, PARSE, written

pytestmark = [pytest.mark.slow, pytest.mark.qt_log_ignore("This plugin does not support", extend=True)]
FURTHER = 12  # parses, of which nine have keys


@pytest.fixture
def typed(monkeypatch):
    """Opens a window's palette, types into it and, to choose, presses Return; gives the rows that were listed."""

    def type_(window, text, *, choose=True):
        seen = []

        def run(palette):
            palette.show()
            QTest.keyClicks(palette.line, text)
            seen.extend(_rows(palette))
            if choose:
                QTest.keyClick(palette.line, Qt.Key.Key_Return)
            return palette.chosen is not None

        monkeypatch.setattr(Palette, "exec", run)
        window.actions_["edit.palette"].trigger()
        return seen

    return type_


def _rows(palette):
    """Title, note and whether it can be chosen."""
    items = [palette.list.item(row) for row in range(palette.list.count())]
    return [(item.text(), item.data(NOTE), bool(item.flags() & Qt.ItemFlag.ItemIsEnabled)) for item in items]


def opened(window, qtbot, paths):
    with qtbot.waitSignal(window.opener.ended):
        window.opener.open(request_of([*paths]))


@pytest.fixture
def trees(empty_window, qtbot, tmp_path):
    opened(empty_window, qtbot, brackets.written(tmp_path))
    return empty_window


def test_it_does_what_is_chosen(window, typed):
    typed(window, "overl")
    assert window.actions_["view.overlay"].isChecked()


def test_it_does_not_offer_itself(window, typed):
    rows = typed(window, "command palette", choose=False)
    assert [title for title, _, _ in rows if "palette" in title] == ["Find “command palette” in the sentences"]


def test_a_button_of_the_list_is_found(window, typed):
    assert typed(window, "worst")[0] == ("Sentences › Worst first", "", True)
    assert window.sentences.worst.isChecked()


def test_what_all_entries_of_a_menu_lack_is_said_once(window, typed):
    rows = [row for row in typed(window, "enh", choose=False) if not row[2]]
    assert rows == [("Score › Enhanced graphs", "Add Enhanced graphs under Score › Metrics… first.", False)]
    assert typed(window, "find quoin", choose=False)[0][0] == "Find “quoin” in the sentences"


@pytest.mark.parametrize("text", ["panel errors", "Panel: Errors"])
def test_a_panel_is_shown_before_its_neighbours(window, qtbot, typed, text):
    window.docks["operations"].show()
    window.docks["operations"].raise_()
    assert typed(window, text)[0] == ("View › Panels › Errors", "", True)
    qtbot.waitUntil(lambda: not window.docks["errors"].visibleRegion().isEmpty())


def test_a_theme(window, typed):
    typed(window, "dark")
    assert window.settings.get(THEME) == "dark"


def test_a_recent_file_by_its_title(empty_window, qtbot, tmp_path, typed):
    folder = tmp_path / "R&D"
    folder.mkdir()
    opened(empty_window, qtbot, written(folder))
    empty_window.files.open_demo()
    qtbot.waitUntil(lambda: not empty_window.opener.loading)
    with qtbot.waitSignal(empty_window.opener.ended):
        assert typed(empty_window, "R&D")[0][0] == "File › Open recent › R&D/gold.conllu – parse"
    assert empty_window.windowTitle() == "R&D/gold.conllu – parse"


def test_parses_by_their_names_beyond_nine(empty_window, qtbot, tmp_path, typed):
    gold = tmp_path / "gold.conllu"
    gold.write_text(GOLD, encoding="utf-8")
    parses = [tmp_path / f"parser{number}.conllu" for number in range(1, FURTHER + 1)]
    for path in parses:
        path.write_text(PARSE, encoding="utf-8")
    opened(empty_window, qtbot, [gold, *parses])
    assert typed(empty_window, "parser11")[0] == ("Parse › Further parses › parser11", "", True)
    assert empty_window.inspector.parse == 10
    assert typed(empty_window, "parser3")[0] == ("Parse › parser3", "", True)
    assert empty_window.inspector.parse == 2


def test_parses_that_there_are_not_are_not_offered(window, typed):
    rows = typed(window, "", choose=False)
    titles = [title for title, _, _ in rows]
    assert "Parse › Gold only" in titles
    assert [title for title in titles if title.startswith("Parse › parse")] == ["Parse › parse"]


def test_a_column_of_the_sentences(window, typed):
    shown = [column.name for column in window.sentences.model.columns]
    assert "uas" not in shown
    assert typed(window, "column uas")[0] == ("Column: Attachment › UAS", "", True)
    assert {column.name for column in window.sentences.model.columns} == {*shown, "uas"}


def test_there_are_no_columns_without_a_file(empty_window, typed):
    assert not [title for title, _, _ in typed(empty_window, "", choose=False) if title.startswith("Column")]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("attachment", "Score › Differences of Attachment"),
        ("metric: attachment", "Score › Differences of Attachment"),
        ("las", "Score › Differences of Attachment"),
        ("exact match unlabeled", "Score › Differences of Attachment"),
        ("ud", "Score › Differences of CoNLL 2018"),
    ],
)
def test_a_metric_by_key_title_and_scores(window, typed, text, found):
    window.scoring.show_differences("tedeval")
    assert typed(window, text, choose=False)[0][0] == found


def test_choosing_a_metric_shows_its_differences(window, typed):
    window.scoring.show_differences("tedeval")
    assert typed(window, "las")[0][1] == "las"
    assert (window.inspector.metric.name, window.inspector.view.name) == ("attachment", "arcs")


def test_a_metric_that_did_not_score_does_from_then_on(trees, qtbot, typed):
    assert "leaf-ancestor" not in [metric.name for metric in trees.inspector.document.metrics]
    with qtbot.waitSignal(trees.opener.ended):
        assert typed(trees, "leafanc")[0] == ("Score › Differences of Leaf-ancestor", "leaf-ancestor", True)
    assert [metric.name for metric in trees.inspector.document.metrics] == ["parseval", "leaf-ancestor", "tedeval"]
    assert trees.inspector.metric.name == "leaf-ancestor"
    assert typed(trees, "f1")[0][0] == "Score › Differences of ParsEval"
    assert trees.inspector.metric.name == "parseval"


def test_what_cannot_be_chosen_says_why(window, typed):
    rows = {title: (note, enabled) for title, note, enabled in typed(window, "", choose=False)}
    assert rows["Score › Differences of ParsEval"] == ("Needs constituents on both sides.", False)
    assert rows["Score › ParsEval › Errors: drop"] == ("Needs constituents on both sides.", False)
    assert rows["View › Tree"] == ("The gold has no constituents.", False)
    assert rows["View › Functions › Ghosts"] == ("Show Functions first.", False)
    assert rows["File › Stop loading"] == ("Nothing is being loaded.", False)
    assert typed(window, "differences of parseval", choose=False)[1][0] == "Score › Differences of ParsEval"
    assert window.inspector.metric.name == "attachment"


def test_without_a_file_it_says_to_open_one(empty_window, typed):
    rows = typed(empty_window, "", choose=False)
    assert ("Go › Next sentence", "Open a file first.", False) in rows
    possible = [enabled for _, _, enabled in rows]
    assert possible == sorted(possible, reverse=True)


def test_with_the_gold_alone_it_says_to_choose_a_parse(window, typed):
    window.inspector.set_parse(-1)
    assert ("View › Show › Matched", "Choose or add a parse first.", False) in typed(window, "matched", choose=False)


def test_what_was_chosen_last_comes_first_then_what_one_comes_for(window, typed):
    typed(window, "overl")
    typed(window, "dark")
    first = [title for title, _, _ in typed(window, "", choose=False)]
    assert first[:3] == ["View › Theme › Dark", "View › Overlay", "Edit › Filter sentences"]
    assert {*COMMON} <= {*window.actions_.table}
    # Only where nothing tells more: a name that fits better comes before one that was chosen.
    assert typed(window, "overl", choose=False)[0][0] == "View › Overlay"
    assert typed(window, "open", choose=False)[0][0] == "File › Open"


def test_no_more_is_remembered_than_one_sees_at_once(window, typed):
    for text in ("arcs", "functions", "overlay", "stacked", "dark", "light", "legend", "upright"):
        typed(window, text)
    assert len(window.settings.get(PALETTE)) == 6 and window.settings.get(PALETTE)[0] == "view.upright"


def test_arrows_pass_over_what_cannot_be_chosen(window):
    entries = [item for item in _entries(window) if item.id in ("view.tree", "view.arcs", "view.function")]
    palette = Palette(window, entries)
    palette.show()
    palette.line.setText("view")
    assert palette.list.currentItem().data(ENTRY).id == "view.arcs"
    QTest.keyClick(palette.line, Qt.Key.Key_Down)
    assert palette.list.currentItem().data(ENTRY).id == "view.function"
    QTest.keyClick(palette.line, Qt.Key.Key_Down)
    assert palette.list.currentItem().data(ENTRY).id == "view.function"
    palette.deleteLater()


def test_a_click_chooses_and_what_is_grey_takes_none(window):
    entries = [item for item in _entries(window) if item.id in ("view.tree", "view.function")]
    palette = Palette(window, entries)
    palette.show()
    for row, chosen in ((1, None), (0, "view.function")):
        place = palette.list.visualItemRect(palette.list.item(row)).center()
        QTest.mouseClick(palette.list.viewport(), Qt.MouseButton.LeftButton, pos=place)
        assert (palette.chosen.id if palette.chosen else None) == chosen
    palette.deleteLater()


def test_it_has_no_frame_and_keys_stand_at_the_right(window):
    [entry] = [item for item in _entries(window) if item.id == "file.open"]
    assert entry.keys == "Ctrl+O"
    palette = Palette(window, [entry])
    assert palette.windowFlags() & Qt.WindowType.FramelessWindowHint
    palette.show()
    area = palette.list.visualItemRect(palette.list.item(0))
    picture = palette.list.viewport().grab(area).toImage()
    ground = picture.pixel(QPoint(picture.width() - 2, 2))
    inked = [x for x in range(picture.width()) for y in range(picture.height()) if picture.pixel(x, y) != ground]
    assert max(inked) > picture.width() - 20
    palette.deleteLater()


def _entries(window):
    return entries_of(window.menuBar(), window.actions_)


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("only diff", "view.only-differences"),
        ("exfig", "figure.export"),
        ("reload", "file.reload"),
        ("tikz", "figure.copy-tikz"),
    ],
)
def test_matching_finds_the_closest_first(empty_window, text, first):
    actions = [*empty_window.actions_.table.values()]
    place, title = matching(text, [(action.title,) for action in actions])[0]
    assert (actions[place].id, actions[place].title) == (first, title)


def test_matching_nothing_and_everything():
    titles = [("Alpha",), ("Beta",)]
    assert matching("xyz", titles) == []
    assert matching("", titles) == [(0, "Alpha"), (1, "Beta")]


def test_letters_stand_where_words_begin_or_begin_with_three_together():
    things = [("Empty nodes: shared dependents",), ("Overlay",)]
    assert [
        place for text in ("emno", "shdep", "overl", "verl", "nodesdep") for place, _ in matching(text, things)
    ] == [0, 0, 1, 1, 0]
    assert not [text for text in ("sharpened", "ve", "ovly", "emtno") if matching(text, things)]


def test_what_cannot_be_chosen_comes_last_and_what_nothing_is_called_is_looked_for(window, qtbot, typed):
    possible = [enabled for _, _, enabled in typed(window, "dif", choose=False)]
    assert possible == sorted(possible, reverse=True) and not all(possible)
    title = "Find “Spine” in the sentences"
    assert typed(window, " Spine ") == [(title, "", True)]
    qtbot.waitUntil(lambda: window.sentences.filter.line.text() == "Spine")
    assert typed(window, "parseval", choose=False)[0] == ("Find “parseval” in the sentences", "", True)


def test_a_thing_is_found_by_each_of_its_names():
    things = [("Last sentence",), ("Attachment", "UAS", "LAS")]
    assert matching("las", things) == [(1, "LAS"), (0, "Last sentence")]


def test_whole_words_come_first_then_beginnings_of_words():
    things = [("Show the measure",), ("Unthemed",), ("Themes",), ("View › Theme › Dark",)]
    assert [name for _, name in matching("theme", things)] == [
        "View › Theme › Dark", "Themes", "Show the measure", "Unthemed",
    ]  # fmt: skip
    assert matching("dark the", [("The dark thing",), ("Dark the",)])[0] == (1, "Dark the")


def test_what_stands_between_menus_need_not_be_typed_nor_left_out():
    things = [("View › Panels › Errors",)]
    assert matching("Panel: Errors", things) == matching("view panels errors", things) == [(0, things[0][0])]
