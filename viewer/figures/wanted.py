"""What can be asked of a figure, declared once: `Wanted`. Command line, export dialog, batches and notebooks are made
from its fields; what a format or a view has no such choice for is refused here. Also the line of ``goldleaf render``
that makes a figure of what the window shows. No Qt."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, get_args, get_type_hints

from goldleaf.core.analysis.sides.layers import Layer
from goldleaf.core.errors import OptionError, check_among
from goldleaf.core.metrics import METRICS, Metric
from goldleaf.core.naming import absolute, names_in
from goldleaf.viewer.diagram.options import MOST_ROWS, Direction, Layout, Mode, Options, Row
from goldleaf.viewer.diagram.theme import NAMES
from goldleaf.viewer.export import FORMATS, PRESETS, FigureOptions
from goldleaf.viewer.export.families import GENERIC
from goldleaf.viewer.export.sizes import page_of
from goldleaf.viewer.session.document import Document
from goldleaf.viewer.session.navigation import find
from goldleaf.viewer.session.request import Request
from goldleaf.viewer.text.characters import visible
from goldleaf.viewer.text.tex import PACKAGES
from goldleaf.viewer.views import AUTO, VIEWS, Look, View, named, owners, view_of
from goldleaf.viewer.views.everyone import shows_all
from goldleaf.viewer.views.view import Number, Switch

Named = TypeVar("Named", bound=StrEnum)


@dataclass(frozen=True, slots=True, kw_only=True)
class FigureField:
    """How a field of `Wanted` is offered.

    help, placeholder
        What the command line says of it; where there is no placeholder, the choices are listed.
    choices
        The values there are, or those that are offered.
    others
        Whether the export dialog takes any other value, too.
    title, undecided
        What the export dialog calls it, which does not offer what has no title; and what it calls the default where
        that is no value but something to be found out.
    least, most, unit
        Of a number in the export dialog.
    remembered
        The name under which the choice of the last export is kept; empty for what belongs to one sentence.
    """

    help: str
    placeholder: str = ""
    choices: tuple[str, ...] = ()
    others: bool = False
    title: str = ""
    undecided: str = ""
    least: int = 0
    most: int = 0
    unit: str = ""
    remembered: str = ""


def _choice(default: Any, help: str, placeholder: str = "", **offered: Any) -> Any:  # noqa: ANN401, A002, of any kind
    return field(default=default, metadata={"choice": FigureField(help=help, placeholder=placeholder, **offered)})


@dataclass(frozen=True, kw_only=True)
class Wanted:
    """What a figure shall be, in words; see ``goldleaf render --help``. ``own`` are options of the view, by name. Where
    ``compare`` or ``layout`` is `AUTO` and ``only_differences`` None, the ``width`` decides; so it does with ``wrap``,
    which has a meaning with a ``width`` only. ``font`` is ``serif``, ``sans`` or a family, by default the theme's;
    ``font_size`` is that of words, in points. ``against`` is the place of a second parse, ``everyone`` draws all."""

    view: str = _choice(AUTO, "The kind of picture; auto: a tree if there is one.", choices=(AUTO, *VIEWS))
    compare: str = _choice(
        AUTO,
        "How gold and parse stand to each other; auto: stacked, or with --width in what way there is room.",
        choices=(AUTO, *Mode),
    )
    only_differences: bool | None = _choice(None, "Leave out what is the same.")
    rows: str = _choice(Row.TAG.value, f"What stands under the words: {', '.join(Row)}, or none.", "ROW,…")
    enhanced: bool = _choice(False, "Draw the enhanced graph, too.")
    direction: str = _choice(Direction.AUTO.value, "Which way the words run.", choices=tuple(Direction))
    layout: str = _choice(
        Layout.AUTO.value, "Words across the page, or down it, a line each: arcs upright, trees as an outline; auto: "
        f"across, or with --width down it where text was small or in more than {MOST_ROWS} rows.",
        choices=tuple(Layout),
    )  # fmt: skip
    layers: str = _choice("", f"Mark what differs in these, whatever is scored: {', '.join(Layer)}.", "NAME,…")
    against: int | None = None
    everyone: bool | None = None
    width: str | float | None = _choice(
        None, "Lay out for column (7.7 cm), full (16 cm), slide (30 cm), or so many cm.", "W",
        choices=tuple(PRESETS), title="Width", undecided="Natural size", remembered="size",
    )  # fmt: skip
    wrap: bool = _choice(True, "With --width: wrap long sentences.")
    theme: str = _choice("paper-color", "Colors and lines.", choices=NAMES, title="Colors", remembered="theme")
    font: str = _choice(
        "", "The family of all text; else the theme's.", "serif|sans|NAME",
        choices=tuple(GENERIC), others=True, title="Font", undecided="That of the theme", remembered="font",
    )  # fmt: skip
    font_size: float | None = _choice(
        None, "Size of the words; with --width 8, or a little less.", "PT",
        title="Size", undecided="Usual size", most=72, unit=" pt", remembered="font-size",
    )  # fmt: skip
    legend: bool = _choice(False, "Explain the lines.", title="Legend of the lines", remembered="legend")
    caption: str = _choice("", "Text below the picture.", "TEXT", title="Caption", undecided="None")
    pixels: int = _choice(
        2, "PNG: pixels to a pixel of the picture.", "1…8",
        title="Pixels", least=1, most=8, unit=" ×", remembered="pixels",
    )  # fmt: skip
    transparent: bool = _choice(False, "No background.", title="Transparent background", remembered="transparent")
    standalone: bool = _choice(
        False, "TeX: a document that compiles by itself.", title="Whole LaTeX document", remembered="standalone"
    )
    example: str | None = _choice(
        None, "TeX: a numbered example, glossed, with the figure under it.", choices=tuple(PACKAGES)
    )
    title: str = _choice("", "What the file says that it is; else the sentence.", "TEXT")
    author: str = _choice("", "Whom the file names.", "NAME")
    own: Mapping[str, Any] = field(default_factory=dict)

    @property
    def look(self) -> Look:
        """How the sentence is drawn. Raises OptionError for a choice that there is not."""
        rows, layout = names_in(self.rows), _member(Layout, self.layout, "--layout")
        # Who says how gold and parse stand, or that words are in one row, has said that these run across.
        if layout is Layout.AUTO and (self.compare != AUTO or not self.wrap):
            layout = Layout.ACROSS
        options = Options(
            rows=() if rows in ([], ["none"]) else tuple(_member(Row, name, "--rows") for name in rows),
            only_differences=bool(self.only_differences), enhanced=self.enhanced,
            direction=_member(Direction, self.direction, "--direction"), layout=layout,
        )  # fmt: skip
        if self.view != AUTO:
            named(self.view)
        layers = tuple(_member(Layer, name, "--layers") for name in names_in(self.layers))
        mode = Mode.STACKED if self.compare == AUTO else _member(Mode, self.compare, "--compare")
        return Look(
            view=self.view, mode=mode, options=options, layers=layers, against=self.against, everyone=self.everyone
        )  # fmt: skip

    @property
    def fixed(self) -> frozenset[str]:
        """The choices that somebody has made, which no width changes."""
        made = {"compare": self.compare != AUTO, "only_differences": self.only_differences is not None}
        return frozenset((*self.own, *(name for name, chosen in made.items() if chosen), *["wrap"] * (not self.wrap)))

    @property
    def written(self) -> FigureOptions:
        """How the figure is written. Raises OptionError for a width that is none."""
        page, bare = page_of(self.width), self.transparent
        return FigureOptions(page=page, pixels=self.pixels, transparent=bare, standalone=self.standalone)


USUAL = Wanted()

# How what can be asked of a figure is offered, by name
CHOICES: dict[str, FigureField] = {
    one.name: one.metadata["choice"] for one in fields(Wanted) if "choice" in one.metadata
}


@cache
def kinds() -> dict[str, type]:
    """The type of each choice, by its name: bool, int, float or str. A width may be a number, too, and is text."""
    hints = get_type_hints(Wanted)
    values = {name: get_args(hints[name]) or (hints[name],) for name in CHOICES}
    return {name: next(kind for kind in having if kind is not type(None)) for name, having in values.items()}


def offered(suffix: str) -> list[str]:
    of_some = frozenset[str]().union(*(entry.heeds for entry in FORMATS.values()))
    return [name for name in CHOICES if name not in of_some or name in FORMATS[suffix].heeds]


def remembered(stored: Mapping[str, str]) -> dict[str, Any]:
    """The choices of the last export, from the text that `stored` made; the default for what is not understood. Before
    the first export the width is a column's."""
    choices: dict[str, Any] = {} if CHOICES["width"].remembered in stored else {"width": "column"}
    for name, choice in CHOICES.items():
        text, kind = stored.get(choice.remembered, ""), kinds()[name]
        if choice.remembered and text:
            try:
                value = text == "yes" if kind is bool else kind(text)
            except ValueError:  # settings are a file that anybody may edit
                continue
            if not choice.choices or choice.others or value in choice.choices:
                choices[name] = value or getattr(USUAL, name)
    return choices


def stored(choices: Mapping[str, Any]) -> dict[str, str]:
    """Choices as text, for settings."""

    def text(value: Any) -> str:  # noqa: ANN401, of any kind
        if isinstance(value, bool):
            return "yes" if value else "no"
        return f"{value:g}" if isinstance(value, int | float) else value or ""

    return {key: text(value) for name, value in choices.items() if (key := CHOICES[name].remembered)}


def asked(wanted: Wanted) -> dict[str, Any]:
    """What is not as by default, but for the views' own options."""
    values = {one.name: getattr(wanted, one.name) for one in fields(Wanted) if one.name != "own"}
    return {name: value for name, value in values.items() if value != getattr(USUAL, name)}


def check_offered(suffix: str, wanted: Wanted) -> None:
    """Raise OptionError for a choice that has no meaning in a kind of file."""
    for name in asked(wanted):
        if name in CHOICES and name not in offered(suffix):
            formats = [f".{entry.suffix}" for entry in FORMATS.values() if name in entry.heeds]
            raise OptionError(f"--{name}: .{suffix} has no such choice; {_have(formats)}")


def check_heeded(wanted: Wanted, view: View, *, other_golds: bool) -> None:
    """Raise OptionError for a choice that has no meaning in a view."""
    there = {*asked(wanted), *(["other_golds"] if other_golds else [])}
    of_some = set[str]().union(*(one.heeds for one in VIEWS.values()))
    for name in sorted(there & of_some - view.heeds):
        having = [one.name for one in VIEWS.values() if name in one.heeds]
        flag = "other-gold" if name == "other_golds" else name.replace("_", "-")
        raise OptionError(f"--{flag}: --view {view.name} has no such choice; {_have(having)}")


def own_options() -> dict[str, tuple[View, Switch | Number]]:
    """The options that views have of their own, by name; where two have one of a name, the first."""
    options: dict[str, tuple[View, Switch | Number]] = {}
    for view in VIEWS.values():
        own: tuple[Switch | Number, ...] = (*view.switches, *view.numbers)
        for option in own:
            name = option.field if isinstance(option, Switch) and isinstance(option.on, StrEnum) else option.name
            options.setdefault(name, (view, option))
    return options


def look_of(wanted: Wanted, view: View) -> Look:
    """How a sentence is drawn, with the views' own options as they are in figures and as they are given. Raises
    OptionError for an option that neither the view nor the one that it shares options with has."""
    look, known = wanted.look, own_options()
    for one in VIEWS.values():
        look = look.with_own(one.name, one.in_figures) if one.in_figures is not None else look
    for name, value in wanted.own.items():
        check_among("own", name, known, "option")
        owner, option = known[name]
        if owner not in owners(view):
            having = [one.name for one in VIEWS.values() if owner in owners(one)]
            raise OptionError(f"--{name}: --view {view.name} has no such choice; {_have(having)}")
        if isinstance(option, Switch) and isinstance(option.on, StrEnum):
            value = _member(type(option.on), value, f"--{name}")
        field_name = option.field if isinstance(option, Switch) else option.name
        look = look.with_own(owner.name, replace(owner.own(look), **{field_name: value}))
    return look


def _have(names: Sequence[str]) -> str:
    return f"{', '.join(names)} {'has' if len(names) == 1 else 'have'}"


def _member(kind: type[Named], value: str, option: str) -> Named:
    check_among(option, value, [*kind])
    return kind(value)


def wanted_of(look: Look, document: Document, choices: Mapping[str, Any]) -> Wanted:
    """What a look asks for, in words; ``choices`` are fields of `Wanted` that no look has, such as its theme. Raises
    OptionError for what there is no word for."""
    view, options = view_of(look, document), look.options
    heeded: dict[str, Any] = {
        "compare": AUTO if look.mode is Mode.STACKED else look.mode.value,
        "only_differences": options.only_differences or None, "rows": ",".join(options.rows) or "none",
        "enhanced": options.enhanced, "direction": options.direction.value,
        "layout": (options.layout if options.layout.down or choices.get("width") else Layout.AUTO).value,
        "layers": ",".join(layer.value for layer in look.layers), "against": look.against,
    }  # fmt: skip
    wanted = Wanted(view=view.name, **{name: heeded[name] for name in heeded if name in view.heeds}, **choices)
    wanted = replace(wanted, everyone=True if "layers" in view.heeds and shows_all(look, document) else None)
    usual, own = look_of(wanted, view), {}
    for name, (owner, option) in own_options().items():
        field = option.field if isinstance(option, Switch) else option.name
        value = getattr(owner.own(look), field)
        if owner in owners(view) and value != getattr(owner.own(usual), field):
            if isinstance(option, Switch) and not isinstance(value, StrEnum):
                value = value == option.on
            own[name] = value
    wanted = replace(wanted, own=own)
    # The words have to come to the look that they are of: not all that the window shows has one.
    in_words = look_of(wanted, view)
    for name in ("matched", "gold_only", "parse_only"):
        if getattr(options, name) != getattr(in_words.options, name):
            raise OptionError(f"goldleaf render cannot hide what is {name.replace('_', ' ')}: show it first.")
    if any(owner.own(look) != owner.own(in_words) for owner in owners(view)):
        raise OptionError("goldleaf render cannot fold or change single sentences: unfold all first.")
    return wanted


def command_line(
    request: Request, document: Document, row: int, parse: int, wanted: Wanted, metric: Metric | None, output: str
) -> str:
    """The line for a shell. Raises OptionError for what the command line cannot open, or a terminal would act on."""
    if request.experiments:
        raise OptionError("The files of an experiment cannot be opened by goldleaf render, with its lists of labels.")
    second = parse in request.second_analyses
    shown = 0 if wanted.everyone else parse  # all are drawn, in their order
    if wanted.everyone and request.second_analyses:
        raise OptionError("goldleaf render cannot draw the second analysis in a file with other parses.")
    parses = request.parses[shown : shown + 1] if parse >= 0 and not second else ()
    words = ["goldleaf", "render", *map(absolute, (request.gold, *parses))]
    words += ["--predicted"] if second else []
    if wanted.against is not None:
        if {parse, wanted.against} & {*request.second_analyses}:
            raise OptionError("goldleaf render cannot draw the second analysis in a file against another parse.")
        words += ["--against", absolute(request.parses[wanted.against])]
    for further in request.parses[1:] if wanted.everyone else ():
        words += ["--beside", absolute(further)]
    words += _reading(request)
    identity = document.gold.sentences["id"][row]
    # An id may stand twice in a file, or look like a number; what is printed by a terminal is not what it is.
    known = identity is not None and visible(identity) == identity and find(document.gold, identity) == row
    words += ["--sentence", identity if known else f"#{row + 1}", "--view", wanted.view]
    if metric is not None and wanted.view in METRICS[metric.name].views:
        words += ["--metric", metric.name]
        for option in metric.options:
            if metric.chosen[option.name] != option.default:
                words += [_flag(option.name), metric.chosen[option.name]]
    for name, value in {**asked(wanted), **wanted.own}.items():
        if name in ("view", "against", "everyone"):
            continue
        if isinstance(value, bool):
            words.append(_flag(name) if value else _flag(f"no-{name}"))
        else:
            words += [_flag(name), f"{value}"]
    words += ["-o", output]
    for word in words:
        if visible(word) != word:  # quotes do not keep a terminal from heeding it when it is pasted
            raise OptionError(f"{visible(word)} has control characters, which no terminal takes as they are.")
    return shlex.join(words)


def _reading(request: Request) -> Iterator[str]:
    if request.adjudicated:
        yield "--adjudicate"
    usual = Request(Path())
    for flag, name in (("input-format", "format_name"), ("encoding", "encoding"), ("separator", "separator")):
        if getattr(request, name) != getattr(usual, name):
            yield from (f"--{flag}", getattr(request, name))
    for path in request.other_golds:
        yield from ("--other-gold", absolute(path))
    if request.lattice is not None:
        yield from ("--lattice", f"{request.lattice.absolute()}")


def _flag(name: str) -> str:
    return f"--{name.replace('_', '-')}"
