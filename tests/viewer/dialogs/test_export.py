"""Also tests `figures.command_line`, `dialogs.parts`."""

import re
from base64 import b64decode
from dataclasses import replace
from importlib.resources import files as resources
from pathlib import Path

import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QPushButton

from goldleaf.viewer.cli import main
from goldleaf.viewer.diagram.shapes import Role, State
from goldleaf.viewer.dialogs.export import AS_IT_FITS, ExportDialog
from goldleaf.viewer.export import FORMATS, painted
from goldleaf.viewer.figures import render
from goldleaf.viewer.figures.wanted import CHOICES, Wanted, offered
from goldleaf.viewer.state.settings import EXPORT, EXPORT_FOLDER

DEMO = Path(str(resources("goldleaf.assets"))) / "demo"


@pytest.fixture
def dialog(window, tmp_path):
    window.settings.set(EXPORT_FOLDER, str(tmp_path))
    made = ExportDialog(window, window.figures.source(), window.settings, "en-1")
    yield made
    made.deleteLater()


def choose(box, value):
    box.setCurrentIndex(box.findData(value))


@pytest.mark.parametrize(
    ("suffix", "begins"), [("svg", b"<?xml"), ("pdf", b"%PDF"), ("png", b"\x89PNG"), ("tex", b"%")]
)
def test_writes_a_figure(dialog, tmp_path, suffix, begins):
    choose(dialog.format, suffix)
    dialog.accept()
    assert dialog.path == tmp_path / f"en-1.{suffix}"
    assert dialog.path.read_bytes().startswith(begins)


def test_it_opens_with_a_column_and_the_first_way_of_four_that_can_be_read(dialog):
    assert dialog.wanted == Wanted(width="column")
    assert [*dialog.cards] == [AS_IT_FITS, "As in the window", "Overlay", "Only differences", "Upright"]
    assert dialog.chosen == AS_IT_FITS
    assert dialog.cards[AS_IT_FITS].text().startswith("As it fits: overlay\n7.7 × ")
    assert dialog.note.text().startswith("7.7 × ") and ": closely spaced; gold and parse" in dialog.note.text()
    assert dialog._hint.text().startswith("The first that fits is chosen. ")
    dialog.cards["Only differences"].click()
    dialog.preview()
    assert dialog._hint.text().startswith("Point at"), "it has been chosen by somebody"


def test_a_figure_is_laid_out_for_its_width_whatever_room_the_window_has(window):
    before = window.figures.source().look
    window.pictures._arrangement = window.pictures._arrangement._replace(close=True, share=0.5)
    assert window.pictures.look.options.tight
    assert window.figures.source().look == before


def test_a_way_that_is_the_same_as_another_leaves_its_place(dialog, qtbot):
    shown = lambda: [title for title, card in dialog.cards.items() if not card.isHidden()]  # noqa: E731
    qtbot.waitUntil(lambda: len(dialog._drawn) == 5, timeout=60_000)
    assert shown() == [AS_IT_FITS, "As in the window", "Only differences", "Upright"]  # which is an overlay in a column
    choose(dialog.fields["width"], "full")
    dialog.preview()
    qtbot.waitUntil(lambda: not dialog._waiting, timeout=60_000)
    assert "Overlay" in shown() and len(shown()) == 4


def test_a_card_says_why_it_cannot_be_read(dialog, qtbot):
    there = dialog.cards["As in the window"]
    qtbot.waitUntil(lambda: "⚠" in there.text(), timeout=60_000)
    assert re.fullmatch(r"As in the window: stacked\n7\.7 × .* pt\n⚠ text of .* pt, less than 7", there.text())


def test_where_all_of_it_is_higher_than_a_page_it_says_so_and_what_has_room_on_one_is_chosen(window, monkeypatch):
    window.inspector.go(1)  # 32 words
    made = ExportDialog(window, window.figures.source(), window.settings, "x")
    assert made.chosen == AS_IT_FITS and "⚠" not in made.cards[AS_IT_FITS].text()
    choose(made.format, "svg")  # a PDF has pages
    monkeypatch.setitem(render.PRESETS, "column", render.PRESETS["column"]._replace(height=8))
    made.preview()
    assert made.chosen == "Only differences" and "⚠" not in made.cards[made.chosen].text()
    whole = made.cards[AS_IT_FITS].text()
    assert whole.startswith("Upright\n") and whole.endswith("⚠ more than a page of 8 cm")
    monkeypatch.setitem(render.PRESETS, "column", render.PRESETS["column"]._replace(height=5))
    made.preview()
    assert made.chosen == "Only differences", "none has room: the lowest that can be read"
    assert made._hint.text().startswith("None fits a page: the shortest is chosen. ")
    assert "⚠ more than a page of 5 cm. It would help: PDF, which has all of it on pages." in made.note.text()
    made.cards[AS_IT_FITS].click()
    made.preview()
    assert made.chosen == AS_IT_FITS, "somebody wants it all"
    again = ExportDialog(window, window.figures.source(), window.settings, "x")
    assert again.chosen == AS_IT_FITS and "4 pages of 7.7 × 5.0 cm or less, 7.0 pt" in again.cards[AS_IT_FITS].text()
    assert again._hint.text().startswith("The whole sentence is chosen: it goes on over pages of one file. ")
    again.deleteLater()
    made.deleteLater()


def test_what_would_have_many_rows_runs_down_the_page_as_on_the_command_line(window):
    window.inspector.go(1)  # 32 words
    made = ExportDialog(window, window.figures.source(), window.settings, "x")
    assert made.chosen == AS_IT_FITS and made.figure().drawing.upright
    assert made.note.text().endswith(": words run down the page")
    assert not made.figure("Overlay").drawing.upright and not made.figure("As in the window").drawing.upright
    made.deleteLater()


def test_figures_are_seen_whole_on_their_cards_and_as_large_as_on_paper_where_they_are_pointed_at(dialog, qtbot):
    choose(dialog.fields["theme"], "dark")
    dialog.preview()
    qtbot.waitUntil(lambda: not dialog._waiting, timeout=60_000)
    for title, card in dialog.cards.items():
        if card.isHidden():
            continue
        diagram = dialog.figure(title).diagram
        room = card.iconSize()
        assert card.icon().availableSizes()[0].width() >= 2 * room.width() - 2  # finer than the screen
        pixels = card.icon().pixmap(room).toImage()
        written = [y for y in range(pixels.height()) if any(light(pixels, x, y) for x in range(pixels.width()))]
        assert written[0] > 0 and written[-1] < pixels.height() - 1  # nothing is cut
        large = re.fullmatch(r'<img src="data:image/png;base64,(.*)" width="(\d+)">', card.toolTip())
        image = QImage.fromData(b64decode(large[1]))
        assert image.width() / image.height() == pytest.approx(diagram.width / diagram.height, rel=0.02)


def test_of_what_is_much_higher_than_its_card_the_beginning_is_seen(window, qtbot):
    window.inspector.go(1)  # 32 words
    made = ExportDialog(window, window.figures.source(), window.settings, "x")
    card, diagram = made.cards["As in the window"], made.figure("As in the window").diagram
    qtbot.waitUntil(lambda: not card.icon().isNull(), timeout=60_000)
    room = card.iconSize()
    pixels = card.icon().pixmap(room).toImage()
    seen = [x for x in range(pixels.width()) if any(not light(pixels, x, y) for y in range(pixels.height()))]
    assert seen[-1] - seen[0] > 1.5 * pixels.height() * diagram.width / diagram.height
    made.deleteLater()


def test_a_figure_too_large_for_one_picture_has_a_card_and_no_tip(dialog, monkeypatch):
    chosen = dialog.cards[dialog.chosen]
    assert chosen.toolTip()
    monkeypatch.setattr(painted, "LARGEST", 800)
    dialog.preview()
    assert not chosen.icon().isNull() and not chosen.toolTip()


def light(image: QImage, x: int, y: int) -> bool:
    return image.pixelColor(x, y).lightness() > 90


def test_all_four_are_drawn_and_what_is_clicked_is_written(dialog, qtbot):
    qtbot.waitUntil(lambda: not any(card.icon().isNull() for card in dialog.cards.values()), timeout=60_000)
    dialog.cards["Overlay"].click()
    [diagram] = dialog.figure().drawing.diagrams
    assert diagram.strips
    dialog.cards["Only differences"].click()
    assert State.MATCHED not in {shape.state for shape in shapes_of(dialog, Role.ARC)}
    choose(dialog.fields["width"], "full")
    dialog.preview()
    assert dialog.chosen == "Only differences"  # what somebody has chosen stays


def test_another_width_may_make_another_way_the_first_that_can_be_read(dialog):
    choose(dialog.fields["width"], "full")
    dialog.preview()
    assert dialog.chosen == AS_IT_FITS
    assert not any(diagram.strips for diagram in dialog.figure().drawing.diagrams)


def test_ways_that_a_view_has_not_are_not_offered(window):
    alone = replace(window.figures.source(), compared=False)
    dialog = ExportDialog(window, alone, window.settings, "en-1")
    assert [*dialog.cards] == [AS_IT_FITS, "As in the window", "Upright"]
    dialog.deleteLater()


def test_what_runs_down_the_page_in_the_window_is_offered_across_it(window):
    window.actions_.run("view.upright")
    made = ExportDialog(window, window.figures.source(), window.settings, "figure")
    assert [*made.cards] == [AS_IT_FITS, "As in the window", "Across", "Only differences"]
    made.cards["As in the window"].click()
    assert made.figure().drawing.upright and not made.figure("Across").drawing.upright
    made.deleteLater()


def test_the_last_width_is_kept_also_where_there_was_none(dialog, window):
    dialog.fields["width"].setCurrentIndex(0)
    dialog.accept()
    again = ExportDialog(window, window.figures.source(), window.settings, "x")
    assert again.wanted.width is None
    again.deleteLater()


def test_details_are_behind_the_ways(dialog):
    dialog.show()
    assert not dialog.fields["theme"].isVisible()
    next(button for button in dialog.findChildren(QPushButton) if button.text() == "Details").click()
    assert dialog.fields["theme"].isVisible()


def test_a_column_is_laid_out_so_that_it_can_be_read(dialog):
    assert "7.7 ×" in dialog.note.text() and "2 rows of words" in dialog.note.text()
    assert "⚠" not in dialog.note.text()


def test_what_cannot_be_is_told_with_what_would_help(dialog):
    choose(dialog.layout_.boxes["wrap"], None)
    dialog.preview()
    assert "less than 7" in dialog.note.text() and "Words: In rows" in dialog.note.text()
    choose(dialog.layout_.boxes["wrap"], AS_IT_FITS)
    dialog.preview()
    assert "less than" not in dialog.note.text()


def test_what_is_chosen_is_drawn(dialog):
    choose(dialog.fields["width"], "column")
    assert shapes_of(dialog, Role.TAG)
    dialog.layout_.boxes["rows"].setCurrentIndex(1)
    assert not shapes_of(dialog, Role.TAG)
    dialog.layout_.boxes["only_differences"].setCurrentIndex(1)
    assert State.MATCHED not in {shape.state for shape in shapes_of(dialog, Role.ARC)}


def shapes_of(dialog, role):
    return [shape for shape in dialog.figure().diagram.shapes if shape.role == role]


@pytest.mark.slow
@pytest.mark.parametrize("suffix", ["svg", "png", "tex"])
@pytest.mark.parametrize("width", ["column", "full"])
def test_the_same_bytes_as_from_the_command_line(dialog, tmp_path, suffix, width):
    choose(dialog.fields["width"], width)
    choose(dialog.format, suffix)
    choose(dialog.fields["theme"], "paper-color")
    for name in ("compare", "wrap"):
        choose(dialog.layout_.boxes[name], AS_IT_FITS)
    dialog.fields["legend"].setChecked(True)
    here, there = tmp_path / f"here.{suffix}", tmp_path / f"there.{suffix}"
    dialog.figure().save(here)
    files = [str(DEMO / "gold.conllu"), str(DEMO / "parse.conllu")]
    asked = ["--sentence", "demo-en-1", "--width", width, "--legend", "--theme", "paper-color"]
    assert main(["render", *files, *asked, "-o", str(there)]) == 0
    assert here.read_bytes() == there.read_bytes()


def test_a_font_that_is_not_there(dialog):
    dialog.fields["font"].setCurrentText("No such font")
    dialog.preview()
    assert "is not installed" in dialog.note.text()
    dialog.fields["font"].setCurrentText("serif")
    assert "Nimbus Roman" in dialog.figure().encode("svg").decode()


def test_preview_has_the_chosen_colours(dialog):
    choose(dialog.fields["theme"], "dark")
    dialog.preview()
    assert dialog.cards[dialog.chosen].icon().pixmap(QSize(740, 400)).toImage().pixelColor(1, 1).lightness() < 60


def test_legend_and_caption(dialog):
    dialog.show()
    assert dialog.fields["legend"].isVisible() and dialog.fields["caption"].isVisible()  # not behind Details
    plain = dialog.figure().diagram.height
    dialog.fields["legend"].setChecked(True)
    dialog.fields["caption"].setText("A strip of linen")
    assert dialog.figure().diagram.height > plain + 30


def test_choices_are_remembered(dialog, window, tmp_path):
    choose(dialog.format, "png")
    dialog.fields["pixels"].setValue(4)
    dialog.fields["font"].setCurrentText("serif")
    dialog.fields["font_size"].setValue(9)
    dialog.fields["transparent"].setChecked(True)
    dialog.folder.setText(str(tmp_path / "other"))
    dialog.accept()
    assert window.settings.get(EXPORT)["format"] == "png" and window.settings.get(EXPORT)["transparent"] == "yes"
    again = ExportDialog(window, window.figures.source(), window.settings, "x")
    assert (
        again.format.currentData() == "png"
        and again.fields["pixels"].value() == 4
        and again.fields["transparent"].isChecked()
    )
    assert again.wanted.font == "serif" and again.fields["font_size"].value() == 9
    again.deleteLater()


def test_the_files_name_ends_as_the_format_says(dialog, tmp_path):
    assert dialog.folder.text() == str(tmp_path / "en-1.pdf")
    choose(dialog.format, "pdf")
    assert dialog.folder.text() == str(tmp_path / "en-1.pdf")
    dialog.folder.setText(str(tmp_path / "wsj.0012"))
    choose(dialog.format, "tex")
    assert dialog.folder.text() == str(tmp_path / "wsj.0012.tex")


def test_a_folder_that_is_not_there_is_told(dialog, tmp_path):
    dialog.folder.setText(str(tmp_path / "gone" / "figure"))
    dialog.accept()
    assert dialog.path is None and "cannot be written" in dialog.note.text()


@pytest.mark.parametrize("suffix", FORMATS)
def test_the_choices_of_a_format_are_those_of_the_command_line(dialog, suffix):
    choose(dialog.format, suffix)
    dialog.preview()
    there = ("width", "legend", "caption")
    shown = {name for name, field in dialog.fields.items() if name in there or dialog._form.isRowVisible(field)}
    assert shown == {name for name in offered(suffix) if CHOICES[name].title}
    assert dialog.wanted == Wanted(width="column")


def test_words_that_are_cut_are_told_of(dialog, monkeypatch):
    monkeypatch.setattr("goldleaf.viewer.dialogs.export.cut_words", lambda _: "2 words cut for want of width")
    dialog.preview()
    assert dialog.note.text().endswith("⚠ 2 words cut for want of width")
