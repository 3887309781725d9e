"""Examples for the guidelines: sentences of a review about which annotators disagree, drawn, with what they say, what
was decided, and what was written about it, as one page to pass on."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from goldleaf.core.errors import GoldleafError, OptionError, counted
from goldleaf.core.steps import Steps
from goldleaf.viewer.diagram.theme import TextMeasure
from goldleaf.viewer.figures.render import render
from goldleaf.viewer.figures.wanted import Wanted
from goldleaf.viewer.report.making import LIGHT, MOST_PICTURED, WIDTH, of_list, opening_of, packed, page
from goldleaf.viewer.review.judgements import thread
from goldleaf.viewer.review.store import Store
from goldleaf.viewer.session.document import Document
from goldleaf.viewer.views.layers import reading_phrase


def examples_steps(document: Document, store: Store, rows: Sequence[int], measure: TextMeasure) -> Steps[str]:
    """The page of what sentences of these rows have where sides differ, in steps; the document's treebanks are attached
    to the session. Raises OptionError where there is nothing to show, or too much."""
    chosen = [row for row in rows if store.places(store.key(row))]
    if not 1 <= len(chosen) <= MOST_PICTURED:
        remedy = "choose some by a filter" if chosen else "no two sides differ in what is listed"
        count = counted(len(chosen), "sentence")
        raise OptionError(f"examples: {count}, and from 1 to {MOST_PICTURED} can be: {remedy}")
    articles = []
    for number, row in enumerate(chosen, 1):
        articles.append(_article(document, store, row, measure, opened=number == 1))
        yield number / len(chosen)
    about = [("Sides", ", ".join(side.name for side in store.sides))]
    about += [("Guidelines", store.guidelines)] if store.guidelines else []
    sections = [("examples", counted(len(chosen), "sentence"), "\n".join(articles))]
    lead = f"Where annotators disagree, from {store.path.name}"
    return page("Examples for the guidelines", lead, about, (), sections)


def _article(document: Document, store: Store, row: int, measure: TextMeasure, *, opened: bool) -> str:
    # A sentence with its places. What cannot be drawn is said instead.
    opening, heading = opening_of(document, row)
    wanted = Wanted(theme=LIGHT, width=WIDTH, layers=",".join(store.layers), everyone=len(document.parses) > 1 or None)
    try:
        figure = render(document, row, wanted, measure, parse=0)
        drawn = [packed(figure, f"s{row + 1}", heading, opened=opened)]
    except GoldleafError as error:
        drawn = of_list("notes", [f"{error}"])
    forms = {word.name: word.form for word in document.gold.sentence(row).words}
    choices = {(layer, item): f"{verdict} ({who})" for _, layer, item, verdict, who in store.choices(row).iter_rows()}
    notes = store.judgements(store.key(row))
    lines = []
    for place in store.places(store.key(row)):
        told = partial(reading_phrase, place.layer or store.usual_layer, form=lambda name: forms.get(name, name))
        decided = choices.get((place.layer, place.item)) or choices.get((place.layer, "")) or "open"
        lines.append(f"{forms.get(place.item, place.item)}: {store.voices(place, told)} → {decided}")
        lines += [f"{one.reviewer}: {one.text}" for one in thread(note for note in notes if note.place == place)]
    lines += [f"{one.reviewer}: {one.text}" for one in thread(note for note in notes if not note.place.item)]
    caption = ["<figcaption>", *of_list("differences", lines), "</figcaption>"]
    return "\n".join([*opening, "<figure>", *drawn, *caption, "</figure>", "</article>"])
