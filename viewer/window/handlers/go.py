"""What the actions of the Go and Parse menus do."""

from __future__ import annotations

from goldleaf.viewer.actions.qt import Command, unless
from goldleaf.viewer.diagram import differences, walking
from goldleaf.viewer.diagram.walking import Way
from goldleaf.viewer.window.desk import Desk
from goldleaf.viewer.window.handlers.verdicts import VerdictsHandler

PARSES = range(1, 10)


class GoHandler:
    """Moves between sentences, differences, words and parses. ``tell`` shows a passing message.

    In a review a number may be one of the ``verdicts``.
    """

    def __init__(self, desk: Desk, verdicts: VerdictsHandler) -> None:
        self._desk = desk
        self._says, self._decide = verdicts.number_says, verdicts.number

    def commands(self) -> dict[str, Command]:
        """What each action does."""
        inspector = self._desk.inspector
        return {
            "go.previous": Command(lambda: inspector.step(-1)),
            "go.next": Command(lambda: inspector.step(1)),
            "go.first": Command(lambda: self._go_to_end(0)),
            "go.last": Command(lambda: self._go_to_end(-1)),
            "go.previous-differing": Command(lambda: self.onward(-1), why_not=self._stays),
            "go.next-differing": Command(lambda: self.onward(1), why_not=self._stays),
            "go.previous-words": Command(lambda: self.to_other_words(-1)),
            "go.next-words": Command(lambda: self.to_other_words(1)),
            "go.previous-difference": Command(lambda: self.to_difference(-1)),
            "go.next-difference": Command(lambda: self.to_difference(1)),
            "walk.head": Command(lambda: self.walk(Way.HEAD)),
            "walk.dependent": Command(lambda: self.walk(Way.DEPENDENT)),
            "walk.left": Command(lambda: self.walk(Way.LEFT)),
            "walk.right": Command(lambda: self.walk(Way.RIGHT)),
            "parse.0": Command(lambda: inspector.set_parse(-1), lambda: inspector.parse < 0),
            **{f"parse.{number}": self._parse(number) for number in PARSES},
        }

    def _parse(self, number: int) -> Command:
        inspector = self._desk.inspector

        def possible() -> bool:
            there = inspector.document is not None and number <= len(inspector.document.parses)
            return there or bool(self._says(number))

        def choose() -> None:
            if not self._decide(number):
                inspector.set_parse(number - 1)

        def shown() -> bool:
            return inspector.parse == number - 1 and not self._says(number)

        return Command(choose, shown, unless(possible, "There are fewer parses."))

    def _go_to_end(self, place: int) -> None:
        rows = self._desk.inspector.rows
        if len(rows):
            self._desk.inspector.go(int(rows[place]))

    def _stays(self) -> str:
        """Why one can go neither to a difference nor to what was found."""
        return (
            "" if self._desk.inspector.parse >= 0 or self._desk.inspector.walks_hits else "Choose or add a parse first."
        )

    def onward(self, by: int) -> None:
        """Go to the next (1) or previous (−1) thing that the filter has found; without such, sentence that differs."""
        if not self._desk.inspector.walks_hits:
            self.to_differing(by)
            return
        if self._desk.pictures.step_to_hit(by):
            return
        before = self._desk.inspector.row
        self._desk.inspector.step(by)
        if self._desk.inspector.row != before:
            self._desk.inspector.select(None)
            self._desk.pictures.step_to_hit(by)
        else:
            self._desk.tell(f"No hit of the filter {'after' if by > 0 else 'before'} this one in the list")

    def to_differing(self, by: int) -> None:
        """Go to another sentence with a difference, and say so if there is none."""
        if not self._desk.inspector.step_to_differing(by):
            where = "after" if by > 0 else "before"
            self._desk.tell(f"No sentence with a difference {where} this one in the list")

    def to_other_words(self, by: int) -> None:
        """Go to another sentence that the parse cuts into other words, and say so if there is none."""
        if not self._desk.inspector.step_to_differing(by, words=True):
            where = "after" if by > 0 else "before"
            self._desk.tell(f"No sentence with other words {where} this one in the list")

    def to_difference(self, by: int) -> None:
        """Select another difference of the sentence; after the last one, say so."""
        if self._step(by):
            return
        selected = self._desk.inspector.selection
        known = self._desk.pictures.drawing.elements
        positions = walking.positions_of(selected, known)
        found = differences.step(
            self._desk.pictures.differences,
            selected,
            min(positions, default=None),
            by,
            forgiven=self._desk.inspector.forgiven_listed,
        )
        if found is None:
            some = any(difference.scored for difference in self._desk.pictures.differences)
            end = "No further difference" if some else "No difference"
            self._desk.tell(f"{end} in this sentence – N goes to the next sentence with one")
            return
        keys = [key for key in reversed(found.keys) if any(key in elements for elements in known)]
        self._desk.inspector.select(keys[0] if keys else found.keys[0])

    def _step(self, by: int) -> bool:
        """Take a step in the view's own way through the differences; False if it is not in one."""
        view, look = self._desk.inspector.view, self._desk.inspector.look
        step = view.step(view.own(look), self._desk.pictures.drawing, by, forgiven=self._desk.inspector.forgiven_listed)
        if step is None:
            return False
        self._desk.inspector.set_look(look.with_own(view.name, step.options))
        if step.selected is not None:
            self._desk.inspector.select(step.selected)
        self._desk.tell(step.said)
        return True

    def walk(self, way: Way) -> None:
        """Select what is reached from the selected element, in the picture that is looked at."""
        reached = self._desk.pictures.drawing.walk(
            self._desk.inspector.selection, way, self._desk.pictures.focused_side
        )
        if reached is not None:
            self._desk.inspector.select(reached)
