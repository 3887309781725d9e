"""A figure of one sentence of files or treebanks: what the command line, notebooks and the demo ask for. No Qt."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from enum import StrEnum
from operator import attrgetter
from typing import Any, TypeVar

from goldleaf.core.analysis.sides.layers import Layer
from goldleaf.core.errors import OptionError
from goldleaf.core.metrics import METRICS
from goldleaf.core.treebank import Sentence
from goldleaf.viewer.diagram.bidi import mostly_right_to_left
from goldleaf.viewer.diagram.options import Direction, Mode, Options, Row
from goldleaf.viewer.diagram.shapes import Role, Text
from goldleaf.viewer.diagram.text import Font, Measure
from goldleaf.viewer.diagram.theme import NAMES, OLD_NAMES, Theme
from goldleaf.viewer.export import PRESETS, FigureOptions, text_size
from goldleaf.viewer.export.sizes import width_of
from goldleaf.viewer.figures.figure import NOTHING_SCORES, Figure, draw, pair_for
from goldleaf.viewer.figures.fitting import Paper, Source, fitted, theme_in
from goldleaf.viewer.session.document import Document
from goldleaf.viewer.session.navigation import row_of
from goldleaf.viewer.text.tex_example import PACKAGES, Example
from goldleaf.viewer.views import AUTO, VIEWS, Look, View, named, owners, view_of
from goldleaf.viewer.views.lattices.graphviz import lay_out
from goldleaf.viewer.views.view import Drawing, Number, Switch, Tools

_OF_FORMATS = {
    "pixels": ("png",),
    "transparent": ("svg", "pdf", "png"),
    "standalone": ("tex",),
    "example": ("tex",),
}
"""Choices that only some kinds of file have."""

Choice = TypeVar("Choice", bound=StrEnum)
FontAdvice = Callable[[Iterable[str], Font], str | None]
"""What to install for characters that a font does not have; None if it has all."""


@dataclass(frozen=True, kw_only=True)
class Wanted:
    """What a figure shall be, in words; see ``goldleaf render --help``.

    ``own`` are options of the view, by name. Where ``compare`` is `AUTO` and ``only_differences`` None, the ``width``
    decides; so it does with ``wrap``, which has a meaning with a ``width`` only. ``font`` is ``serif``, ``sans``
    or a family, by default the theme's; ``font_size`` is that of words, in points. ``against`` is the place of a second
    parse that is drawn, too.
    """

    view: str = AUTO
    compare: str = AUTO
    only_differences: bool | None = None
    rows: str = Row.TAG.value
    enhanced: bool = False
    direction: str = Direction.AUTO.value
    layers: str = ""
    against: int | None = None
    width: str | float | None = None
    wrap: bool = True
    theme: str = "paper-color"
    font: str = ""
    font_size: float | None = None
    legend: bool = False
    caption: str = ""
    pixels: int = 2
    transparent: bool = False
    standalone: bool = False
    example: str | None = None
    title: str = ""
    author: str = ""
    own: Mapping[str, Any] = field(default_factory=dict)

    @property
    def look(self) -> Look:
        """How the sentence is drawn. Raises OptionError for a choice that there is not."""
        options = Options(
            rows=_rows(self.rows),
            only_differences=bool(self.only_differences),
            enhanced=self.enhanced,
            direction=_choice(Direction, self.direction, "--direction"),
        )
        if self.view != AUTO:
            named(self.view)
        layers = tuple(_choice(Layer, name, "--layers") for name in _names(self.layers))
        mode = Mode.STACKED if self.compare == AUTO else _choice(Mode, self.compare, "--compare")
        return Look(view=self.view, mode=mode, options=options, layers=layers, against=self.against)

    @property
    def paper(self) -> Paper:
        """What the figure is on paper."""
        made = {"compare": self.compare != AUTO, "only_differences": self.only_differences is not None}
        made |= {"wrap": not self.wrap, **dict.fromkeys(self.own, True)}
        return Paper(
            options=self.written,
            size=self.font_size,
            fixed=frozenset(name for name, fixed in made.items() if fixed),
            legend=self.legend,
            caption=self.caption,
            title=self.title,
            about={"author": self.author} if self.author else {},
        )

    @property
    def written(self) -> FigureOptions:
        """How the figure is written."""
        preset, centimetres = self._width
        return FigureOptions(
            preset=preset,
            width=centimetres,
            pixels=self.pixels,
            transparent=self.transparent,
            standalone=self.standalone,
        )

    @property
    def _width(self) -> tuple[str | None, float | None]:
        """The name of a preset, or a number of centimetres."""
        if self.width is None or self.width in PRESETS:
            return None if self.width is None else str(self.width), None
        try:
            return None, float(str(self.width).removesuffix("cm"))
        except ValueError:
            raise OptionError(f"--width {self.width}: neither {', '.join(PRESETS)} nor a number of cm") from None


def render(
    document: Document,
    sentence: str,
    wanted: Wanted,
    measure: Measure,
    *,
    parse: int | None = None,
    metric: str | None = None,
    titles: tuple[str, str] | None = None,
) -> Figure:
    """A figure of the sentence of this id or number, with a parse (−1 for none; by default the first, if there is one).

    ``metric`` is the one whose differences are marked, by name; None for the view's usual one. Raises OptionError for
    what is asked for and cannot be: nothing is left out in silence.
    """
    if wanted.theme not in (*NAMES, *OLD_NAMES):
        raise OptionError(f"--theme {wanted.theme}: no such theme; there are {', '.join(NAMES)}")
    look, theme = wanted.look, theme_in(wanted.theme, wanted.font)
    view = view_of(look, document)
    if look.view not in (AUTO, view.name):
        raise OptionError(f"--view {look.view}: {document.gold.path}: {VIEWS[look.view].lacking(document)}")
    _check_heeded(wanted, document, view)
    _check_metric(metric, document, view)
    look, row = look_of(wanted, view), row_of(document.gold, sentence)
    shown = parse if parse is not None else min(len(document.parses), 1) - 1

    def draw_in(look: Look, theme: Theme) -> Drawing:
        return draw(document, row, shown, look, Tools(theme, measure, lay_out), metric=metric, titles=titles)

    pair = pair_for(document, row, shown, look, metric)
    options = replace(wanted.written, example=example_of(pair.gold, wanted.example))
    paper = replace(wanted.paper, options=options)
    figure = fitted(Source(draw_in, view, look, shown >= 0), theme, measure, paper)
    why_not = pair.why_not if shown >= 0 and not pair.compared else None
    told = figure.drawing.wording.told
    notes = (
        f"{told('gold and parse')} are not compared: {told(why_not)}" if why_not else "",
        f"{pair.metric.title}: {NOTHING_SCORES}" if pair.nothing_scores and not look.layers else "",
        figure.drawing.left_out,
    )
    return replace(figure, notes=tuple(filter(None, notes)))


def decided(figure: Figure) -> str:
    """How the figure has been laid out for its width, in one line; empty for one that is as wide as it comes."""
    if figure.fit is None:
        return ""
    how = f": {figure.drawing.wording.told(figure.fit.decided)}" if figure.fit.decided else ""
    return f"{size_on_paper(figure)}, {smallest(figure)}{how}"


def smallest(figure: Figure) -> str:
    """How large its text is, at least."""
    size = text_size(figure.diagram, figure.theme, figure.options)
    return "no text" if size is None else f"text of {size:.1f} pt or more"


def size_on_paper(figure: Figure) -> str:
    """Width and height of a figure, in centimetres."""
    width = width_of(figure.diagram, figure.options.scale(figure.diagram))
    return f"{width:.1f} × {width * figure.diagram.height / figure.diagram.width:.1f} cm"


def example_of(sentence: Sentence, package: str | None) -> Example | None:
    """The sentence as a numbered example: glosses from MISC, the translation from the comments; None without a package.

    Raises OptionError for a package that there is not.
    """
    if package is None:
        return None
    if package not in PACKAGES:
        raise OptionError(f"--example {package}: no such choice; there are {', '.join(PACKAGES)}")
    words = tuple(word.form for word in sentence.words)
    glosses = tuple(_misc(word.misc).get("Gloss", "") for word in sentence.words)
    comments = (comment.lstrip("# ").partition("=") for comment in sentence.comments)
    known = {name.strip(): value.strip() for name, _, value in comments}
    return Example(
        package,
        f"ex:{sentence.id or sentence.number}",
        words,
        glosses if any(glosses) else (),
        known.get("text_en", ""),
        right_to_left=mostly_right_to_left(words),
    )


def _misc(text: str) -> dict[str, str]:
    return dict(pair.split("=", 1) for pair in text.split("|") if "=" in pair)


def warnings(figure: Figure, font_advice: FontAdvice) -> list[str]:
    """What a reader of the figure could not read, and why gold and parse are not compared."""
    found = list(figure.notes)
    if figure.fit is not None and figure.fit.lacking:
        found.append(f"{figure.fit.lacking}; {figure.fit.advice(attrgetter('option'))} would help")
    texts = [shape for shape in figure.diagram.shapes if isinstance(shape, Text)]
    for role in (Role.WORD, Role.SEGMENT):
        advice = font_advice((text.text for text in texts if text.role == role), figure.theme.font(role))
        found += [advice] if advice is not None else []
    return found


def check_choices(suffix: str, wanted: Wanted) -> None:
    """Raise OptionError for a choice that has no meaning in a kind of file."""
    usual = Wanted()
    for name, having in _OF_FORMATS.items():
        if getattr(wanted, name) != getattr(usual, name) and suffix not in having:
            raise OptionError(f"--{name}: .{suffix} has no such choice; {_listed([f'.{one}' for one in having])}")


def _check_heeded(wanted: Wanted, document: Document, view: View) -> None:
    """Raise OptionError for a choice that has no meaning in a view."""
    usual = Wanted()
    asked = {one.name for one in fields(Wanted) if getattr(wanted, one.name) != getattr(usual, one.name)}
    shared = set[str]().union(*(one.heeds for one in VIEWS.values()))
    asked |= {"other_golds"} if document.gold.other_golds else set()
    for name in sorted(asked & shared - view.heeds):
        having = [one.name for one in VIEWS.values() if name in one.heeds]
        flag = {"other_golds": "other-gold"}.get(name, name.replace("_", "-"))
        raise OptionError(f"--{flag}: --view {view.name} has no such choice; {_listed(having)}")


def _check_metric(name: str | None, document: Document, view: View) -> None:
    """Raise OptionError for a metric that cannot be drawn in a view, or not be had of the files."""
    if name is None:
        return
    if name not in (metric.name for metric in document.metrics):
        raise OptionError(f"--metric {name}: {document.left_out.get(name, 'it does not compare what the files have')}")
    if view.name not in METRICS[name].views:
        drawn = [one.name for one in METRICS.values() if view.name in one.views]
        raise OptionError(f"--metric {name}: --view {view.name} shows what {' or '.join(drawn)} counts")


def own_options() -> dict[str, tuple[View, Switch | Number]]:
    """The options that views have of their own, by name; where two have one of a name, the first."""
    found: dict[str, tuple[View, Switch | Number]] = {}
    for view in VIEWS.values():
        options: tuple[Switch | Number, ...] = (*view.switches, *view.numbers)
        for option in options:
            name = option.field if isinstance(option, Switch) and isinstance(option.on, StrEnum) else option.name
            found.setdefault(name, (view, option))
    return found


def look_of(wanted: Wanted, view: View) -> Look:
    """How a sentence is drawn, with the views' own options as they are in figures and as they are given."""
    look, given = wanted.look, wanted.own
    for one in VIEWS.values():
        look = look.with_own(one.name, one.in_figures) if one.in_figures is not None else look
    for name, value in given.items():
        owner, option = _own_option(name, view)
        if isinstance(option, Switch) and isinstance(option.on, StrEnum):
            value = _choice(type(option.on), value, f"--{name}")
        field_name = option.field if isinstance(option, Switch) else option.name
        look = look.with_own(owner.name, replace(owner.own(look), **{field_name: value}))
    return look


def _own_option(name: str, view: View) -> tuple[View, Switch | Number]:
    """A view's option, or one that it shares, with the view whose it is. Raises OptionError where it has none."""
    known = own_options()
    if name not in known:
        raise OptionError(f"--{name}: no such option; there are {', '.join(known)}")
    owner, option = known[name]
    if owner not in owners(view):
        having = [one.name for one in VIEWS.values() if owner in owners(one)]
        raise OptionError(f"--{name}: --view {view.name} has no such choice; {_listed(having)}")
    return owner, option


def _listed(names: Sequence[str]) -> str:
    return f"{', '.join(names)} {'has' if len(names) == 1 else 'have'}"


def _choice(kind: type[Choice], value: str, option: str) -> Choice:
    try:
        return kind(value)
    except ValueError:
        raise OptionError(f"{option} {value}: no such choice; there are {', '.join(kind)}") from None


def _names(value: str) -> list[str]:
    return [name.strip() for name in value.split(",") if name.strip()]


def _rows(value: str) -> tuple[Row, ...]:
    names = _names(value)
    return () if names in ([], ["none"]) else tuple(_choice(Row, name, "--rows") for name in names)
