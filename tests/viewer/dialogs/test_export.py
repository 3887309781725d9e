"""Also tests `figures.command_line`, `dialogs.parts`."""

from importlib.resources import files as resources
from pathlib import Path

import pytest

from goldleaf.viewer.cli import main
from goldleaf.viewer.diagram.shapes import Role, State
from goldleaf.viewer.dialogs.export import AS_IT_FITS, ExportDialog
from goldleaf.viewer.export import FORMATS
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


def test_a_column_is_laid_out_so_that_it_can_be_read(dialog):
    choose(dialog.fields["width"], "column")
    dialog.preview()
    assert "7.7 ×" in dialog.note.text() and "one line of words" in dialog.note.text()
    assert "⚠" not in dialog.note.text()


def test_what_cannot_be_is_told_with_what_would_help(dialog):
    choose(dialog.fields["width"], "column")
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


def test_what_would_look_better_is_offered_where_a_font_is_chosen(dialog):
    dialog.preview()
    assert "sudo apt install fonts-urw-base35" in dialog.note.text()
    dialog.fields["font"].setCurrentText("DejaVu Serif")
    dialog.preview()
    assert "apt install" not in dialog.note.text()


def test_preview_has_the_chosen_colours(dialog):
    choose(dialog.fields["theme"], "dark")
    dialog.preview()
    assert dialog.picture.pixmap().toImage().pixelColor(1, 1).lightness() < 60


def test_legend_and_caption(dialog):
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


def test_a_folder_that_is_not_there_is_told(dialog, tmp_path):
    dialog.folder.setText(str(tmp_path / "gone" / "figure"))
    dialog.accept()
    assert dialog.path is None and "cannot be written" in dialog.note.text()


@pytest.mark.parametrize("suffix", FORMATS)
def test_the_choices_of_a_format_are_those_of_the_command_line(dialog, suffix):
    choose(dialog.format, suffix)
    dialog.preview()
    shown = {name for name, field in dialog.fields.items() if dialog._form.isRowVisible(field)}
    assert shown == {name for name in offered(suffix) if CHOICES[name].title}
    assert dialog.wanted == Wanted()
