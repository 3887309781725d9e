"""Families of fonts as fontconfig has them."""

from __future__ import annotations

import pytest

from goldleaf.core.errors import OptionError
from goldleaf.viewer.export import families as room
from goldleaf.viewer.export.families import better_font, families, installed_first

INSTALLED = {"Nimbus Sans", "Nimbus Roman", "DejaVu Sans"}
ALIASES = {"Helvetica": "Nimbus Sans", "Times": "Nimbus Roman"}


@pytest.fixture(autouse=True)
def fontconfig(monkeypatch):
    def matched(name):
        return name if name in INSTALLED else ALIASES.get(name, "DejaVu Sans")

    monkeypatch.setattr(room, "matched", matched)


def test_papers_have_what_stands_for_helvetica_and_times():
    assert families("sans").startswith("Nimbus Sans, Helvetica")
    assert families("serif").startswith("Nimbus Roman, Times")


def test_what_fontconfig_answers_comes_first():
    names = families("Helvetica")
    assert names.split(", ")[:2] == ["Nimbus Sans", "Helvetica"]
    assert names.endswith("sans-serif") and len(set(names.split(", "))) == len(names.split(", "))
    assert families("Times").endswith(", serif")


@pytest.mark.parametrize(("name", "help_"), [("Linux Libertine", "fonts-linuxlibertine"), ("Fnord", "fc-list")])
def test_a_font_that_is_not_installed_is_refused_with_what_to_install(name, help_):
    with pytest.raises(OptionError, match=f"--font {name}: is not installed.*{help_}"):
        families(name)


def test_what_stands_in_for_a_theme_s_font_comes_first(monkeypatch):
    monkeypatch.setattr(room, "matched", lambda _: "DejaVu Sans")
    names = installed_first("Nimbus Sans, Helvetica, DejaVu Sans, sans-serif")
    assert names == "DejaVu Sans, Nimbus Sans, Helvetica, sans-serif"


def test_what_would_look_better_is_offered_where_it_is_not_there(monkeypatch):
    assert better_font() == ""
    monkeypatch.setattr(room, "matched", lambda _: "DejaVu Sans")
    assert better_font().startswith("Figures are set in DejaVu Sans.")
    assert better_font().endswith("sudo apt install fonts-urw-base35")
    monkeypatch.setattr(room, "matched", lambda _: None)
    assert better_font() == ""


def test_without_fontconfig_names_are_taken_as_they_are(monkeypatch):
    monkeypatch.setattr(room, "matched", lambda _: None)
    assert families("Fnord").startswith("Fnord, ")
    assert installed_first("Nimbus Sans, Arial") == "Nimbus Sans, Arial"
