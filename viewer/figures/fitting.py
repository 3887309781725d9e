"""How a figure is laid out for the width that it is asked to have: what the command line, the dialog and notebooks do.
The width is kept, and the text is as large as asked. What is too wide is set closer first, then drawn with the other
remedies that its view knows, one after the other, each with a little smaller text if that is enough. What is not as it
was asked for in the end is said, with what would help. No Qt."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import product
from math import ceil, inf

from goldleaf.core.errors import OptionError
from goldleaf.viewer.diagram.options import MOST_ROWS, Layout
from goldleaf.viewer.diagram.shapes import MARGIN, Role
from goldleaf.viewer.diagram.theme import TextMeasure, Theme, load, ruler_for
from goldleaf.viewer.export import FigureOptions, text_size
from goldleaf.viewer.export.columns import in_columns, lines_down
from goldleaf.viewer.export.families import families, installed_first
from goldleaf.viewer.export.pages import on_pages
from goldleaf.viewer.export.sizes import CM_PER_PIXEL, POINTS_PER_PIXEL, TEXT, FigureSize
from goldleaf.viewer.figures.figure import Figure, Fit, compose_figure
from goldleaf.viewer.figures.wanted import Wanted
from goldleaf.viewer.views.remedies import FOLD, TIGHT
from goldleaf.viewer.views.view import Drawing, Look, Remedy, View

EDGE = 2.0  # of the margins, in pixels: a page has its own
NEARLY = 1.002  # of what there is room for
LEAST = 7.0  # points of tags and labels beside words of 8
LEAST_ON_SLIDES = 12.0  # points, rather than to leave something out
MOST_COLUMNS = 3  # of a sentence that runs down a slide
FEWEST = 5  # nodes of a side that is still a picture of a tree


@dataclass(frozen=True, slots=True)
class FigureSource:
    """What a figure is made from: the sentence drawn in any look and theme, its view, how it is drawn at first, whether
    there is a parse, and whether the window shows it in several rows."""

    draw_in: Callable[[Look, Theme], Drawing]
    view: View
    look: Look
    compared: bool
    wrapped: bool = False


@dataclass(frozen=True, slots=True)
class _Attempt:
    """A figure with some remedies and words of a size in points; ``room`` and ``headroom`` are in pixels."""

    figure: Figure
    remedies: tuple[Remedy, ...]
    size: float
    room: float
    headroom: float

    @property
    def width(self) -> float:
        """In pixels, without most of its margins."""
        return self.figure.diagram.width - 2 * (MARGIN - EDGE)

    @property
    def height(self) -> float:
        """The same downwards."""
        return self.figure.diagram.height - 2 * (MARGIN - EDGE)

    @property
    def rows(self) -> int:
        return max(len(diagram.strips) for diagram in self.figure.drawing.diagrams)

    @property
    def bare(self) -> bool:
        """Whether its words are on edge, or of a tree hardly more than its words is left."""
        taken, drawing = {remedy.choice for remedy in self.remedies}, self.figure.drawing
        nodes = Counter(key.side for key in drawing.keys if key.kind == "node")
        folded = "only_differences" in taken and bool(nodes) and max(nodes.values()) < FEWEST
        return "leaves" in taken or folded

    @property
    def narrow(self) -> bool:
        return self.width <= self.room * NEARLY

    @property
    def share(self) -> float:
        """What it must shrink or may grow by."""
        return min(self.room / self.width, self.headroom / self.height)

    @property
    def fits(self) -> bool:
        return self.narrow and self.height <= self.headroom * NEARLY

    @property
    def cut(self) -> int:
        return sum(text.text.endswith("…") for text in self.figure.diagram.texts)

    def spills(self, page: FigureSize) -> bool:
        """Whether it goes on on another page."""
        return self.height > self.room * page.height / page.width * NEARLY

    def might_fit(self, size: float) -> bool:
        """Whether there could be room with words of another size: distances shrink as letters do, at most."""
        shrunk = size / self.size / NEARLY
        return self.width * shrunk <= self.room and self.height * shrunk <= self.headroom


@dataclass(frozen=True, slots=True)
class Fitting:
    """A figure as ``wanted``, written by ``options``. The choices that are ``fixed`` (`Remedy.choice`) are not changed.
    Where its file has ``pages`` a slide goes on on another one before anything is left out."""

    source: FigureSource
    theme: Theme
    measure: TextMeasure
    wanted: Wanted
    options: FigureOptions
    fixed: frozenset[str]
    pages: bool
    paged: bool = False  # what runs down a slide goes on on the next one

    def figure(self) -> Figure:
        """The first figure that there is room for, or the last one tried; without a width as it is, but for the size of
        its text. Raises OptionError."""
        page, look, size = self.options.page, self.source.look, self.wanted.font_size
        if size is not None and not 1 <= size <= 200:
            raise OptionError(f"--font-size {size:g}: is not between 1 and 200 points")
        if page is None:
            figure = self._composed(self.source.draw_in(look, self.theme), look, self.theme)
            natural = 1.0 if size is None else size / points(self.theme)
            return replace(figure, options=replace(self.options, natural=natural))
        by_itself = look.options.layout is Layout.AUTO
        across = replace(look, options=replace(look.options, layout=Layout.ACROSS)) if by_itself else look
        fitting = replace(self, source=replace(self.source, look=across))
        found = fitting._best(page)
        figure = self._on_page(found, page)
        fit = self._judged(found, figure, page)
        cut = any(remedy.choice == "only_differences" for remedy in found.remedies)
        bare = page.width > page.height and (found.bare or cut)
        crowded = found.rows > MOST_ROWS or _small(figure, page) or found.bare or bare
        down = fitting._down(page) if fit.lacking or (by_itself and crowded) else None
        if by_itself and down is not None and down.fit is not None:
            # What a view allows is left as it is where it would not become large enough for everybody.
            enough = not down.fit.lacking and (fit.lacking or bare or not _small(down, page))
            if enough or (down.fit.too_small or 0.0) > (fit.too_small or inf):
                return down
        if fit.lacking:
            first = () if down is None or down.fit is None or down.fit.lacking else down.fit.remedies[:1]
            helps = dict.fromkeys((*first, *fitting._helps(found, fit, page)))
            fit = replace(fit, helps=tuple(helps))
        return replace(figure, fit=fit)

    def _down(self, page: FigureSize) -> Figure | None:
        # The figure with words down the page, where they run across it.
        for remedy in self.source.view.offers * (not self.source.look.options.layout.down):
            if remedy.choice == "layout" and (look := remedy.changed(self.source.look, 0.0)) is not None:
                found = replace(self, source=replace(self.source, look=look))._best(page)
                figure, found = self._on_page(found, page), replace(found, remedies=(remedy, *found.remedies))
                return replace(figure, fit=self._judged(found, figure, page))
        return None

    def _best(self, page: FigureSize) -> _Attempt:
        # The first that fits; on slides whole and on several pages rather than folded, or too small.
        found = self._first_that_fits(page)
        down = page.width > page.height and self.source.look.options.layout.down
        if not down or not self.pages or (found.fits and not {FOLD, TIGHT} & {*found.remedies[:1]}):
            return found
        return replace(self, fixed=self.fixed | {"only_differences"}, paged=True)._first_that_fits(page)

    def _first_that_fits(self, page: FigureSize) -> _Attempt:
        least, wanted = self._least(page), self.wanted.font_size or page.text
        sizes = list(dict.fromkeys((wanted, max((wanted + least) / 2, least), min(wanted, least))))
        view, slide = self.source.view, page.width > page.height
        # A slide shows the differences alone where all is too much for it.
        folding = [remedy for remedy in view.offers if slide and remedy.choice == "only_differences"]
        allowed = (remedy for remedy in (*view.remedies, *folding) if remedy.choice not in self.fixed)
        free = [remedy for remedy in allowed if self.source.compared or not remedy.needs_parse]
        ways = [*((remedy,) for remedy in free if remedy.on_slides and slide), ()]
        free = [remedy for remedy in free if not remedy.on_slides]
        last = self._attempt((), sizes[0], page)
        for count, way in product(range(len(free) + 1), ways):
            for size in sizes:
                if size != sizes[0] and (not count or not last.might_fit(size)):
                    continue
                last = self._attempt((*way, *free[:count]), size, page)
                if last.fits:
                    # Set closer, gold and parse may have room side by side, above what golds have in common.
                    if len(last.figure.drawing.diagrams) == 3 and last.figure.around.beside == 1:
                        closer = self._attempt((*way, *free[: count + 1]), size, page)
                        last = closer if closer.fits and closer.figure.around.beside == 2 else last
                    # Words that are a little smaller may save the row of those few that are left over; and what goes
                    # on on another page may, set closer, have room on one, or need not be cut, but on slides, which
                    # are seen from afar.
                    spills, cut = last.spills(page), last.cut
                    may_save = self.wanted.font_size is None and (not slide if spills or cut else last.rows > 1)
                    smaller = sizes[sizes.index(size) + (not spills) :] if may_save else []
                    tried = [self._attempt((*way, *free[: count + spills]), lower, page) for lower in smaller]
                    tried = [one for one in tried if one.fits]
                    saving = (one for one in tried if not one.spills(page) and (one.rows < last.rows or spills))
                    found = next(saving, min((last, *tried), key=lambda one: one.cut))
                    return found if spills or cut else self._as_large_as_fits(found, sizes[0], page)
        # Nothing is changed or left out that does not make it larger.
        ends = [self._attempt((*way, *free[:n]), sizes[-1], page) for n in range(len(free) + 1) for way in ways]
        largest = max(one.share for one in ends)
        return next(one for one in ends if one.share >= 0.95 * largest)

    def _as_large_as_fits(self, found: _Attempt, wanted: float, page: FigureSize) -> _Attempt:
        if found.size + 0.1 >= wanted:
            return found
        # The legend has more lines where it has less room, so it holds no picture small.
        bare = replace(self, wanted=replace(self.wanted, legend=False))
        share = (bare._attempt(found.remedies, found.size, page) if self.wanted.legend else found).share
        size = min(found.size * share, wanted)
        while size > found.size + 0.1:
            larger = self._attempt(found.remedies, size, page)
            if larger.fits and larger.rows <= found.rows:
                return larger
            size = (found.size + size) / 2 if size - found.size > 0.4 else found.size
        return found

    def _least(self, page: FigureSize) -> float:
        least = self.source.view.least_text * page.text / TEXT
        return min(least, LEAST_ON_SLIDES) if page.width > page.height else least

    def _attempt(self, remedies: Sequence[Remedy], size: float, page: FigureSize) -> _Attempt:
        look, taken = self.source.look, []
        theme = self.theme.printed(min(1.0, LEAST * page.text / TEXT / size))
        room = page.width / (CM_PER_PIXEL * size / points(theme))
        for remedy in remedies:
            changed = remedy.changed(look, room + 2 * (MARGIN - EDGE))
            if changed is not None:
                look = changed
                taken.append(remedy)
        drawing, slide = self.source.draw_in(look, theme), page.width > page.height
        # A sentence that runs down the page is as long as it is: smaller text would not make it fit. Nobody turns the
        # page of a slide: there it has columns.
        endless = drawing.upright and (self.paged or not slide)
        headroom = inf if endless else room * page.height / page.width
        ways = [drawing]
        if drawing.upright and not endless and len(drawing.diagrams) == 1:
            only, lines = drawing.diagrams[0], len(lines_down(drawing.diagrams[0]))
            columns = (tuple(in_columns(only, ceil(lines / count))) for count in range(2, MOST_COLUMNS + 1))
            ways += [replace(drawing, diagrams=own, titles=()) for own in columns]
        figures = (self._composed(way, look, theme, room + 2 * (MARGIN - EDGE)) for way in ways)
        tried = [_Attempt(figure, tuple(taken), size, room, headroom) for figure in figures]
        return next((found for found in tried if found.fits), max(tried, key=lambda found: found.share))

    def _composed(self, drawing: Drawing, look: Look, theme: Theme, width: float | None = None) -> Figure:
        wanted = self.wanted
        return compose_figure(
            drawing, look.mode, theme, self.measure, legend=wanted.legend, caption=wanted.caption, title=wanted.title,
            about={"author": wanted.author} if wanted.author else {}, options=self.options, width=width,
            paired="compare" not in self.fixed,
        )  # fmt: skip

    def _on_page(self, found: _Attempt, page: FigureSize) -> Figure:
        width = found.room if found.narrow else found.width
        if page.enlarge and found.headroom < inf:
            width = max(found.width, found.height * page.width / page.height)
        # In the middle of the width, without most of the margins: a page has its own.
        diagram, cut = found.figure.diagram, MARGIN - EDGE
        own = diagram.width - 2 * cut
        moved = diagram.moved((width - own) / 2 - cut, -cut)
        framed = replace(moved, width=width, height=diagram.height - 2 * cut)
        return replace(found.figure, diagram=framed, around=replace(found.figure.around, width=width, cut=cut))

    def _judged(self, found: _Attempt, figure: Figure, page: FigureSize) -> Fit:
        smallest, least = text_size(figure.diagram, figure.theme, figure.options), self._least(page)
        least = min(least, self.wanted.font_size or least)
        height = page.width * figure.diagram.height / figure.diagram.width
        return Fit(
            remedies=found.remedies, rows=found.rows, least=least,
            too_small=smallest if smallest is not None and smallest < least - 0.05 else None,
            too_tall=height if height > page.height + 0.05 and not figure.drawing.upright else None,
            height=page.height,
            pages=len(on_pages(figure.diagram, page, ruler_for(figure.theme, self.measure)))
            if found.headroom == inf and self.pages else 1,
            pages_help=page.width > page.height and not self.pages and "layout" in self.source.view.heeds,
        )  # fmt: skip

    def _helps(self, found: _Attempt, fit: Fit, page: FigureSize) -> Iterator[Remedy]:
        # What has not been done and would make text large enough, or if it is, the figure low enough.
        for remedy in (*self.source.view.remedies, *self.source.view.offers):
            if remedy.option and remedy not in found.remedies and (self.source.compared or not remedy.needs_parse):
                tried = self._attempt((*found.remedies, remedy), found.size, page)
                there = self._judged(tried, self._on_page(tried, page), page)
                mended = there.too_small is None if fit.too_small is not None else not there.lacking
                if mended and remedy in tried.remedies:
                    yield remedy


def _small(figure: Figure, page: FigureSize) -> bool:
    # Whether it has text smaller than anybody likes to read, though a view may allow it.
    smallest = text_size(figure.diagram, figure.theme, figure.options)
    return smallest is not None and smallest < LEAST * page.text / TEXT - 0.05


@lru_cache(maxsize=16)
def theme_in(name: str, font: str = "") -> Theme:
    """A theme by its name in fonts that there are: ``serif``, ``sans``, a family; its own if empty. Raises OptionError
    for a family that is asked for and not installed."""
    theme = load(name)
    family = families(font) if font else installed_first(theme.font(Role.WORD).family)
    return replace(theme, fonts={role: replace(own, family=family) for role, own in theme.fonts.items()})


def points(theme: Theme) -> float:
    return theme.font(Role.WORD).size * POINTS_PER_PIXEL
