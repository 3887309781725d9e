"""The manual: pages in Markdown, where comments such as ``<!-- table: formats -->`` ask for tables of what registries
know. They are filled in when a page is shown, by the window, the terminal or the site. No Qt."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from importlib.resources import as_file, files
from typing import TypeAlias

from goldleaf.core.analysis.search.completion import completions
from goldleaf.core.campaigns.presets import PRESETS
from goldleaf.core.errors import check_among
from goldleaf.core.formats import FORMATS
from goldleaf.core.metrics import METRICS, create
from goldleaf.core.results import table_names
from goldleaf.core.structures.transformations import TRANSFORMATIONS
from goldleaf.viewer.actions.action import Action
from goldleaf.viewer.review.store import request_of
from goldleaf.viewer.session.filtering import known
from goldleaf.viewer.session.loading import loaded
from goldleaf.viewer.text.characters import table_lines

FOLDER, DEMO = (files("goldleaf.assets") / name for name in ("manual", "demo"))
FIRST = "index"

Keys: TypeAlias = tuple[Mapping[str, Action], Mapping[str, Sequence[str]]]
"""The actions by their ids, and the keys of each."""

_DEMOS = (
    ("gold.conllu", "parse.conllu"),
    ("trees-gold.mrg", "trees-parse.mrg"),
    ("roles-gold.conll09", "roles-parse.conll09"),
)
_TABLE = re.compile(r"^<!-- table: (\w+) -->$", re.MULTILINE)
_SIDE = re.compile("^(?:gold|parse(?:_2)?)_")


def source(page: str) -> str:
    """A page as it is written. Raises OptionError where there is none of this name."""
    check_among("manual", page, pages(), "page")
    return (FOLDER / f"{page}.md").read_text(encoding="utf-8")


def pages() -> dict[str, str]:
    """The titles of all pages by their names, in the order of the first one."""
    first = (FOLDER / f"{FIRST}.md").read_text(encoding="utf-8")
    return {FIRST: "Contents"} | {name: title for title, name in re.findall(r"^- \[(.+)\]\((.+)\.md\)", first, re.M)}


def text(page: str, keys: Callable[[], Keys]) -> str:
    """A page with its tables; ``keys`` is called where they are asked for, for that may take long."""
    tables: dict[str, Callable[[], str]] = {**TABLES, "keys": lambda: _keys(*keys())}
    return _TABLE.sub(lambda asked: tables[asked[1]](), source(page))


def anchor(heading: str) -> str:
    """What a link calls the place of a heading, as sites made of Markdown do."""
    return re.sub(r"[\s-]+", "-", re.sub(r"[^\w\s-]", "", heading).strip().lower())


def places(words: str) -> Iterator[tuple[str, str, str]]:
    """Where all of these words stand below one heading, in capitals or not, but for tables: the page, its title, and
    the heading, empty for that of the page."""
    for page, title in [*pages().items()][1:]:
        for number, section in enumerate(re.split(r"^#+ ", source(page), flags=re.MULTILINE)[1:]):
            if all(word in section.casefold() for word in words.casefold().split()):
                yield page, title, section.partition("\n")[0] if number else ""


def _table(headings: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    return "\n".join(table_lines(headings, ([cell.replace("|", r"\|") for cell in row] for row in rows)))


def _code(names: Iterable[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)


def _formats() -> str:
    rows = ((_code([name]), one.title, _code(one.suffixes)) for name, one in FORMATS.items())
    return _table(("name", "format", "files end in"), rows)


def _metrics() -> str:
    rows = []
    for name, metric in METRICS.items():
        scores = dict.fromkeys(score.partition(".")[0] for score in metric.ratios)  # without .precision, .recall, .f1
        rows.append((_code([name]), metric.title, _code(scores), metric.source))
    return _table(("name", "metric", "scores", "source"), rows)


def _options() -> str:
    rows = []
    for name, metric in METRICS.items():
        for option in metric.options:
            values = _code(value for value in (*option.choices, option.other) if value)
            rows.append((_code([name]), f"`--{option.name.replace('_', '-')}`", values, option.default, option.help))
    return _table(("metric", "option", "values", "default", "what it decides"), rows)


def _breakdowns() -> str:
    return _table(("metric", "tables"), ((_code([name]), _code(table_names([create(name)]))) for name in METRICS))


def _transformations() -> str:
    known = [(f"{name}={one.argument}".rstrip("="), one) for name, one in TRANSFORMATIONS.items()]
    rows = ((_code([written]), one.title, one.needs, one.source) for written, one in known)
    return _table(("name", "does", "for", "source"), rows)


def _presets() -> str:
    rows = (
        (_code([name]), _code([key]), f"`{value}`", one.source)
        for name, one in PRESETS.items()
        for key, value in one.settings.items()
    )
    return _table(("preset", "sets", "to", "source"), rows)


def _columns() -> str:
    """What conditions may name in the demo's files, for columns are those of what is open."""
    found: dict[str, dict[str, None]] = {}
    with as_file(DEMO) as demo:
        for pair in _DEMOS:
            request = replace(request_of([demo / name for name in pair]), names=("parse",))
            there = known(loaded(request, [create(name) for name in METRICS]), 0, None, within=True)
            for begun in ("", "has(", *(f"has({name}, " for name in (*there.nodes, *there.tables))):
                if "(parse_" not in begun:
                    found.setdefault(begun, {}).update(dict.fromkeys(completions(begun, there)))
    rows = []
    for begun, offered in found.items():
        # Those of one side are left out: they have its name before that of the gold's column, or of what both have.
        names = (name for name in offered if name.isidentifier() and name != "not")
        shown = (name for name in names if _SIDE.sub("", name) == name or _SIDE.sub("", name) not in offered)
        rows.append((f"`{begun}…)`" if begun else "sentences", _code(shown)))
    return _table(("in", "columns"), rows)


def _keys(actions: Mapping[str, Action], keys: Mapping[str, Sequence[str]]) -> str:
    shown = ((action, _code(keys[name])) for name, action in actions.items() if keys[name])
    rows = ((each.menu.partition("/")[0], each.title.rstrip("…"), own, each.description) for each, own in shown)
    return _table(("menu", "action", "keys", "what it does"), rows)


TABLES: dict[str, Callable[[], str]] = {
    "formats": _formats,
    "metrics": _metrics,
    "options": _options,
    "breakdowns": _breakdowns,
    "transformations": _transformations,
    "presets": _presets,
    "columns": _columns,
}
