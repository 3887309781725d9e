"""What can be asked of a figure."""

import pytest

from goldleaf.core.errors import OptionError
from goldleaf.viewer.export import FORMATS
from goldleaf.viewer.figures.wanted import CHOICES, USUAL, Wanted, check_offered, kinds, offered, remembered, stored

CHANGED = {"pixels": 3, "transparent": True, "standalone": True, "example": "gb4e"}


@pytest.mark.parametrize("suffix", FORMATS)
def test_a_format_has_what_it_heeds_and_what_all_have(suffix):
    there = offered(suffix)
    assert {*CHANGED} & {*there} == FORMATS[suffix].heeds and "legend" in there
    for name, value in CHANGED.items():
        if name in there:
            check_offered(suffix, Wanted(**{name: value}))
        else:
            having = [f".{one.suffix}" for one in FORMATS.values() if name in one.heeds]
            with pytest.raises(OptionError, match=rf"--{name}: \.{suffix} has no such choice; {', '.join(having)} ha"):
                check_offered(suffix, Wanted(**{name: value}))


def test_choices_come_back_as_they_were_stored():
    choices = {"width": "column", "theme": "dark", "font": "Junicode", "font_size": 8.5, "legend": True, "pixels": 4}
    kept = stored({**choices, "caption": "of one sentence"})
    assert kept == {
        "size": "column", "theme": "dark", "font": "Junicode", "font-size": "8.5", "legend": "yes", "pixels": "4",
    }  # fmt: skip
    assert remembered(kept) == choices


def test_what_is_stored_of_the_usual_is_the_usual():
    usual = {name: getattr(USUAL, name) for name, choice in CHOICES.items() if choice.remembered}
    assert Wanted(**remembered(stored(usual))) == USUAL
    assert remembered({"font-size": "0", "size": "", "transparent": "no"}) == {"font_size": None, "transparent": False}


def test_settings_that_somebody_has_spoilt_are_as_usual():
    assert remembered({"pixels": "many", "theme": "mauve", "size": "poster", "font-size": "?", "format": "svg"}) == {}


def test_the_kinds_of_choices():
    known = kinds()
    assert (known["width"], known["font_size"], known["pixels"], known["only_differences"]) == (str, float, int, bool)
