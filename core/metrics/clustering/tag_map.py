"""Files that say which universal tag each tag of a treebank stands for (Petrov, Das & McDonald 2011)."""

from __future__ import annotations

from pathlib import Path

from goldleaf.core.errors import FormatError, GoldleafError, Problem

_COMMENT = "# "  # the tag # is one
_PAIR = "a tag, a tab, and its universal tag"


def load(path: str) -> dict[str, str]:
    """For each tag the universal tag; a line is the one, a tab or blanks, the other.

    Lines that begin with ``#`` and a blank are comments. Raises GoldleafError when the file cannot be
    read or says nothing, FormatError for a line that is no such pair and for a tag that is mapped to two.
    """
    try:
        text = Path(path).read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "not UTF-8"
        raise GoldleafError(f"{path}: cannot read the tag map: {reason}", path=path) from None
    found: dict[str, str] = {}
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.startswith(_COMMENT):
            continue
        tag, universal = _pair(line, path, number)
        if found.setdefault(tag, universal) != universal:
            said = f"{tag!r} is {found[tag]!r} on an earlier line, {universal!r} here"
            raise FormatError(Problem(path, number, 0, said))
    if not found:
        raise GoldleafError(f"{path}: no tag is mapped; expected lines of {_PAIR}", path=path)
    return found


def _pair(line: str, path: str, number: int) -> tuple[str, str]:
    fields = [field.strip() for field in (line.split("\t") if "\t" in line else line.split())]
    if len(fields) != 2 or not all(fields):
        said = f"only {fields[0]!r}" if len(fields) == 1 else f"{len(fields)} fields"
        raise FormatError(Problem(path, number, 0, f"{said}; expected {_PAIR}"))
    return fields[0], fields[1]
