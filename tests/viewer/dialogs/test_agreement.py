"""Agreement between the open files: worked out beside the window; its rows open what they are about."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from goldleaf.viewer.dialogs import agreement
from goldleaf.viewer.session.request import Request

pytestmark = pytest.mark.slow

DEMO = Path(str(files("goldleaf.assets"))) / "demo"


@pytest.fixture
def dialog(window, qtbot):
    """The dialog on the demo, all worked out."""
    return shown(window, qtbot)


def shown(window, qtbot):
    window.actions_["score.agreement"].trigger()
    found = window.agreement.dialog.files
    qtbot.waitUntil(lambda: found.pairs.frame.height > 0)
    return found


def opened(window, qtbot, request):
    window.opener.open(request)
    qtbot.waitUntil(lambda: not window.opener.loading and window.inspector.document.gold.path == str(request.gold))


def activate(table, row):
    """A double click on a row."""
    table.selectRow(row)
    QTest.keyClick(table, Qt.Key.Key_Return)


def texts(table, row):
    model = table.model()
    return [model.index(row, column).data() for column in range(model.columnCount())]


def test_shows_the_pair_the_alphas_and_where_the_two_disagree(dialog):
    assert texts(dialog.pairs, 0)[:4] == ["gold – parse", "238", "89.08", "85.29"]
    assert dialog.summary.text().startswith("Krippendorff's alpha, 2 annotators: heads 0.8")
    assert dialog.signature.text().startswith("attachment|punctuation:exclude|")
    assert texts(dialog.tables["sentences"], 0)[:2] == ["2", "demo-en-2"]
    assert texts(dialog.tables["labels"], 0)[0] == "nmod"
    assert texts(dialog.tables["layers"], 0)[0] == "heads"


def test_a_sentence_is_gone_to(dialog, window):
    window.inspector.set_parse(-1)
    activate(dialog.tables["sentences"], 2)
    assert (window.inspector.row, window.inspector.parse) == (9, 0)
    assert window.agreement.dialog.isVisible()


@pytest.mark.parametrize(
    ("table", "row", "condition"),
    [
        ("labels", 0, "has(scoring and (gold_deprel = 'nmod') <> (parse_deprel = 'nmod'))"),
        ("layers", 0, "has(scoring and not right_head)"),
        ("layers", 4, "has(gold_lemma <> parse_lemma)"),
    ],
)
def test_a_label_or_layer_filters_its_sentences(dialog, window, qtbot, table, row, condition):
    dialog.tabs.setCurrentWidget(dialog.tables[table])
    activate(dialog.tables[table], row)
    assert window.sentences.filter.line.text() == condition
    qtbot.waitUntil(lambda: 0 < len(window.inspector.rows) < 17)


def test_brackets_have_sentences_to_go_to_and_no_filter(empty_window, qtbot):
    opened(empty_window, qtbot, Request(DEMO / "trees-gold.mrg", (DEMO / "trees-parse.mrg",), ("trees-parse",)))
    dialog = shown(empty_window, qtbot)
    assert texts(dialog.pairs, 0)[:3] == ["trees-gold – trees-parse", "117", "82.84"]
    dialog.tabs.setCurrentWidget(dialog.tables["labels"])
    activate(dialog.tables["labels"], 0)
    assert empty_window.sentences.filter.line.text() == ""
    activate(dialog.tables["sentences"], 0)
    assert empty_window.inspector.row == 3


def test_sentences_of_two_parses_are_found_in_the_gold(empty_window, qtbot, tmp_path):
    """The second annotator has one sentence more before the one that the third sees differently."""

    def words(label):
        return "1\tb\t_\tX\t_\t_\t0\troot\t_\t_\n2\tc\t_\tX\t_\t_\t1\t{label}\t_\t_\n\n".replace("{label}", label)

    first, more = words("x").replace("b", "a").replace("c", "d"), words("x").replace("b", "e").replace("c", "f")
    texts_of = {"one": first + words("x"), "two": first + more + words("x"), "three": first + more + words("y")}
    paths = [tmp_path / f"{name}.conllu" for name in texts_of]
    for path, text in zip(paths, texts_of.values(), strict=True):
        path.write_text(text, encoding="utf-8")
    opened(empty_window, qtbot, Request(paths[0], (paths[1], paths[2]), ("two", "three")))
    dialog = shown(empty_window, qtbot)
    dialog.pairs.selectRow(2)
    assert texts(dialog.pairs, 2)[0] == "two – three"
    assert texts(dialog.tables["sentences"], 0)[0] == "3"
    activate(dialog.tables["sentences"], 0)
    assert (empty_window.inspector.row, empty_window.inspector.parse) == (1, 1)


def test_files_that_are_opened_meanwhile_are_compared_instead(dialog, window, qtbot):
    opened(window, qtbot, Request(DEMO / "trees-gold.mrg", (DEMO / "trees-parse.mrg",), ("trees-parse",)))
    qtbot.waitUntil(lambda: dialog.pairs.frame.height == 1 and texts(dialog.pairs, 0)[0] == "trees-gold – trees-parse")
    opened(window, qtbot, Request(DEMO / "gold.conllu"))
    assert dialog.pairs.frame.height == 0
    assert dialog.summary.text() == "Open the files of two annotators or more."


def test_closing_ends_the_work(window, qtbot, monkeypatch):
    ended = []

    def endless(*_):
        try:
            while True:
                yield 0.5
        finally:
            ended.append(True)

    monkeypatch.setattr(agreement, "agreement_steps", endless)
    window.actions_["score.agreement"].trigger()
    qtbot.waitUntil(lambda: window.agreement.dialog.files.summary.text() == "Comparing the annotators … 50%")
    window.agreement.dialog.close()
    assert window.agreement.dialog is None
    qtbot.waitUntil(lambda: bool(ended))


def test_what_cannot_be_compared_is_said(window, qtbot, monkeypatch):
    def broken(*_):
        yield 0.0
        raise ZeroDivisionError

    monkeypatch.setattr(agreement, "agreement_steps", broken)
    window.actions_["score.agreement"].trigger()
    qtbot.waitUntil(lambda: "could not be worked out" in window.agreement.dialog.files.summary.text())


def test_there_is_nothing_to_compare_without_a_parse(empty_window, qtbot):
    opened(empty_window, qtbot, Request(DEMO / "gold.conllu"))
    assert not empty_window.actions_["score.agreement"].isEnabled()
