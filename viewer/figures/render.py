"""A figure of one sentence of files or treebanks: what the command line, notebooks and the demo ask for. No Qt."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from operator import attrgetter

from goldleaf.core.errors import OptionError
from goldleaf.core.metrics import METRICS
from goldleaf.core.treebank import Sentence
from goldleaf.viewer.diagram.bidi import mostly_right_to_left
from goldleaf.viewer.diagram.shapes import Role, Text
from goldleaf.viewer.diagram.text import Font, Measure
from goldleaf.viewer.diagram.theme import NAMES, OLD_NAMES, Theme
from goldleaf.viewer.export import text_size
from goldleaf.viewer.export.sizes import width_of
from goldleaf.viewer.figures.figure import NOTHING_SCORES, Figure, draw, pair_for
from goldleaf.viewer.figures.fitting import Source, fitted, theme_in
from goldleaf.viewer.figures.wanted import Wanted, check_heeded, look_of
from goldleaf.viewer.session.document import Document
from goldleaf.viewer.session.navigation import row_of
from goldleaf.viewer.text.tex import PACKAGES, Example
from goldleaf.viewer.views import AUTO, VIEWS, Look, View, view_of
from goldleaf.viewer.views.lattices.graphviz import lay_out
from goldleaf.viewer.views.view import Drawing, Tools

FontAdvice = Callable[[Iterable[str], Font], str | None]
"""What to install for characters that a font does not have; None if it has all."""


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
    check_heeded(wanted, view, other_golds=bool(document.gold.other_golds))
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
    glosses = tuple(
        dict(entry.split("=", 1) for entry in word.misc.split("|") if "=" in entry).get("Gloss", "")
        for word in sentence.words
    )
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


def _check_metric(name: str | None, document: Document, view: View) -> None:
    """Raise OptionError for a metric that cannot be drawn in a view, or not be had of the files."""
    if name is None:
        return
    if name not in (metric.name for metric in document.metrics):
        raise OptionError(f"--metric {name}: {document.left_out.get(name, 'it does not compare what the files have')}")
    if view.name not in METRICS[name].views:
        drawn = [one.name for one in METRICS.values() if view.name in one.views]
        raise OptionError(f"--metric {name}: --view {view.name} shows what {' or '.join(drawn)} counts")
