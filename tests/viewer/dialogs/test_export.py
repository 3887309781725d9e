import pytest

from goldleaf.viewer.dialogs.export import ExportDialog
from goldleaf.viewer.state.settings import EXPORT, EXPORT_FOLDER


@pytest.fixture
def dialog(window, tmp_path):
    window.settings.set(EXPORT_FOLDER, str(tmp_path))
    made = ExportDialog(window, window.figures.drawn_in, window.pictures.look, window.settings, "en-1")
    yield made
    made.deleteLater()


def choose(box, value):
    box.setCurrentIndex(box.findData(value))


@pytest.mark.parametrize(
    ("suffix", "begins"), [("svg", b"<?xml"), ("pdf", b"%PDF"), ("png", b"\x89PNG"), ("tex", b"%")]
)
def test_writes_a_figure(dialog, tmp_path, suffix, begins):
    choose(dialog.format, suffix)
    dialog._save()
    assert dialog.path == tmp_path / f"en-1.{suffix}"
    assert dialog.path.read_bytes().startswith(begins)


def test_warns_of_small_text(dialog):
    choose(dialog.width_, "column")
    dialog.preview()
    assert "7.7 ×" in dialog.note.text() and "below 8 pt" in dialog.note.text()
    choose(dialog.width_, "slide")
    dialog.preview()
    assert "below" not in dialog.note.text()


def test_preview_has_the_chosen_colours(dialog):
    choose(dialog.theme, "dark")
    dialog.preview()
    assert dialog.picture.pixmap().toImage().pixelColor(1, 1).lightness() < 60


def test_legend_and_caption(dialog):
    plain = dialog.figure().diagram.height
    dialog.legend.setChecked(True)
    dialog.caption.setText("A strip of linen")
    assert dialog.figure().diagram.height > plain + 30


def test_choices_are_remembered(dialog, window, tmp_path):
    choose(dialog.format, "png")
    dialog.pixels.setValue(4)
    dialog.transparent.setChecked(True)
    dialog.folder.setText(str(tmp_path / "other"))
    dialog._save()
    assert window.settings.get(EXPORT)["format"] == "png" and window.settings.get(EXPORT)["transparent"] == "yes"
    again = ExportDialog(window, window.figures.drawn_in, window.pictures.look, window.settings, "x")
    assert again.format.currentData() == "png" and again.pixels.value() == 4 and again.transparent.isChecked()
    again.deleteLater()


def test_a_folder_that_is_not_there_is_told(dialog, tmp_path):
    dialog.folder.setText(str(tmp_path / "gone" / "figure"))
    dialog._save()
    assert dialog.path is None and "cannot be written" in dialog.note.text()
