"""From a sentence of the session to one figure, for canvas, export and command line alike. No Qt."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from cachetools import LRUCache

from goldleaf.core.errors import OptionError
from goldleaf.core.version import VERSION
from goldleaf.viewer.diagram.annotators import told_apart
from goldleaf.viewer.diagram.compose import Around, compose
from goldleaf.viewer.diagram.naming import REVIEW
from goldleaf.viewer.diagram.options import Mode
from goldleaf.viewer.diagram.shapes import Diagram, Role, Side
from goldleaf.viewer.diagram.spacing import LayOut
from goldleaf.viewer.diagram.theme import TextMeasure, Theme
from goldleaf.viewer.export import FigureOptions, encode, save
from goldleaf.viewer.session.document import Document
from goldleaf.viewer.session.pair import Pair
from goldleaf.viewer.views import Look, View, view_of
from goldleaf.viewer.views.everyone import everyone_of, sentences_of, shows_all, sides_of, wording_of
from goldleaf.viewer.views.lattices.layout import lay_out
from goldleaf.viewer.views.layers import layered
from goldleaf.viewer.views.remedies import FOLD
from goldleaf.viewer.views.view import Drawing, Remedy, ReviewOutcome, Subject, Tools

MOST_TOLD = 50  # differences in an alt text
KEPT = 8  # drawings of a `DrawingCache`
NOTHING_SCORES = "nothing in this sentence is scored"


def pair_for(document: Document, row: int, parse: int, view: View, metric: str | None = None) -> Pair:
    """The sentence in a row with one parse's (−1 for none), compared by the metric that a view shows. ``metric`` is the
    chosen one's name; where its facts are of another kind, the first that fits the view compares. Raises IndexError."""
    return document.pairs.at(row, parse, document.metric_for(view.name, view.metric, metric))


def draw(
    document: Document, row: int, parse: int, look: Look, tools: Tools, *, metric: str | None = None,
    titles: tuple[str, str] | None = None, outcome: ReviewOutcome | None = None,
) -> Drawing:  # fmt: skip
    """Draw the sentence in a row with one parse's (−1 for the gold alone); see `pair_for`. Raises IndexError. The
    diagrams carry the files' names and the version into exported files. ``titles`` are the gold's and the parse's; the
    ``outcome`` of a review is drawn beside them, in views that show it."""
    view = view_of(look, document)
    pair, wording = pair_for(document, row, parse, view, metric), wording_of(document, parse)
    if titles is not None:
        wording = replace(wording, gold=titles[0], parse=titles[1])
    if document.versions is not None and document.table["change"][row] == "added":  # what is drawn is the other's
        wording = replace(wording, gold=wording.parse)
    layers = look.layers if "layers" in view.heeds else ()
    everyone = bool(layers) and parse >= 0 and shows_all(look, document) and bool(document.layers.joinable[row])
    items = document.layers.items(row, parse, layers, everyone=everyone)
    subject = Subject(document, row, parse, pair, wording, items, outcome, everyone)
    drawing = view.draw(subject, look, tools)
    if everyone:
        sentences = dict(zip(sides_of(document, parse), sentences_of(subject) or (), strict=False))
        drawing = replace(drawing, differences=layered((), pair, items, everyone_of(document), sentences))
    elif layers:
        drawing = replace(drawing, differences=layered(drawing.differences, pair, items, wording))
    elif pair.nothing_scores:
        drawing = replace(drawing, summary=drawing.summary or NOTHING_SCORES)
    wording = wording if drawing.wording is REVIEW else drawing.wording
    about = {"goldleaf": VERSION}
    if document.blind is None:  # or the file would name whom its reader is not to know
        sides = ("annotator", "other-annotator") if document.adjudicated else ("gold", "parse")
        files = [document.gold, *(one.treebank for one in document.parses[parse : parse + 1] if parse >= 0)]
        about |= {side: Path(file.path).name for side, file in zip(sides, files, strict=False)}
    about |= {**drawing.about, "signature": pair.metric.signature}
    apart = (told_apart(diagram, wording) for diagram in drawing.diagrams)
    diagrams = tuple(replace(diagram, metadata={**diagram.metadata, **about}) for diagram in apart)
    return replace(drawing, diagrams=diagrams, wording=wording)


class DrawingCache:
    """Draws sentences; the last `KEPT` are not drawn twice, unless a better layout is to come. So those that come next
    can be drawn before they are asked for."""

    def __init__(self, measure: TextMeasure, lay_out: LayOut = lay_out) -> None:
        self._measure = measure
        self._lay_out = lay_out
        self._kept: LRUCache[Any, Drawing] = LRUCache(KEPT)

    def draw(
        self, document: Document, row: int, parse: int, look: Look, theme: Theme, metric: str | None = None,
        outcome: ReviewOutcome | None = None,
    ) -> Drawing:  # fmt: skip
        """The sentence in a row with one parse's (−1 for the gold alone). Raises IndexError."""
        key = (document, row, parse, look, theme, metric, outcome)
        drawing: Drawing | None = self._kept.get(key)
        if drawing is None:
            tools = Tools(theme, self._measure, self._lay_out)
            drawing = draw(document, row, parse, look, tools, metric=metric, outcome=outcome)
            if not drawing.provisional:
                self._kept[key] = drawing
        return drawing

    def forget(self) -> None:
        """Draw all anew; a document that has been closed is let go."""
        self._kept.clear()


@dataclass(frozen=True, slots=True, kw_only=True)
class Fit:
    """What has been decided for a figure of a certain width, and what is not as it was asked for. ``remedies`` have
    been taken, with so many ``rows`` of words, on so many ``pages``; ``pages_help`` where its kind of file has one.
    ``too_small`` is the size of its smallest text in points where that is below ``least``, ``too_tall`` its height in
    centimetres where a page ``height`` has no room for it; ``helps`` would mend that."""

    remedies: tuple[Remedy, ...] = ()
    rows: int = 0
    least: float = 0.0
    pages: int = 1
    pages_help: bool = False
    too_small: float | None = None
    too_tall: float | None = None
    height: float = 0.0
    helps: tuple[Remedy, ...] = ()

    @property
    def decided(self) -> str:
        """What has been decided, in words; empty if nothing has."""
        said = (remedy.said for remedy in self.remedies if self.rows or "{rows}" not in remedy.said)
        more = ["a .pdf has all of it, on pages"] * (self.pages_help and FOLD in self.remedies and not self.lacking)
        return "; ".join((*said, *more)).format(rows=self.rows)

    @property
    def lacking(self) -> str:
        """What is not as it was asked for, in words; empty if all is."""
        small = f"text of {self.too_small:.1f} pt, less than {self.least:g}" if self.too_small is not None else ""
        tall = f"{self.too_tall:.0f} cm tall, a page has {self.height:.0f}" if self.too_tall is not None else ""
        return ", ".join(filter(None, (small, tall)))

    def advice(self, name: Callable[[Remedy], str]) -> str:
        """What would help, each remedy by its ``name``."""
        pdf = ["a .pdf with its pages"] * self.pages_help
        return " or ".join((*map(name, self.helps), *pdf)) or "no other choice"


@dataclass(frozen=True, eq=False)
class Figure:
    """One picture of all that is drawn of a sentence, and how it is written. Made by `compose_figure`."""

    diagram: Diagram
    drawing: Drawing
    theme: Theme
    options: FigureOptions = field(default_factory=FigureOptions)
    dark: Theme | None = None  # the colors on a dark screen, where it shows itself
    around: Around = field(default_factory=Around)
    notes: tuple[str, ...] = ()  # what a reader of the figure should know
    fit: Fit | None = None  # of one with a width

    def __repr__(self) -> str:
        return f"<figure of {self.diagram.title or 'a sentence'}: {self.diagram.width:.0f} × {self.diagram.height:.0f}>"

    def encode(self, suffix: str) -> bytes:
        """The content of a file: ``svg``, ``pdf``, ``png`` or ``tex``. PNG and PDF need a QGuiApplication."""
        return encode(suffix, self.diagram, self.theme, self.options, tikz=self._tikz)

    def _repr_svg_(self) -> str:
        """How it shows itself in a notebook, light or dark as the screen is."""
        return encode("svg", self.diagram, self.theme, replace(self.options, dark=self.dark)).decode()

    def save(self, path: str | Path) -> None:
        """Write the figure in the format of the file's ending, whole or not at all. Raises GoldleafError."""
        save(path, self.diagram, self.theme, self.options, tikz=self._tikz)

    def _tikz(self, theme: Theme, scale: float, *, standalone: bool) -> str | None:
        return self.drawing.tikz(theme, scale, self.around, standalone=standalone, example=self.options.example)


def compose_figure(
    drawing: Drawing, mode: Mode, theme: Theme, measure: TextMeasure, *, legend: bool = False, caption: str = "",
    options: FigureOptions | None = None, about: Mapping[str, str] | None = None, title: str = "",
    width: float | None = None, paired: bool = False,
) -> Figure:  # fmt: skip
    """All that is drawn as one picture, as it is copied, exported and rendered. Raises OptionError if nothing is.
    ``about`` is added to what the file tells of itself; its ``title`` is otherwise the sentence. Legend and caption
    keep to a ``width`` in pixels; where it has room, gold and parse may be ``paired`` above what golds share."""
    if not drawing.diagrams:
        raise OptionError(drawing.note or "There is nothing to draw.")
    several = len(drawing.diagrams) > 1
    arrangement = Mode.BESIDE if drawing.beside else Mode.STACKED if several else mode
    paired = paired and any(key.side is Side.GENERALISED for key in drawing.diagrams[-1].elements)
    sides = {key.side for key in drawing.diagrams[0].elements}
    # An outline beside others names its sides itself.
    own = several and drawing.upright and {Side.GOLD, Side.PARSE} <= sides
    titles = ("", *drawing.titles[1:]) if own else drawing.titles
    titled = several or (width is not None and mode is Mode.OVERLAY and not drawing.upright)
    diagram, around = compose(
        drawing.diagrams, arrangement, theme, measure, titles=titles * titled, legend=legend, caption=caption,
        wording=drawing.wording, width=width, paired=paired,
    )  # fmt: skip
    # What the list of differences and the legend say, for those who cannot see them.
    texts = [diagram.description]
    if rows := [row.sentence for row in drawing.differences]:
        more = f"; and {len(rows) - MOST_TOLD} more" if len(rows) > MOST_TOLD else ""
        texts.append(f"{'; '.join(rows[:MOST_TOLD])}{more}.")
    told = around.legend.texts if around.legend is not None else ()  # names, and what stands in samples
    if names := [text.text for text in told if text.role is Role.LEGEND]:
        texts.append(f"Legend: {', '.join(names)}.")
    diagram = replace(
        diagram, title=title or diagram.title, description=" ".join(texts),
        metadata={**diagram.metadata, **(about or {})},
    )  # fmt: skip
    return Figure(diagram, drawing, theme, options or FigureOptions(), around=around)
