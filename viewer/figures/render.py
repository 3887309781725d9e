"""A figure of one sentence of files or treebanks: what the command line, notebooks and the demo ask for. No Qt. Also
figures of many: which ones, in which files, one after the other."""

from __future__ import annotations

from collections.abc import Callable, Collection, Generator, Iterable, Sequence
from dataclasses import replace
from operator import attrgetter
from pathlib import Path

from goldleaf.core.errors import OptionError, check_among, counted
from goldleaf.core.metrics import METRICS
from goldleaf.core.sentence import Sentence
from goldleaf.core.treebank import Treebank
from goldleaf.viewer.diagram.bidi import mostly_right_to_left
from goldleaf.viewer.diagram.shapes import Role
from goldleaf.viewer.diagram.theme import NAMES, OLD_NAMES, Font, TextMeasure, Theme
from goldleaf.viewer.export import format_of, save, text_size
from goldleaf.viewer.export.sizes import CM_PER_PIXEL, PRESETS
from goldleaf.viewer.figures.figure import NOTHING_SCORES, Figure, draw, pair_for
from goldleaf.viewer.figures.fitting import FigureSource, Fitting, theme_in
from goldleaf.viewer.figures.wanted import Wanted, check_heeded, look_of
from goldleaf.viewer.session.document import Document
from goldleaf.viewer.text.tex import PACKAGES, Example
from goldleaf.viewer.views import AUTO, VIEWS, Look, part, view_of
from goldleaf.viewer.views.lattices.layout import lay_out
from goldleaf.viewer.views.view import Drawing, Tools

# What the sentence's id and number take the place of in a file's name
ID, NUMBER = "{id}", "{number}"

LONGEST = 100  # characters of an id in a file's name


def render(
    document: Document, row: int, wanted: Wanted, measure: TextMeasure, *, parse: int | None = None,
    metric: str | None = None, titles: tuple[str, str] | None = None, pages: bool = False,
) -> Figure:  # fmt: skip
    """A figure of the sentence in a row, with a parse (−1 for none; by default the first, if there is one).
    ``metric`` is the one whose differences are marked, by name; None for the view's usual one. Raises OptionError for
    what is asked for and cannot be: nothing is left out in silence. ``pages`` says that its file can have several."""
    if wanted.theme not in OLD_NAMES:
        check_among("--theme", wanted.theme, NAMES, "theme")
    look, theme = wanted.look, theme_in(wanted.theme, wanted.font)
    view = view_of(look, document)
    if look.view not in (AUTO, view.name):
        raise OptionError(f"--view {look.view}: {VIEWS[look.view].lacking(document)}")
    check_heeded(wanted, view, other_golds=bool(document.gold.other_golds))
    if metric is not None and metric not in (one.name for one in document.metrics):
        why = document.left_out.get(metric, "it does not compare what the files have")
        raise OptionError(f"--metric {metric}: {why}")
    if metric is not None and view.name not in METRICS[metric].views:
        drawn = [one.name for one in METRICS.values() if view.name in one.views]
        raise OptionError(f"--metric {metric}: --view {view.name} shows what {' or '.join(drawn)} counts")
    look = look_of(wanted, view)
    shown = parse if parse is not None else min(len(document.parses), 1) - 1

    def draw_in(look: Look, theme: Theme) -> Drawing:
        return draw(document, row, shown, look, Tools(theme, measure, lay_out), metric=metric, titles=titles)

    pair = pair_for(document, row, shown, view, metric)
    options = replace(wanted.written, example=example_of(pair.gold, wanted.example))
    source = FigureSource(draw_in, view, look, shown >= 0)
    figure = Fitting(source, theme, measure, wanted, options, wanted.fixed, pages).figure()
    why_not = pair.why_not if shown >= 0 and not pair.compared else None
    told = figure.drawing.wording.told
    forms = {word.form for side in (pair.gold, pair.parse) if side is not None for word in side.words}
    notes = (
        f"{told('gold and parse')} are not compared: {told(why_not)}" if why_not else "",
        f"{pair.metric.title}: {NOTHING_SCORES}" if pair.nothing_scores and not look.layers else "",
        figure.drawing.left_out,
        cut_words(figure, forms),
    )
    return replace(figure, notes=tuple(filter(None, notes)))


def cut_words(figure: Figure, forms: Collection[str] = ("…",)) -> str:
    """How many words are not drawn in full, in words; ``forms`` are those that there are."""
    words = (text.text for text in figure.diagram.texts if text.role is Role.WORD)
    # Those that are longer than any text is drawn are told of in what is left out.
    cut = sum(text.endswith("…") and len(text) <= part.LONGEST and text not in forms for text in words)
    return f"{counted(cut, 'word')} cut for want of width" if cut else ""


def past_the_page(figure: Figure) -> str:
    """What is to be said of one that runs down the page and past its end, in a format that has no pages; else empty."""
    height = figure.diagram.height * CM_PER_PIXEL * figure.options.scale(figure.diagram)
    on_one, most = figure.fit is not None and figure.fit.pages == 1, PRESETS["column"].height
    return f"more than a page of {most:g} cm" if on_one and figure.drawing.upright and height > most else ""


def decided(figure: Figure) -> str:
    """How the figure has been laid out for its width, in one line; empty for one that is as wide as it comes."""
    if figure.fit is None:
        return ""
    how = f": {figure.drawing.wording.told(figure.fit.decided)}" if figure.fit.decided else ""
    return f"{size_on_paper(figure)}, {smallest(figure)}{how}"


def smallest(figure: Figure) -> str:
    size = text_size(figure.diagram, figure.theme, figure.options)
    return "no text" if size is None else f"text of {size:.1f} pt or more"


def size_on_paper(figure: Figure) -> str:
    width, fit = figure.diagram.width * CM_PER_PIXEL * figure.options.scale(figure.diagram), figure.fit
    if fit is not None and fit.pages > 1:
        return f"{fit.pages} pages of {width:.1f} × {fit.height:.1f} cm or less"
    return f"{width:.1f} × {width * figure.diagram.height / figure.diagram.width:.1f} cm"


def example_of(sentence: Sentence, package: str | None) -> Example | None:
    """The sentence as a numbered example: glosses from MISC, the translation from the comments; None without a package.
    Raises OptionError for a package that there is not."""
    if package is None:
        return None
    check_among("--example", package, PACKAGES)
    words = tuple(word.form for word in sentence.words)
    entries = ([entry.split("=", 1) for entry in word.misc.split("|") if "=" in entry] for word in sentence.words)
    glosses = tuple(dict(own).get("Gloss", "") for own in entries)
    comments = (comment.lstrip("# ").partition("=") for comment in sentence.comments)
    known = {name.strip(): value.strip() for name, _, value in comments}
    return Example(
        package, f"ex:{sentence.id or sentence.number}", words, glosses if any(glosses) else (),
        known.get("text_en", ""), right_to_left=mostly_right_to_left(words),
    )  # fmt: skip


def warnings(figure: Figure, font_advice: Callable[[Iterable[str], Font], str | None]) -> list[str]:
    """What a reader of the figure could not read, and why gold and parse are not compared. ``font_advice`` says what to
    install for characters that a font does not have; nothing if it has all."""
    found = list(figure.notes)
    if past := past_the_page(figure):
        found.append(f"{past}; a .pdf has all of it, on pages")
    if figure.fit is not None and figure.fit.lacking:
        found.append(f"{figure.fit.lacking}; {figure.fit.advice(attrgetter('option'))} would help")
    for role in (Role.WORD, Role.SEGMENT):
        texts = (text.text for text in figure.diagram.texts if text.role == role)
        advice = font_advice(texts, figure.theme.font(role))
        found += [advice] if advice else []
    return found


def check_several(output: Path) -> None:
    """Raise OptionError where a name does not stand for the files of several sentences, or for none that there is."""
    if not format_of(output).pages and not is_pattern(output):
        raise OptionError(
            f"-o {output}: one .{format_of(output).suffix} has one figure; put {ID} or {NUMBER} in its name, "
            "or take a .pdf, which has a page for each"
        )


def is_pattern(output: Path) -> bool:
    return any(place in str(output) for place in (ID, NUMBER))


def safe_name(text: str) -> str:
    """A sentence's id as a file may be called on every system."""
    kept = "".join(letter if letter.isalnum() or letter in "-_." else "-" for letter in text)
    return kept[:LONGEST].strip(".") or "sentence"


def targets(output: Path, gold: Treebank, rows: Sequence[int]) -> list[Path]:
    """The file of each sentence: safe names, and no two that some system would take for one."""
    used: set[str] = set()
    paths = []
    for row, identity in zip(rows, gold.sentences["id"].gather([*rows]), strict=True):
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
    What ends the work early leaves whole files, and no part of one that holds all. Folders are made."""
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
    save(output, [one.diagram for one in figures], figures[0].theme, figures[0].options)
