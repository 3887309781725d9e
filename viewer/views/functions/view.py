"""The view of functions: what TedEval compares, and what several golds have in common. No Qt."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from goldleaf.core.errors import FormatError
from goldleaf.core.metrics.tedeval.script import Edit, edit_script
from goldleaf.core.metrics.tedeval.trees import Trees, trees_of
from goldleaf.core.structures.multifunction import MultiFunctionTree
from goldleaf.viewer.diagram.differences import Difference
from goldleaf.viewer.diagram.naming import REVIEW
from goldleaf.viewer.diagram.options import Mode
from goldleaf.viewer.diagram.rivals import Rivals
from goldleaf.viewer.session.document import Document
from goldleaf.viewer.session.pair import Pair
from goldleaf.viewer.views.functions.function_differences import FunctionDifference, function_differences
from goldleaf.viewer.views.functions.function_picture import FunctionPicture, function_pictures, numbers_of
from goldleaf.viewer.views.look import Look
from goldleaf.viewer.views.rivals import Three, rivals_of
from goldleaf.viewer.views.trees.rivals import of_three
from goldleaf.viewer.views.trees.tree_picture import TreePicture
from goldleaf.viewer.views.trees.view import HEEDED, REMEDIES, TreesView, drawn, of_rivals, options_of
from goldleaf.viewer.views.view import Change, Drawing, Step, Subject, Switch, Tools, View
from goldleaf.viewer.views.wording import lacks


@dataclass(frozen=True, slots=True, kw_only=True)
class FunctionOptions:
    """What is shown of function trees, besides what is of all trees.

    ghosts
        What the generalised gold has not of each gold.
    applied
        So many edits of the script have been made in the parse's tree; None for the parse as it is.
    """

    ghosts: bool = True
    applied: int | None = None


def _applied(options: FunctionOptions, *_: object) -> FunctionOptions:
    return replace(options, applied=0 if options.applied is None else None)


class FunctionsView(View):
    """Function trees of dependencies or constituents, in a shape of their own."""

    name = "function"
    title = "Functions"
    keys = ("F",)
    description = "Draw sentences as function trees, which TedEval compares; several golds are generalized."
    metric = "tedeval"
    heeds = HEEDED | {"other_golds", "against"}
    shares = TreesView.name
    least_text = TreesView.least_text
    remedies = REMEDIES
    usual = FunctionOptions()
    in_figures = FunctionOptions()
    switches = (
        Switch(
            name="ghosts", title="Ghosts", field="ghosts", keys=("H",),
            description="Show in the generalized gold, faintly, what it has not of each gold (File > Open experiment).",
        ),
    )  # fmt: skip
    changes = (
        Change(
            name="apply", title="Apply edits one by one", keys=("X",), needs_parse=True, options=_applied,
            checked=lambda options, _: options.applied is not None,
            description="Show the parse after the edits up to the selected one; . and , go on and back.",
        ),
    )  # fmt: skip

    def lacking(self, document: Document) -> str:
        """Any trees have functions, or at least yields."""
        return lacks(document, "trees") if document.lattice_only else ""

    def draw(self, subject: Subject, look: Look, tools: Tools) -> Drawing:
        """Gold, parse, and where there are several golds what they have in common."""
        pair, own = subject.pair, self.own(look)
        try:
            found = function_trees(pair)
        except FormatError as error:  # too deep
            return Drawing(note=f"{error}")
        if found is None:
            return Drawing()
        rivals = self._rivals(subject, look) if own.applied is None else None
        if rivals is not None:
            return of_rivals(*rivals, look, replace(options_of(look), pills=True), tools)
        golds = _names(subject)
        script = _in_order(edit_script(found)) if pair.parse is not None else ()
        known = function_pictures(
            found,
            pair.gold,
            pair.parse,
            script,
            wording=replace(subject.wording, gold=golds[0]),
            golds=golds,
            ghosts=own.ghosts,
            applied=own.applied,
        )
        edits: tuple[FunctionDifference, ...] = ()
        if pair.parse is not None:
            edits = function_differences(found, script, pair.gold, pair.parse, known, golds)
        drawing = drawn(_seen(known, found, look), pair, look, replace(options_of(look), pills=True), tools)
        return replace(drawing, differences=edits)

    def _rivals(self, subject: Subject, look: Look) -> tuple[list[TreePicture], Three] | None:
        """The trees of the gold and two parses; None where they are not to be drawn together."""
        three = rivals_of(subject, look, self.metric)
        other, found = (function_trees(pair) for pair in three[:2]) if three is not None else (None, None)
        if three is None or other is None or found is None:
            return None
        known = rival_functions((three.other, other), (three.pair, found), three.wording)
        return (known, three) if known is not None else None

    def forgotten(self, options: FunctionOptions) -> FunctionOptions:
        """Edits are made anew in each sentence."""
        return replace(options, applied=None if options.applied is None else 0)

    def step(self, options: FunctionOptions, drawing: Drawing, by: int, *, forgiven: bool) -> Step | None:
        """Make or take back an edit, while they are made one by one."""
        if options.applied is None:
            return None
        script = drawing.differences
        ends = _ends(script, forgiven=forgiven)
        count = _next(ends, options.applied, by)
        if count is None:
            end = "The parse is now the gold" if by > 0 else "This is the parse as it is"
            return Step(options, None, drawing.wording.told(end))
        made = replace(options, applied=count)
        if not count:
            return Step(made, None, drawing.wording.told(f"The parse before its {len(script)} edits"))
        keys = script[count - 1].keys
        return Step(made, keys[0] if keys else None, _said(script, _next(ends, count, -1) or 0, count))


def _in_order(script: Sequence[Edit]) -> tuple[Edit, ...]:
    """The script with what is forgiven last: edits are of different things, so their order changes no result."""
    return tuple(sorted(script, key=lambda edit: edit.forgiven))


def _ends(script: Sequence[Difference], *, forgiven: bool) -> list[int]:
    """After how many edits one may stop: after each, but after all forgiven ones, which are the last, unless asked."""
    costing = sum(one.scored for one in script)
    return [*range(len(script) + 1)] if forgiven else [*range(costing + 1), *{len(script)} - {costing}]


def _next(ends: Sequence[int], count: int, by: int) -> int | None:
    """The end after (``by`` 1) or before (−1) a number of edits; None if there is none."""
    if by > 0:
        return min((end for end in ends if end > count), default=None)
    return max((end for end in ends if end < count), default=None)


def _said(script: Sequence[Difference], before: int, count: int) -> str:
    """What the last step has made: one edit, or the forgiven ones together."""
    if count - before > 1:
        return f"Edits {before + 1} to {count} of {len(script)}: forgiven"
    return f"Edit {count} of {len(script)}: {script[count - 1].sentence}"


def function_trees(pair: Pair) -> Trees | None:
    """The function trees of a pair that TedEval compares, made once; None where there are none.

    Raises FormatError for trees that are too deep.
    """
    readable = pair.gold.readable and (pair.parse is None or (pair.parse.readable and pair.compared))
    return pair.once("functions", lambda: trees_of(pair.metric, *pair.sides)) if readable else None


def _names(subject: Subject) -> tuple[str, ...]:
    """The golds' names; of a single one what it is called in titles."""
    names = subject.document.gold_names
    own_title = len(names) < 2 or subject.wording.gold != REVIEW.gold
    return (subject.wording.gold, *names[1:]) if own_title else names


def _seen(known: list[FunctionPicture], found: Trees, look: Look) -> list[FunctionPicture]:
    """An overlay compares the parse with what the golds have in common."""
    if look.mode == Mode.OVERLAY and found.is_generalized and len(known) > 2:
        return [known[2], known[1]]
    return known


def rival_functions(other: tuple[Pair, Trees], pair: tuple[Pair, Trees], wording: Rivals) -> list[TreePicture] | None:
    """The gold's function tree, the other parse's and the parse's; None where they have no gold in common.

    They have none where there are several golds, which each parse may leave otherwise, or where the parses settle
    differently what the gold leaves open.
    """
    compared = (other, pair)
    golds = [_gold(trees) for _, trees in compared]
    if golds[0] is None or golds[0] != golds[1]:
        return None
    numbers = numbers_of(*(trees for _, trees in compared))
    ours, theirs = (
        function_pictures(trees, one.gold, one.parse, edit_script(trees), ghosts=False, numbers=numbers)
        for one, trees in compared
    )
    return of_three(ours, theirs, wording)


def _gold(trees: Trees) -> MultiFunctionTree | None:
    return None if trees.is_generalized else trees.target
