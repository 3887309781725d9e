import pytest
from PySide6.QtCore import QSettings

from goldleaf.viewer.state import settings
from goldleaf.viewer.state.settings import ENHANCED, GEOMETRY, KEYS, RECENT, THEME, Setting, Settings

SETTINGS = [one for one in vars(settings).values() if isinstance(one, Setting)]


def test_names_are_unique_and_described():
    assert len({setting.name for setting in SETTINGS}) == len(SETTINGS)
    assert all(setting.description.endswith(".") for setting in SETTINGS)


@pytest.mark.parametrize(
    ("setting", "value"),
    [
        (THEME, "dark"),
        (ENHANCED, True),
        (GEOMETRY, b"\x00\xff"),
        (RECENT, [["/a b/gold", "/ö"]]),
        (KEYS, {"go.next": ["Ctrl+J"]}),
    ],
)
def test_what_is_stored_is_read_again(setting, value):
    Settings().set(setting, value)
    Settings().flush()
    assert Settings().get(setting) == value


def test_defaults():
    assert all(Settings().get(setting) == setting.default for setting in SETTINGS)


@pytest.mark.parametrize("stored", ["no json", "1", "null", '"pink"'])
def test_what_is_not_of_the_declared_shape_is_passed_over(stored):
    store = QSettings(QSettings.Format.IniFormat, QSettings.Scope.UserScope, "goldleaf", "goldleaf")
    store.setValue(THEME.name, stored)
    assert Settings(store).get(THEME) == "system"
