"""A view: the words in a row, those with a wrong tag in the state of a difference."""

from __future__ import annotations

from dataclasses import dataclass

from goldleaf.viewer.diagram.shapes import MARGIN, Anchor, Diagram, Element, Key, Role, Side, State, Text
from goldleaf.viewer.diagram.theme import ruler_for
from goldleaf.viewer.session.document import Document
from goldleaf.viewer.views import Look, View
from goldleaf.viewer.views.layers import fact_differences
from goldleaf.viewer.views.view import Drawing, Subject, Switch, Tools


@dataclass(frozen=True, kw_only=True)
class WordsOptions:
    """What to show."""

    numbers: bool = False


class WordsView(View):
    """Nothing but words."""

    name = "words"
    title = "Words"
    keys = ("Shift+W",)
    description = "Draw sentences as their words."
    metric = "tagging"
    heeds = frozenset[str]()
    usual = WordsOptions()
    in_figures = WordsOptions()
    switches = (
        Switch(name="numbers", title="Numbers", field="numbers", description="Show the words' numbers before them."),
    )

    def lacking(self, document: Document) -> str:
        return "" if document.gold.words.height else "There are no words."

    def draw(self, subject: Subject, look: Look, tools: Tools) -> Drawing:
        found = fact_differences(subject.pair)
        wrong = {one.place for one in found}
        ruler, x, shapes, elements = ruler_for(tools.theme, tools.measure), MARGIN, [], {}
        for word in subject.pair.gold.words:
            text = f"{word.position} {word.form}" if self.own(look).numbers else word.form
            key, width = Key(Side.GOLD, "word", f"{word.position}"), ruler.width(Role.WORD, text)
            state = State.WRONG_LABEL if word.position in wrong else State.MATCHED
            shapes.append(Text(x, 30.0, text, Role.WORD, state, key, anchor=Anchor.START, width=width))
            elements[key] = Element(key, text, (word.position,))
            x += width + 8.0
        diagram = Diagram(x + MARGIN, 50.0, tuple(shapes), elements=elements, metadata={"view": self.name})
        return Drawing(diagrams=(diagram,), titles=("gold",), differences=found)


VIEW = WordsView()
