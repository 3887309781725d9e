from pathlib import Path

from PySide6.QtWidgets import QDialogButtonBox

from goldleaf.viewer.dialogs.treebanks import AdjudicateDialog, OpenDialog
from goldleaf.viewer.session.request import Request


def dialog(qtbot, current=None):
    made = OpenDialog(None, "/data", current)
    qtbot.addWidget(made)
    return made


def test_nothing_is_chosen_yet(qtbot):
    made = dialog(qtbot)
    assert made.request() is None
    assert not made._buttons.button(QDialogButtonBox.StandardButton.Open).isEnabled()


def test_what_is_chosen(qtbot):
    made = dialog(qtbot)
    made.gold.setText("/data/gold.conllu")
    made.add_parses([Path("/data/a.conllu"), Path("/data/b.conllu")])
    made.parses.item(1, 0).setText("second")
    made.format.setCurrentIndex(made.format.findData("conllu"))
    made.encoding.setCurrentText("iso-8859-1")
    paths = (Path("/data/a.conllu"), Path("/data/b.conllu"))
    assert made.request() == Request(Path("/data/gold.conllu"), paths, ("a", "second"), "conllu", "iso-8859-1")


def test_parses_are_moved_and_removed(qtbot):
    made = dialog(qtbot)
    made.add_parses([Path("a"), Path("b"), Path("c")])
    made.parses.selectRow(2)
    made.parses.move_row(-1)
    assert [name for name, _ in made.parses.entries()] == ["a", "c", "b"]
    made.parses.remove()
    made.parses.move_row(5)
    assert [name for name, _ in made.parses.entries()] == ["a", "b"]


def test_names_are_made_different(qtbot):
    made = dialog(qtbot)
    made.gold.setText("g")
    made.add_parses([Path("a"), Path("b"), Path("c")])
    for row, name in enumerate(("x", "x", "")):
        made.parses.item(row, 0).setText(name)
    assert made.request().names == ("x", "x (2)", "parse 3")


def test_begins_with_what_is_open(qtbot):
    current = Request(Path("g"), (Path("a"),), ("mine",), "conllx", "latin-1")
    assert dialog(qtbot, current).request() == current


def test_a_lattice(qtbot):
    current = Request(Path("g"), (), (), lattice=Path("/data/all.lattice"))
    made = dialog(qtbot, current)
    assert made.lattice.text() == "/data/all.lattice" and made.request() == current
    made.lattice.clear()
    assert made.request().lattice is None


def annotators(qtbot, current=None):
    made = AdjudicateDialog(None, "/data", current)
    qtbot.addWidget(made)
    return made


def test_annotators_are_listed_alike(qtbot):
    made = annotators(qtbot)
    opens = made._buttons.button(QDialogButtonBox.StandardButton.Open)
    made.add_parses([Path("/data/text-lotte.conll")])
    assert made.request() is None and not opens.isEnabled()
    made.add_parses([Path("/data/text-morten.conll")])
    assert opens.isEnabled()
    assert made.request() == Request.of_annotators([Path("/data/text-lotte.conll"), Path("/data/text-morten.conll")])
    assert made.request().annotators == ("lotte", "morten")
    made.parses.item(0, 0).setText("Lotte K.")
    made.add_parses([Path("/data/text-nina.conll")])
    assert made.request().annotators == ("Lotte K.", "morten", "nina")
    made.parses.selectRow(2)
    made.parses.move_row(-1)
    assert made.request().annotators == ("Lotte K.", "nina", "morten")


def test_annotators_that_are_open_are_listed_a_gold_is_not(qtbot):
    current = Request.of_annotators([Path("/a-x.conll"), Path("/a-y.conll")], ("X", "Y"))
    assert annotators(qtbot, current).request() == current
    assert annotators(qtbot, Request(Path("g"), (Path("p"),), ("p",))).parses.entries() == []
