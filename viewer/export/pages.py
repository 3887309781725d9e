"""A picture on pages: one that runs down goes on on the next; slides say where what is cut goes to. No Qt."""

from __future__ import annotations

from bisect import bisect
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from itertools import accumulate, groupby, product
from operator import itemgetter
from typing import TypeAlias

from goldleaf.viewer.diagram.compose import lines_of
from goldleaf.viewer.diagram.shapes import MARGIN, Anchor, Diagram, Path, Role, State, Text, extent, placed
from goldleaf.viewer.diagram.theme import Ruler
from goldleaf.viewer.export.columns import in_columns, lines_down
from goldleaf.viewer.export.sizes import FigureSize

FURTHER = 1.0  # what one more slide costs: as much as to part a word from its neighbor, its head
_End: TypeAlias = tuple[str, str]  # a word and its page, or both ends, told in words, of an arc that passes, and none
BESIDE = 8.0  # pixels from the outermost arc to what is said of one
MOST_LINES, PITCH = 3, 1.2  # of what is said on one side of a word; of a line's height, to the next
GLUE = "\u00a0"  # a space that no line ends with
AIR, CLOSE = 14.0, 3.5  # pixels that columns may be farther apart on slides; so near is the same column


def on_pages(diagram: Diagram, page: FigureSize, ruler: Ruler) -> list[Diagram]:
    """A picture on as many pages as it needs, where it runs down, each under the titles; another on one, however high.
    Slides are of one height, the picture in their middle. There it is said of an arc that differs and is on several at
    its words, and where it passes, whose it is."""
    pages, room = [diagram], diagram.width * page.height / page.width
    is_slide, number_height = page.width > page.height, sum(ruler.height(Role.TITLE))
    if diagram.height > 1.01 * room and "layout" in diagram.metadata:  # a little more is seen by nobody
        lowest, diagram = room - number_height * is_slide, _with_air(diagram, ruler) if is_slide else diagram
        for longest in range(int(len(lines_down(diagram)) * lowest / diagram.height), 1, -1):
            pages = in_columns(diagram, longest, FURTHER)
            if max(one.height for one in pages) <= lowest:
                break
    if not is_slide:
        return pages
    highest = max(one.height for one in pages) + number_height * (len(pages) > 1)
    height, slides = max(room, highest), list[Diagram]()
    down, foot = (height - highest) / 2, height - MARGIN / 2
    notes = _notes(diagram, pages, foot - down, ruler)
    for number, one in enumerate(pages, 1):
        place = Text(diagram.width - MARGIN, foot - down, f"{number} / {len(pages)}", Role.TITLE, anchor=Anchor.END)
        shapes = (*one.shapes, *notes[number], *[place] * (len(pages) > 1))
        slides.append(replace(replace(one, shapes=shapes).moved(0.0, down), height=height))
    return slides


def _with_air(diagram: Diagram, ruler: Ruler) -> Diagram:
    """The picture in the same width, its columns farther apart, if beside it there is room to name any of its words."""
    shapes = [(shape, extent(shape)) for shape in diagram.shapes]
    sides = sorted((area.left, area.right) for shape, area in shapes if shape.role is not Role.TITLE)
    ends = [*accumulate((right for _, right in sides), max)]
    cuts = [left for end, (left, _) in zip(ends, sides[1:], strict=False) if left > end + CLOSE]
    forms = [text.text for text in diagram.texts if text.role is Role.WORD]
    named = max(ruler.width(Role.LABEL, f"→ {form},") for form in forms) + BESIDE + MARGIN
    wider = max(min(AIR * len(cuts) / 2, sides[0][0] - named, diagram.width - ends[-1] - named), 0.0)
    moved = ((shape, 2 * bisect(cuts, (area.left + area.right) / 2) / max(len(cuts), 1) - 1) for shape, area in shapes)
    return replace(diagram, shapes=tuple(placed(shape, wider * share, 0.0) for shape, share in moved))


def _notes(diagram: Diagram, pages: Sequence[Diagram], foot: float, ruler: Ruler) -> defaultdict[int, list[Text]]:
    """By number of the page, in the margins, level with a word: the heads and dependents that it has on other pages,
    by arcs that differ; at ``foot`` the arcs that pass. What is on the left of the words stands on the left."""
    texts = [(number, text) for number, page in enumerate(pages, 1) for text in page.texts]
    words = {text.key.name: (number, text) for number, text in texts if text.role is Role.WORD and text.key}
    arcs = [shape for shape in diagram.shapes if isinstance(shape, Path) and shape.role in (Role.ARC, Role.ENHANCED)]
    said: defaultdict[tuple[int, bool, float], defaultdict[str, dict[_End, State]]]
    said = defaultdict(lambda: defaultdict(dict))
    for arc in sorted(arcs, key=lambda arc: arc.segments[-1].end[1]):  # dependents in the order of the text
        element = diagram.elements.get(arc.key) if arc.key else None
        ends = [words[f"{position}"] for position in element.positions if f"{position}" in words] if element else []
        if arc.state in (State.MATCHED, State.NOT_SCORED) or len(ends) != 2 or ends[0][0] == ends[1][0]:
            continue
        (own, dependent), (far, head) = ends
        left = extent(arc).left < dependent.x
        said[own, left, dependent.y][f"←{GLUE}"][head.text, f"{far}"] = arc.state
        said[far, left, head.y][f"→{GLUE}"][dependent.text, f"{own}"] = arc.state
        for between in range(min(own, far) + 1, max(own, far)):
            said[between, left, foot][""][f"{head.text} (p. {far}) → {dependent.text} (p. {own})", ""] = arc.state
    notes = defaultdict[int, list[Text]](list)
    if not said:
        return notes
    first, last = min(extent(arc).left for arc in arcs) - BESIDE, max(extent(arc).right for arc in arcs) + BESIDE
    end = diagram.width - MARGIN
    low_end = end - ruler.width(Role.TITLE, f"{len(pages)} / {len(pages)}") - 3 * BESIDE
    pitch, lowest = PITCH * sum(ruler.height(Role.LABEL)), defaultdict[tuple[int, bool], float](float)
    free = [min(max(int((foot - one.height) / pitch), 1), MOST_LINES) for one in pages]
    for (number, left, y), both in sorted(said.items()):
        x, room, most = (first, first - MARGIN, MOST_LINES) if left else (last, end - last, MOST_LINES)
        if y == foot:  # with the number of the page, and above it where there is room under the words
            x, room, most = MARGIN if left else low_end, low_end / 2 - MARGIN, free[number - 1]
        anchor = Anchor.END if left != (y == foot) else Anchor.START
        told = [(line, own) for arrow, own in sorted(both.items()) for line in _note(arrow, [*own], room, most, ruler)]
        top = min(y - (len(told) - 1) / 2 * pitch, foot - (len(told) - (y == foot)) * pitch)
        for text, marked in told:
            lowest[number, left] = at = max(top, lowest[number, left] + pitch)
            width, state = ruler.width(Role.LABEL, text), next(iter(marked.values()))
            notes[number].append(Text(x, at, text, Role.LABEL, state, anchor=anchor, width=width))
    return notes


def _note(arrow: str, ends: Sequence[_End], room: float, most: int, ruler: Ruler) -> list[str]:
    """``→ words (p. 4), others (p. 5)`` in a room, in so many lines at ``most``: if need be with a word cut, or fewer
    words; empty where there is no room at all."""
    widest = room - ruler.width(Role.LABEL, f"{arrow},")
    for count, glue in product(range(len(ends), -1, -1), (GLUE, " ")):  # lines end after a comma, if they can
        rest = f",{GLUE}".join(sorted({page for _, page in ends[count:]}))
        known = groupby([*ends[:count], *[("…", rest)] * (count < len(ends))], itemgetter(1))
        words = ((", ".join(ruler.shortened(Role.LABEL, text, widest) for text, _ in own), page) for page, own in known)
        said = (f"{text}{f'{glue}(p.{GLUE}{page})' * bool(page)}" for text, page in words)
        lines = [*lines_of(f"{arrow}{', '.join(said)}", room, ruler, Role.LABEL)]
        if len(lines) <= most and all(ruler.width(Role.LABEL, line) <= room for line in lines):
            return [line.replace(GLUE, " ") for line in lines]
    return []
