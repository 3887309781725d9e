"""Figures of many sentences: which ones, in which files, one after the other. No Qt."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Sequence
from pathlib import Path

from goldleaf.core.errors import OptionError, shortened
from goldleaf.core.steps import finished
from goldleaf.core.treebank import Treebank
from goldleaf.viewer.export import encode, format_of, write
from goldleaf.viewer.figures.figure import Figure
from goldleaf.viewer.session.document import Document
from goldleaf.viewer.session.filtering import filtered

ID, NUMBER = "{id}", "{number}"
"""What the sentence's id and number take the place of in a file's name."""

LONGEST = 100  # characters of an id in a file's name


def rows_where(document: Document, parse: int, condition: str) -> list[int]:
    """The sentences that a filter line lets through; see `Document.filtered`. Raises OptionError where none is."""
    rows = [int(row) for row in finished(filtered(document, condition, parse)).rows]
    if not rows:
        raise OptionError(f"--where {shortened(condition)}: no sentence of {document.gold.path} is so")
    return rows


def check_several(output: Path) -> None:
    """Raise OptionError where a name does not stand for the files of several sentences, or for none that there is."""
    if not format_of(output).pages and not is_pattern(output):
        raise OptionError(
            f"-o {output}: one .{format_of(output).suffix} has one figure; put {ID} or {NUMBER} in its name, "
            "or take a .pdf, which has a page for each"
        )


def is_pattern(output: Path) -> bool:
    """Whether a name has a place for that of the sentence."""
    return any(place in str(output) for place in (ID, NUMBER))


def safe_name(text: str) -> str:
    """A sentence's id as a file may be called on every system."""
    kept = "".join(letter if letter.isalnum() or letter in "-_." else "-" for letter in text)
    return kept[:LONGEST].strip(".") or "sentence"


def targets(output: Path, gold: Treebank, rows: Sequence[int]) -> list[Path]:
    """The file of each sentence: safe names, and no two that some system would take for one."""
    ids = gold.sentences["id"].gather([*rows]).to_list()
    used: set[str] = set()
    paths = []
    for row, identity in zip(rows, ids, strict=True):
        first = name = safe_name(identity) if identity else f"sentence-{row + 1}"
        pattern, count = str(output).replace(NUMBER, f"{row + 1}"), 1
        while (path := pattern.replace(ID, name)).casefold() in used:
            count += 1
            name = f"{first}-{count}"
        used.add(path.casefold())
        paths.append(Path(path))
    return paths


def write_figures(
    output: Path, gold: Treebank, rows: Sequence[int], make: Callable[[int], Figure]
) -> Generator[tuple[float, Path, Figure]]:
    """Draw each sentence and write it: to its own file, or to its page of one. Yields what is done, file, and figure.

    What ends the work early leaves whole files, and no part of one that holds all. Folders are made.
    """
    if is_pattern(output) or len(rows) == 1:
        for count, (row, path) in enumerate(zip(rows, targets(output, gold, rows), strict=True), start=1):
            if is_pattern(output):
                path.parent.mkdir(parents=True, exist_ok=True)
            figure = make(row)
            figure.save(path)
            yield count / len(rows), path, figure
        return
    figures = []
    for count, row in enumerate(rows, start=1):
        figures.append(make(row))
        yield count / len(rows), output, figures[-1]
    write(output, pages(format_of(output).suffix, figures))


def pages(suffix: str, figures: Iterable[Figure]) -> bytes:
    """Figures as the pages of one file."""
    drawn = list(figures)
    return encode(suffix, [one.diagram for one in drawn], drawn[0].theme, drawn[0].options)
