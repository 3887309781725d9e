"""A picture on pages: one that runs down goes on on the next; slides say where what is cut goes to. No Qt."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import TypeAlias

from goldleaf.viewer.diagram.shapes import MARGIN, Anchor, Diagram, Path, Role, State, Text, extent
from goldleaf.viewer.diagram.theme import Ruler
from goldleaf.viewer.export.columns import in_columns, lines_down
from goldleaf.viewer.export.sizes import FigureSize

FURTHER = 1.0  # what one more slide costs: as much as to part a word from its neighbor, its head
_End: TypeAlias = tuple[str, int | None]  # a word and its page, or both ends, told in words, of an arc that passes
BESIDE = 8.0  # pixels from the outermost arc to what is said of one


def on_pages(diagram: Diagram, page: FigureSize, ruler: Ruler) -> list[Diagram]:
    """A picture on as many pages as it needs, where it runs down, each under the titles; another on one, however high.
    Slides are of one height, the picture in their middle. There it is said of an arc that differs and is on several at
    its words, and where it passes, whose it is."""
    pages, room = [diagram], diagram.width * page.height / page.width
    is_slide, number_height = page.width > page.height, sum(ruler.height(Role.TITLE))
    if diagram.height > 1.01 * room and "layout" in diagram.metadata:  # a little more is seen by nobody
        lowest = room - number_height * is_slide
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


def _notes(diagram: Diagram, pages: Sequence[Diagram], foot: float, ruler: Ruler) -> defaultdict[int, list[Text]]:
    """By number of the page, in the margins, level with a word: the heads and dependents that it has on other pages,
    by arcs that differ; at ``foot`` the arcs that pass. What is on the left of the words stands on the left."""
    texts = [(number, shape) for number, one in enumerate(pages, 1) for shape in one.shapes if isinstance(shape, Text)]
    words = {shape.key.name: (number, shape) for number, shape in texts if shape.role is Role.WORD and shape.key}
    arcs = [shape for shape in diagram.shapes if isinstance(shape, Path) and shape.role in (Role.ARC, Role.ENHANCED)]
    said: defaultdict[tuple[int, bool, float, str], dict[_End, State]] = defaultdict(dict)
    for arc in sorted(arcs, key=lambda arc: arc.segments[-1].end[1]):  # dependents in the order of the text
        element = diagram.elements.get(arc.key) if arc.key else None
        ends = [words[f"{position}"] for position in element.positions if f"{position}" in words] if element else []
        if arc.state in (State.MATCHED, State.NOT_SCORED) or len(ends) != 2 or ends[0][0] == ends[1][0]:
            continue
        (own, dependent), (far, head) = ends
        left = extent(arc).left < dependent.x
        said[own, left, dependent.y, "← "][head.text, far] = arc.state
        said[far, left, head.y, "→ "][dependent.text, own] = arc.state
        for between in range(min(own, far) + 1, max(own, far)):
            said[between, left, foot, ""][f"{head.text} (p. {far}) → {dependent.text} (p. {own})", None] = arc.state
    notes = defaultdict[int, list[Text]](list)
    if not said:
        return notes
    first, last = min(extent(arc).left for arc in arcs) - BESIDE, max(extent(arc).right for arc in arcs) + BESIDE
    end = diagram.width - MARGIN
    low_end = end - ruler.width(Role.TITLE, f"{len(pages)} / {len(pages)}") - 3 * BESIDE
    places = {  # on the left, and down with the number of the page: x, room, anchor
        (True, False): (first, first - MARGIN, Anchor.END),
        (False, False): (last, end - last, Anchor.START),
        (True, True): (MARGIN, low_end / 2 - MARGIN, Anchor.START),
        (False, True): (low_end, low_end / 2 - MARGIN, Anchor.END),
    }
    half = sum(ruler.height(Role.LABEL)) / 2
    for (number, left, y, arrow), others in said.items():
        x, room, anchor = places[left, y == foot]
        if text := _note(arrow, others, room, ruler):
            # A word that has both has two lines.
            both_ways = (number, left, y, "→ " if arrow == "← " else "← ") in said
            at = y + half * both_ways * (1 if arrow == "→ " else -1)
            width, state = ruler.width(Role.LABEL, text), next(iter(others.values()))
            notes[number].append(Text(x, at, text, Role.LABEL, state, anchor=anchor, width=width))
    return notes


def _note(arrow: str, ends: Collection[_End], room: float, ruler: Ruler) -> str:
    """``→ words (p. 4, 5)`` in a room, if need be with fewer words or none; empty where there is no room at all."""
    pages = ", ".join(f"{page}" for page in sorted({page for _, page in ends if page}))
    where, texts = f" (p. {pages})" * bool(pages), list(dict.fromkeys(text for text, _ in ends))
    if len(texts) == 1:
        texts = [ruler.shortened(Role.LABEL, texts[0], room - ruler.width(Role.LABEL, f"{arrow}{where}"))]
    fewer = [", ".join([*texts[:count], *["…"] * (count < len(texts))]) for count in range(len(texts), 0, -1)]
    said = (f"{arrow}{text}{where}" for text in fewer)
    return next((text for text in (*said, f"{arrow.strip()}{where}") if ruler.width(Role.LABEL, text) <= room), "")
