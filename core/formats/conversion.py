"""A treebank in another format, and what that loses: told by what the formats hold, and by reading it again."""

from __future__ import annotations

from dataclasses import dataclass, replace
from io import BytesIO

from goldleaf.core.errors import GoldleafError
from goldleaf.core.formats import FORMATS, as_bytes, check_format, read
from goldleaf.core.formats.contents import Loss, changes, losses
from goldleaf.core.treebank import Treebank


@dataclass(frozen=True, slots=True)
class Converted:
    """The bytes of a file, what the format has no place for, and what it spells otherwise than the treebank."""

    data: bytes
    lost: tuple[Loss, ...]
    changed: tuple[Loss, ...]


def converted(treebank: Treebank, name: str, separator: str = "-") -> Converted:
    """A treebank in the format of this name; in UTF-8, unless it is the file's own format.

    ``separator`` is what stands between category and function in the labels of brackets.
    Raises OptionError for an unknown format, GoldleafError when the format cannot hold the trees.
    """
    entry, own = FORMATS[check_format(name)], FORMATS[treebank.format].holds()
    if name == treebank.format and treebank.layout.of_file:
        return Converted(as_bytes(treebank), (), ())
    treebank = replace(treebank, layout=replace(treebank.layout, encoding="utf-8", byte_order_mark=False))
    holding = entry.holds()
    data = as_bytes(treebank, format=name, path=treebank.path)
    again = read(BytesIO(data), format=name, strict=False, separator=separator)
    if not again.sentences["readable"].all():
        raise GoldleafError(f"{treebank.path}: cannot be written as {name}: {again.problems[0].message}")
    return Converted(data, losses(treebank, holding, own), changes(treebank, again, holding, own))
