"""Families of fonts: what fontconfig has for a name, so that what is measured, embedded and named is the same font. Qt
is not asked: of a family that it has not it takes any other without a word, also where fontconfig knows better
(Helvetica is Nimbus Sans on most Linux systems). Where there is no fontconfig, names are taken as they are."""

from __future__ import annotations

import ctypes
import ctypes.util
from functools import lru_cache

from goldleaf.core.errors import OptionError

# What papers are set in, first the fonts that stand for Helvetica and Times
GENERIC = {
    "sans": "Nimbus Sans, Helvetica, Arial, Liberation Sans, DejaVu Sans, sans-serif",
    "serif": "Nimbus Roman, Times, Times New Roman, Liberation Serif, DejaVu Serif, serif",
}

_UNKNOWN = "no family has this name"  # fontconfig has its last resort for it
_SERIFS = ("Serif", "Roman", "Times")  # parts of the names of families that have them
_PACKAGES = {
    "nimbus": "fonts-urw-base35", "helvetica": "fonts-urw-base35", "times": "fonts-urw-base35",
    "palatino": "fonts-urw-base35", "bookman": "fonts-urw-base35", "arial": "fonts-liberation",
    "liberation": "fonts-liberation", "dejavu": "fonts-dejavu-core", "noto": "fonts-noto-core",
    "tex gyre": "fonts-texgyre", "latin modern": "fonts-lmodern", "computer modern": "fonts-cmu", "cmu": "fonts-cmu",
    "linux libertine": "fonts-linuxlibertine", "libertinus": "fonts-libertinus", "charis": "fonts-sil-charis",
    "gentium": "fonts-sil-gentium", "doulos": "fonts-sil-doulos", "open sans": "fonts-open-sans",
    "roboto": "fonts-roboto", "lato": "fonts-lato", "fira": "fonts-firacode",
}  # fmt: skip


def families(wanted: str) -> str:
    """The families that are tried in turn, the first of which there is, with commas between them. ``wanted`` is
    ``serif``, ``sans``, or a family. Raises OptionError for one that fontconfig has nothing for."""
    if wanted in GENERIC:
        return installed_first(GENERIC[wanted])
    found = matched(wanted)
    if found is None or found.casefold() == wanted.casefold():
        return _with_others(wanted)
    if found == matched(_UNKNOWN):
        package = next((package for start, package in _PACKAGES.items() if wanted.casefold().startswith(start)), None)
        how = f". On Debian: sudo apt install {package}" if package else "; fc-list tells which families are"
        raise OptionError(f"--font {wanted}: is not installed{how}")
    return _with_others(found, wanted)


def _with_others(*names: str) -> str:
    # Families, and what stands in for them where a file is read that only names them.
    kind = "serif" if any(part in name for name in names for part in _SERIFS) else "sans"
    return ", ".join(dict.fromkeys((*names, *GENERIC[kind].split(", "))))


def installed_first(names: str) -> str:
    """Families with the first one that is installed before the others. Nobody asked for it, so nobody is warned."""
    listed = [name.strip() for name in names.split(",")]
    there = next((name for name in listed if (matched(name) or name).casefold() == name.casefold()), None)
    first = there or matched(listed[0]) or listed[0]
    return ", ".join(dict.fromkeys((first, *listed)))


def better_font() -> str:
    """What to install for figures that look as papers do, in a sentence; empty where it is there or cannot be told."""
    first = installed_first(GENERIC["sans"]).split(", ")[0]
    if first in GENERIC["sans"].partition(", DejaVu")[0]:
        return ""  # what stands for Helvetica is as narrow; DejaVu is wide and made for screens
    return f"Figures are set in {first}. For the narrower letters of papers: sudo apt install {_PACKAGES['nimbus']}"


@lru_cache(maxsize=256)
def matched(name: str) -> str | None:
    """The family that fontconfig has for a name; None where there is no fontconfig."""
    library = _library()
    if library is None:
        return None
    pattern = library.FcPatternCreate()
    library.FcPatternAddString(pattern, b"family", name.encode())
    library.FcConfigSubstitute(None, pattern, 0)
    library.FcDefaultSubstitute(pattern)
    result, family = ctypes.c_int(), ctypes.c_char_p()
    best = library.FcFontMatch(None, pattern, ctypes.byref(result))
    library.FcPatternDestroy(pattern)
    if not best:
        return None
    library.FcPatternGetString(best, b"family", 0, ctypes.byref(family))
    found = family.value.decode(errors="replace") if family.value else None
    library.FcPatternDestroy(best)
    return found


@lru_cache(maxsize=1)
def _library() -> ctypes.CDLL | None:
    try:
        library = ctypes.CDLL(ctypes.util.find_library("fontconfig") or "libfontconfig.so.1")
    except OSError:
        return None
    pointer, text = ctypes.c_void_p, ctypes.c_char_p
    library.FcPatternCreate.restype = library.FcFontMatch.restype = pointer
    library.FcPatternAddString.argtypes = (pointer, text, text)
    library.FcConfigSubstitute.argtypes = (pointer, pointer, ctypes.c_int)
    library.FcDefaultSubstitute.argtypes = library.FcPatternDestroy.argtypes = (pointer,)
    library.FcFontMatch.argtypes = (pointer, pointer, ctypes.POINTER(ctypes.c_int))
    library.FcPatternGetString.argtypes = (pointer, text, ctypes.c_int, ctypes.POINTER(text))
    return library
