import json

import pytest

from goldleaf.viewer.state import settings
from goldleaf.viewer.state.settings import (
    ENHANCED,
    GEOMETRY,
    KEYS,
    METRIC_OPTIONS,
    RECENT,
    ROUNDS,
    ROWS,
    THEME,
    WRAP,
    Setting,
    Settings,
)

SETTINGS = [one for one in vars(settings).values() if isinstance(one, Setting)]


def test_names_are_unique_and_described():
    assert len({setting.name for setting in SETTINGS}) == len(SETTINGS)
    assert all(setting.description.endswith(".") for setting in SETTINGS)


def test_what_is_set_at_first():
    assert {one.name: one.default for one in SETTINGS} == {
        "window/geometry": b"", "window/docks": b"", "window/palette": [""],
        "view/theme": "system", "view/mode": "stacked", "view/structure": "auto", "view/rows": ["tag"],
        "view/only-differences": False, "view/layers": {"": [""]}, "view/enhanced": False, "view/fit": True,
        "view/layout": "auto", "view/legend": True, "sentences/columns": [""],
        "files/recent": [[""]], "files/folder": "", "export/folder": "", "export/choices": {"format": "pdf"},
        "properties/training": "", "report/sentences": 10, "review/reviewer": "", "review/ask-open": True,
        "score/all-parses": False, "score/baseline": "", "score/rounds": 10_000, "score/metrics": [""],
        "score/options": {"": {"": ""}}, "keys": {"": [""]},
    }  # fmt: skip
    assert {one.name: one.choices for one in SETTINGS if one.choices} == {
        "view/theme": ("system", "light", "dark", "high-contrast", "paper-bw", "paper-color"),
        "view/layout": ("auto", "across", "upright"),
        "view/mode": ("stacked", "beside", "overlay"),
    }


@pytest.fixture
def path(tmp_path):
    return tmp_path / "new" / "settings.json"


@pytest.mark.parametrize(
    ("setting", "value"),
    [
        (THEME, "dark"),
        (ENHANCED, True),
        (GEOMETRY, b"\x00\xff"),
        (RECENT, [["/a b/gold", "/ö", "/not utf-8 \udcff"]]),
        (KEYS, {"go.next": ["Ctrl+J"]}),
    ],
)
def test_what_is_stored_is_read_again(path, setting, value):
    Settings(path).set(setting, value)
    assert Settings(path).get(setting) == value
    assert [one.name for one in path.parent.iterdir()] == ["settings.json"]  # no half of it


def test_they_are_kept_in_the_users_folder(isolated_settings):
    Settings().set(THEME, "dark")
    assert Settings().get(THEME) == "dark"
    assert "dark" in (isolated_settings / "xdg_config_home" / "goldleaf" / "settings.json").read_text()


def test_what_another_window_stored_stays(path):
    one, other = Settings(path), Settings(path)
    other.set(THEME, "dark")
    one.set(ENHANCED, True)
    assert (Settings(path).get(THEME), Settings(path).get(ENHANCED)) == ("dark", True)


def test_what_cannot_be_written_is_kept_for_this_run(path, caplog):
    path.parent.write_text("no folder")
    settings = Settings(path)
    settings.set(THEME, "dark")
    settings.set(ENHANCED, True)
    assert (settings.get(THEME), settings.get(ENHANCED)) == ("dark", True)
    assert "settings cannot be kept" in caplog.text


def test_defaults(path):
    assert all(Settings(path).get(setting) == setting.default for setting in SETTINGS)


@pytest.mark.parametrize(
    "stored", ["no json", "[1]", "[" * 100_000, '{"view/theme": 1}', '{"view/theme": null}', '{"view/theme": "pink"}']
)
def test_what_is_not_of_the_declared_shape_is_passed_over(path, stored):
    path.parent.mkdir()
    path.write_text(stored)
    assert Settings(path).get(THEME) == "system"


@pytest.mark.parametrize(
    ("setting", "stored"),
    [
        (ROWS, [["tag"]]),
        (RECENT, ["/gold"]),
        (KEYS, {"go.next": "J"}),
        (METRIC_OPTIONS, {"a": {"b": 1}}),
        (GEOMETRY, "ö"),
        (GEOMETRY, "AA=="[:3]),
        (GEOMETRY, "A A=="),
        (ROUNDS, 10**40),
        (ROUNDS, 2**31),
        (ROUNDS, -(2**31)),
        (ROUNDS, True),
        (ROWS, ["tag", 1]),
        (KEYS, {"go.next": ["J"], "go.last": "K"}),
    ],
)
def test_what_is_in_a_list_has_the_declared_shape_too(path, setting, stored):
    path.parent.mkdir()
    path.write_text(json.dumps({setting.name: stored}))
    assert Settings(path).get(setting) == setting.default


def test_the_largest_number_and_an_empty_list_are_taken(path):
    path.parent.mkdir()
    path.write_text(json.dumps({ROUNDS.name: 2**31 - 1, ROWS.name: []}))
    assert (Settings(path).get(ROUNDS), Settings(path).get(ROWS)) == (2**31 - 1, [])


def test_what_could_not_be_written_is_written_with_what_comes_next(path, caplog):
    path.parent.write_text("no folder")
    kept = Settings(path)
    kept.set(THEME, "dark")
    path.parent.unlink()
    kept.set(ENHANCED, True)
    assert (Settings(path).get(THEME), Settings(path).get(ENHANCED)) == ("dark", True)
    Settings(path).set(THEME, "light")
    kept.set(WRAP, False)
    assert Settings(path).get(THEME) == "light", "what was written is no longer one's own"
    assert path.read_text() == '{\n "view/theme": "light",\n "view/enhanced": true,\n "view/fit": false\n}'
    assert len(caplog.records) == 1
