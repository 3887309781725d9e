"""Making a report of a document, in steps: its page of tables, plots and pictures, and what is left out for its size.
The page is one file, escaped, and forbidden to load anything; style and script are in ``assets/report``."""

from __future__ import annotations

import re
import zlib
from base64 import b64encode
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from importlib.resources import files
from itertools import combinations
from pathlib import Path
from xml.etree import ElementTree as ET

import polars as pl

from goldleaf.core.analysis.sides.layers import layers_of
from goldleaf.core.analysis.significance import Rounds, ScoreTest
from goldleaf.core.analysis.versions import Versions
from goldleaf.core.campaigns.comparisons import compared_steps
from goldleaf.core.errors import GoldleafError, OptionError, counted
from goldleaf.core.files import write_whole
from goldleaf.core.formats import FORMATS
from goldleaf.core.metrics import METRICS, Metric, candidates, create
from goldleaf.core.results import ScoreChoice, ScoredParse, difference
from goldleaf.core.steps import Steps, between, finished
from goldleaf.core.structures.dependency import ill_formed
from goldleaf.core.treebank import Treebank
from goldleaf.core.version import VERSION
from goldleaf.viewer.diagram.naming import listed
from goldleaf.viewer.diagram.shapes import MARGIN, extent
from goldleaf.viewer.diagram.theme import TextMeasure, load
from goldleaf.viewer.export import svg
from goldleaf.viewer.figures.figure import Figure
from goldleaf.viewer.figures.render import render
from goldleaf.viewer.figures.wanted import Wanted
from goldleaf.viewer.plots import ADVICE, installed
from goldleaf.viewer.plots.description import Plot
from goldleaf.viewer.plots.writing import svg as plotted
from goldleaf.viewer.report import tables
from goldleaf.viewer.session.document import Document
from goldleaf.viewer.session.filtering import filtered
from goldleaf.viewer.session.loading import document_of
from goldleaf.viewer.session.scores import not_compared, remarks
from goldleaf.viewer.tables import Table, html
from goldleaf.viewer.tables.html import text
from goldleaf.viewer.views import AUTO, Look, view_of

ENDINGS = (".html", ".htm")
FILTERED = 20  # rows from which a table has a line to filter by
ON_PAPER = 100  # rows of a table that are printed, as ``page.css`` has it, too
LIGHT, DARK = "light", "dark"
WIDTH, BESIDE = 20.0, 15.0  # centimetres for which sentences are laid out: alone, and with one of another parse beside
MOST_PICTURED = 500
# Of pictures: what a browser shows without delay, and a letter takes
MOST_BYTES = 20_000_000

WITHOUT = "<noscript><p>The pictures are packed: a browser shows them if the page's script may run.</p></noscript>"

_COLOR = re.compile(r"(#[0-9a-fA-F]{6}\b)")
_SVG = "http://www.w3.org/2000/svg"

ET.register_namespace("", _SVG)
ET.register_namespace("xlink", "http://www.w3.org/1999/xlink")

_ASSETS = files("goldleaf.assets") / "report"


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """What a report is asked for: which sentences, how many in pictures, whose differences count. ``metric`` is the one
    by whose differences sentences are bad; None for the first. ``where`` looks into this ``parse``, and may name
    ``further`` columns. Parses are compared with the first, or ``all_pairs``. Raises OptionError."""

    where: str = ""
    parse: int = 0
    further: pl.DataFrame | None = None
    sentences: int = 10
    metric: str | None = None
    title: str = ""
    rounds: Rounds = field(default_factory=Rounds)
    all_pairs: bool = False

    def __post_init__(self) -> None:
        if not 0 <= self.sentences <= MOST_PICTURED:
            raise OptionError(f"--worst {self.sentences}: expected a number from 0 to {MOST_PICTURED}")


def report_steps(document: Document, wish: Wish, measure: TextMeasure) -> Steps[str]:
    """The page of a report, in steps. Raises OptionError where there is nothing to report."""
    if not document.parses:
        raise OptionError(f"{document.gold.path}: a report is about parses; open or name one")
    filtering = filtered(document, wish.where, wish.parse, wish.further)
    chosen = yield from between(tables.chosen_steps(document, wish.where, filtering, wish.metric), 0.0, 0.1)
    compared = yield from between(_compared(document, wish, chosen.metric), 0.1, 0.25)
    of_all = tables.plot_steps(document, chosen, tables.OF_ALL_PARSES, together=True)
    plots = yield from between(_plots(of_all, "plot"), 0.25, 0.4)
    of_each = tables.plot_steps(document, chosen, tables.OF_EACH_PARSE, together=False)
    matrices = yield from between(_plots(of_each, "matrix"), 0.4, 0.5)
    pictured = yield from between(_pictures(document, chosen, wish, measure), 0.6, 1.0)
    broken_down = {
        text(parse.name): of_tables(f"tables-{number}", tables.breakdown_tables(document, parse, chosen))
        for number, parse in enumerate(document.parses)
    }
    parts = [f"<details>\n<summary>{name}</summary>\n{body}\n</details>" for name, body in broken_down.items() if body]
    sections = (
        ("scores", "Scores", of_tables("scores", tables.score_tables(document, chosen, compared))),
        ("comparison", "Comparison", of_tables("comparison", tables.comparison_tables(document.parses, compared))),
        ("plots", "Plots", plots),
        ("confusions", "Confusion matrices", matrices),
        ("tables", "Tables", "\n".join(parts if len(parts) > 1 else broken_down.values())),
        ("pictures", "Pictures", pictured),
        ("sentences", "Sentences", of_tables("sentences", [tables.sentence_table(document, chosen)])),
    )
    about = [("Gold", _described(document.gold))]
    about += [("Parse", f"{parse.name}: {_described(parse.treebank)}") for parse in document.parses]
    if chosen.condition:
        about.append(("Where", f"{chosen.condition}: {counted(len(chosen.rows), 'sentence')}"))
    shown = [section for section in sections if section[-1]]
    # What a reader of the figures must know.
    parses = range(len(document.parses))
    named = [replace(one, path=Path(one.path).name) for one in document.treebanks]
    odd = [*(difference(named[0], one) for one in named[1:]), *(ill_formed(one).described() for one in named)]
    warnings = [one for one in (*odd, *not_compared(document, parses), *remarks(document, parses)) if one]
    lead = tables.verdict(document, chosen.metric, compared)
    return page(wish.title or title_of(document), lead, about, warnings, shown)


def save(path: Path, content: str) -> None:
    """Write a report, whole or not at all. Raises GoldleafError."""
    write_whole(path, content.encode(errors="backslashreplace"))


def _compared(document: Document, wish: Wish, metric: Metric) -> Steps[list[ScoreTest]]:
    # The first parse with the others, or each two, where there are several; the better one by a metric comes first.
    if len(document.parses) < 2:
        return []
    score = document.parses[0].scored[metric.name].main
    values = {one.name: one.scored[metric.name].scores()[score].value or 0.0 for one in document.parses}
    ranked = sorted(values, key=lambda name: values[name], reverse=metric.ratios[score].higher_is_better)
    pairs = [pair for pair in combinations(ranked, 2) if wish.all_pairs or document.parses[0].name in pair]
    results = [ScoredParse(one.name, one.treebank, one.scored) for one in document.parses]
    return (yield from compared_steps(document.gold, results, ScoreChoice(), wish.rounds, pairs))


def _plots(making: Steps[list[Plot]], name: str) -> Steps[str]:
    # Plots, which have their titles in them, with their notes; their ids begin with this name.
    if not installed():
        return f"<p>{text(ADVICE)}</p>"
    wanted = yield from between(making, 0.0, 0.6)
    figures = []
    for number, plot in enumerate(wanted, start=1):
        light, dark = (plotted(plot, load(theme)) for theme in (LIGHT, DARK))
        drawn = element(two_toned(light, dark), f"{name}-{number}", plot.title)
        figures += [
            "<figure>",
            f'<div class="scroll plot" role="region" tabindex="0" aria-label="{text(plot.title)}">{drawn}</div>',
            f"<figcaption>{text(plot.note)}</figcaption>" if plot.note else "",
            "</figure>",
        ]
        yield 0.6 + 0.4 * number / len(wanted)
    return "\n".join(['<div class="plots">', *figures, "</div>"]) if figures else ""


def _pictures(document: Document, chosen: tables.ChosenSentences, wish: Wish, measure: TextMeasure) -> Steps[str]:
    # The worst sentences with all parses, as many as are wished and there is room for.
    rows = chosen.worst_first[: wish.sentences]
    if not rows:
        return ""
    articles: list[str] = []
    size = 0
    for row in rows:
        made = article(document, row, chosen.metric.name, measure, opened=not articles)
        size += len(made.encode(errors="replace"))
        if size > MOST_BYTES and articles:
            break
        articles.append(made)
        yield len(articles) / len(rows)
    how = "worst first" if len(rows) < len(chosen.rows) else "all of them, worst first"
    of = f"{counted(len(articles), 'sentence')} of {len(chosen.rows):,}"
    said = f"{of}, {how}, by differences{' of all parses' * (len(document.parses) > 1)} under {chosen.metric.title}."
    if len(articles) < len(rows):
        left = counted(len(rows) - len(articles), "further sentence")
        said += f" {left} would make this file larger than {MOST_BYTES // 1_000_000} MB."
    return "\n".join([f"<p>{said}</p>", WITHOUT, *articles])


def title_of(document: Document) -> str:
    """What a report is called that has no other title."""
    return f"{Path(document.gold.path).name}: {', '.join(one.name for one in document.parses)}"


def _described(treebank: Treebank) -> str:
    sizes = f"{counted(len(treebank), 'sentence')}, {counted(treebank.words.height, 'word')}"
    return f"{Path(treebank.path).name}, {sizes} ({FORMATS[treebank.format].title})"


def page(
    title: str, lead: str, about: Sequence[tuple[str, str]], warnings: Sequence[str],
    sections: Sequence[tuple[str, str, str]], above: tuple[str, str] | None = None,
) -> str:  # fmt: skip
    """The whole page, its sections by name, title, and body, which is HTML. Above everything stand the ``lead``, whose
    paragraphs an empty line ends, and what it is ``about``, names and values. The page ``above``: name and address."""
    style, script = ((_ASSETS / name).read_text(encoding="utf-8") for name in ("page.css", "page.js"))
    hashed = b64encode(sha256(script.encode()).digest()).decode()
    # Text of treebanks stands in the page: whatever it says, nothing is loaded, and no script runs but this one.
    policy = (
        f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{hashed}'; "
        "base-uri 'none'; form-action 'none'"
    )
    links = "".join(f'<li><a href="#{name}">{text(heading)}</a></li>' for name, heading, _ in sections)
    if above is not None:
        links = f'<li><a href="{text(above[1])}" rel="up">← {text(above[0])}</a></li>{links}'
    paragraphs = [" ".join(one.split()) for one in re.split(r"\n\s*\n", lead)]
    colors = (
        '<label class="colors">Colors <select id="colors">'
        '<option value="light dark">as the screen</option><option value="light">light</option>'
        '<option value="dark">dark</option></select></label>'
    )
    parts = (
        f'<section id="{name}" aria-labelledby="{name}-title">\n'
        f'<h2 id="{name}-title">{text(heading)}</h2>\n{body}\n</section>'
        for name, heading, body in sections
    )
    lines = [
        "<!DOCTYPE html>", '<html lang="en">', "<head>", '<meta charset="utf-8">',
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        '<meta name="color-scheme" content="light dark">', f'<meta name="generator" content="Goldleaf {VERSION}">',
        f"<title>{text(title)}</title>", f"<style>\n{style}</style>", "</head>",
        "<body>", '<a class="skip" href="#main">Skip to the figures</a>',
        "<header>", f'<h1 dir="auto">{text(title)}</h1>',
        *(f'<p class="lead" dir="auto">{text(paragraph)}</p>' for paragraph in paragraphs),
        "<dl>", *(f"<div><dt>{text(name)}</dt><dd>{text(value)}</dd></div>" for name, value in about), "</dl>",
        *of_list("warnings", warnings), f'<nav aria-label="Contents"><ul>{links}</ul>{colors}</nav>', "</header>",
        '<main id="main">', *parts, "</main>", f"<footer><p>Goldleaf {VERSION}</p></footer>",
        f"<script>{script}</script>", "</body>", "</html>",
    ]  # fmt: skip
    return "\n".join(lines) + "\n"


def versions_page(found: Versions, tables: Iterable[Table], pictures: int, measure: TextMeasure) -> str:
    """The page of two versions, with so many pictures of sentences that have changed: one of each kind first."""
    kinds = found.changes.unique(["layer", "kind"], maintain_order=True)["pair"]
    chosen = sorted([*dict.fromkeys([*kinds, *found.changes["pair"]])][:pictures])
    articles = []
    if chosen:
        drawn = found._replace(pairs=found.pairs[chosen], changes=found.changes.clear())
        old, new = drawn.in_rows()
        metrics, layers = [*map(create, candidates())], ",".join(layers_of(old, new))
        document = finished(document_of(old, {"new": new}, metrics, gold_names=["old"], adjudicated=True, found=drawn))
        name = document.metrics[0].name
        articles = [article(document, row, name, measure, opened=not row, layers=layers) for row in range(len(chosen))]
    shown = ("lists", "What has changed", of_tables("lists", tables)), ("pictures", "Pictures", "\n".join(articles))
    title = " → ".join(Path(side.path).name for side in (found.old, found.new))
    return page(title, "", (), (), [section for section in shown if section[-1]])


def of_tables(name: str, tables: Iterable[Table], links: Mapping[str, Mapping[str, str]] | None = None) -> str:
    """Tables that can be sorted, and filtered if they are long; with ``links`` as `html.element` has them."""
    parts = []
    for number, table in enumerate(tables, 1):
        own = f"{name}-{number}"
        if len(table.rows) >= FILTERED:
            field = f'<label>Filter rows <input type="search" data-of="{own}"></label> <output for="{own}"></output>'
            parts.append(f'<p class="filter"><strong aria-hidden="true">{text(table.title)}</strong>{field}</p>')
        opening = f'<div class="scroll" role="region" tabindex="0" aria-label="{text(table.title)}" id="{own}">'
        parts += [opening, html.element(table, links)]
        if len(table.rows) > ON_PAPER:
            parts.append(f'<p class="note on-paper">Printed: the first {ON_PAPER} rows.</p>')
        parts.append("</div>")
    return "\n".join(['<div class="tables">', *parts, "</div>"]) if parts else ""


def opening_of(document: Document, row: int, name: str = "", key: str = "") -> tuple[list[str], str]:
    """How the article of a sentence begins, and its heading. Each of several has a ``name``, a ``key`` begins ids."""
    identity, said = document.table[["id", "text"]].row(row)
    heading = f"{name}: " * bool(name) + f"Sentence {row + 1}" + (f" ({identity})" if identity else "")
    about = [f"<h3>{text(heading)}</h3>", f'<p class="text" dir="auto">{text(said or "")}</p>']
    return [f'<article id="{key}sentence-{row + 1}">', *about], heading


def article(
    document: Document, row: int, metric: str, measure: TextMeasure, *, opened: bool, name: str = "", key: str = "",
    layers: str = "",
) -> str:  # fmt: skip
    """A sentence with a picture for each parse, ``opened`` or to be, and the differences in words, the metric's or in
    ``layers``; see `opening_of`. Pictures are packed: the script unpacks what is opened, so many are there at once."""
    lines, heading = opening_of(document, row, name, key)
    # The view draws by its usual metric where it has no picture of the wanted one.
    drawn_by = metric if view_of(Look(view=AUTO), document).name in METRICS[metric].views else None
    for number, parse in enumerate(document.parses):
        lines += ["<figure>", f"<h4>{text(parse.name)}</h4>"]
        both = f"{document.gold_names[0] if document.adjudicated else 'gold'} and {parse.name}"
        width = BESIDE if document.parses[1:] else WIDTH
        wanted = Wanted(theme=LIGHT, width=width, title=f"Sentence {row + 1}: {both}", layers=layers)
        try:
            figure = render(document, row, wanted, measure, parse=number, metric=drawn_by)
        except GoldleafError as error:
            lines += ["<figcaption>", *of_list("notes", [f"{error}"]), "</figcaption>", "</figure>"]
            continue
        scored, forgiven = listed(figure.drawing.differences)
        differences = of_list("differences", [one.sentence for one in (*scored, *forgiven)])
        lines += [
            packed(figure, f"{key}s{row + 1}-{number}", f"{heading}: {both}", opened=opened),
            "<figcaption>", *of_list("notes", figure.notes), *(differences or ["<p>No differences.</p>"]),
            "</figcaption>", "</figure>",
        ]  # fmt: skip
    return "\n".join([*lines, "</article>"])


def packed(figure: Figure, name: str, about: str, *, opened: bool) -> str:
    """A picture in the colors of light and dark screens, which the page's script unpacks when it is opened."""
    # On a page that is narrow itself a picture has no margins beside it.
    areas = [extent(shape) for shape in figure.diagram.shapes]
    left, right = min(area.left for area in areas), max(area.right for area in areas)
    diagram = replace(figure.diagram.moved(MARGIN - left, 0.0), width=right - left + 2 * MARGIN)
    light, dark = (svg.write(diagram, theme) for theme in (figure.theme, load(DARK)))
    drawn = element(two_toned(light, dark), name)
    content = b64encode(zlib.compress(drawn.encode(errors="replace"), 9)).decode()
    place = f'<div class="scroll picture" role="region" tabindex="0" aria-label="{text(about)}"></div>'
    opening = f'<details data-picture="{content}"{" open" * opened}>'
    return "\n".join([opening, "<summary>Picture</summary>", place, "</details>"])


def of_list(kind: str, lines: Sequence[str]) -> list[str]:
    return [f'<ul class="{kind}">', *(f"<li>{text(line)}</li>" for line in lines), "</ul>"] if lines else []


def two_toned(light: str, dark: str) -> str:
    """A picture with the colors of both; where they differ in more than colors, the light one as it is."""
    parts, others = _COLOR.split(light), _COLOR.split(dark)
    if len(parts) != len(others):
        return light
    return "".join(
        f"light-dark({one},{other})" if number % 2 and one != other else one
        for number, (one, other) in enumerate(zip(parts, others, strict=True))
    )


def element(picture: str, name: str, title: str = "") -> str:
    """An SVG document as an element of a page, its ids behind this ``name``; what only programs read is left out. One
    that does not say what it is gets a ``title``."""
    root = ET.fromstring(picture)
    if "role" not in root.attrib:
        root.attrib.update({"role": "img", "aria-label": title})
    for one in [*root.iter()]:
        for child in one.findall(f"{{{_SVG}}}metadata"):
            one.remove(child)
        for key, value in one.attrib.items():
            one.set(key, _renamed(key, value, name))
    return ET.tostring(root, encoding="unicode")


def _renamed(key: str, value: str, name: str) -> str:
    # The value of an attribute whose ids stand behind a name, for no other picture of the page has that.
    if key == "id":
        return f"{name}-{value}"
    if key == "aria-labelledby":
        return " ".join(f"{name}-{one}" for one in value.split())
    if key.rpartition("}")[2] == "href" and value.startswith("#"):
        return f"#{name}-{value[1:]}"
    return re.sub(r"url\(#([^)]+)\)", rf"url(#{name}-\1)", value)
