"""A machine of the tests' own: what they see must not depend on the fonts, locale, time zone or home of this one."""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile
from importlib.util import find_spec
from pathlib import Path

_PLACE = "GOLDLEAF_TESTS_MACHINE"

_FONTS = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
  <dir>{fonts}</dir>
  <cachedir>{cache}</cachedir>
  <selectfont><rejectfont><glob>*/cm*</glob><glob>*/STIX*</glob><glob>*Display*</glob><glob>*LastResort*</glob></rejectfont></selectfont>
  <alias><family>serif</family><prefer><family>DejaVu Serif</family></prefer></alias>
  <alias><family>monospace</family><prefer><family>DejaVu Sans Mono</family></prefer></alias>
  <match target="pattern"><edit name="family" mode="append_last"><string>DejaVu Sans</string></edit></match>
</fontconfig>
"""
"""DejaVu Sans, Serif and Mono, as they come with matplotlib's wheel. What asks for another font gets DejaVu Sans."""


def stand_alone() -> None:
    """Set the environment of this process, and so of all that it starts.

    Test runners that this process starts find it set, and share its folder, which goes when the first of them ends.
    """
    if _PLACE in os.environ:
        return
    place = Path(tempfile.mkdtemp(prefix="goldleaf-tests-"))
    atexit.register(shutil.rmtree, place, ignore_errors=True)
    matplotlib = find_spec("matplotlib")
    assert matplotlib is not None and matplotlib.origin is not None
    fonts = Path(matplotlib.origin).parent / "mpl-data" / "fonts" / "ttf"
    (place / "fonts.conf").write_text(_FONTS.format(fonts=fonts, cache=place / "fonts"), encoding="utf-8")
    home = place / "home"
    home.mkdir()
    # make hands what it was told on to the makes that tests start: PYTHON=python3.12 VENV=.venv-3.12
    for variable in [name for name in os.environ if name.startswith(("LC_", "XDG_", "QT_", "MAKE"))]:
        del os.environ[variable]
    for variable in ("MFLAGS", "PYTHON", "VENV"):
        os.environ.pop(variable, None)
    os.environ |= {
        _PLACE: str(place),
        "FONTCONFIG_FILE": str(place / "fonts.conf"),
        "HOME": str(home),
        "LANG": "C.UTF-8",
        "MPLCONFIGDIR": str(place / "matplotlib"),
        "QT_QPA_PLATFORM": "offscreen",
        "TZ": "UTC",
    }
