"""The view of functions: what TedEval compares, and what several golds have in common. No Qt."""

from __future__ import annotations

from dataclasses import dataclass, replace

from goldleaf.core.errors import FormatError
from goldleaf.core.metrics.tedeval.trees import ComparedTrees, edit_script, trees_of
from goldleaf.viewer.diagram.naming import REVIEW, Difference
from goldleaf.viewer.diagram.options import Mode
from goldleaf.viewer.session.document import Document
from goldleaf.viewer.session.pair import Pair
from goldleaf.viewer.views.everyone import Three, lacks, rivals_of
from goldleaf.viewer.views.functions.function_picture import function_differences, function_pictures, numbers_of
from goldleaf.viewer.views.remedies import ACROSS, BESIDE, FOLD, OUTLINE, OVERLAY, TIGHT, WITHOUT_TAGS, with_own
from goldleaf.viewer.views.trees.drawing import drawn, of_rivals
from goldleaf.viewer.views.trees.tree_differences import of_three
from goldleaf.viewer.views.trees.tree_picture import TreePicture, TreeStyle
from goldleaf.viewer.views.trees.view import FOLD_MORE, HEEDED, INDENTED, SLANTED, UPRIGHT, TreesView, options_of
from goldleaf.viewer.views.view import Drawing, Look, Remedy, Subject, Switch, Tools, View, ViewChange, WalkStep


@dataclass(frozen=True, slots=True, kw_only=True)
class FunctionOptions:
    """What is shown of function trees, besides what is of all trees."""

    ghosts: bool = False  # what the generalised gold has not of each gold
    applied: int | None = None  # edits of the script that are made in the parse's tree; None for the parse as it is


WITHOUT_GHOSTS = Remedy(
    choice="ghosts", said="without what the golds lost", subject="Ghosts", title="Left out", option="--no-ghosts",
    changed=with_own("function", FunctionOptions(), ghosts=False),
)  # fmt: skip


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
    # Labels of functions are wider than words: what can be missed goes before words run upwards.
    remedies = (BESIDE, TIGHT, SLANTED, INDENTED, WITHOUT_GHOSTS, WITHOUT_TAGS, FOLD, FOLD_MORE, UPRIGHT)
    offers = (OVERLAY, OUTLINE, ACROSS)
    usual = FunctionOptions()
    switches = (
        Switch(
            name="ghosts", title="Ghosts", field="ghosts", keys=("Shift+H",),
            description="Show in the generalized gold what it has lost of each gold.",
        ),
    )  # fmt: skip
    changes = (
        ViewChange(
            name="apply", title="Apply edits one by one", keys=("X",), needs_parse=True,
            options=lambda options, *_: replace(options, applied=0 if options.applied is None else None),
            checked=lambda options, _: options.applied is not None,
            description="Show the parse after the edits up to the selected one; . and , go on and back.",
        ),
    )  # fmt: skip

    def lacking(self, document: Document) -> str:
        """Any trees have functions, or at least yields."""
        return lacks(document, "trees") if document.lattice_only else ""

    def draw(self, subject: Subject, look: Look, tools: Tools) -> Drawing:
        """Gold, parse, and where there are several golds what they have in common."""
        pair, own, options = subject.pair, self.own(look), replace(options_of(look), pills=True)
        try:
            trees = function_trees(pair)
        except FormatError as error:  # too deep
            return Drawing(note=f"{error}")
        if trees is None:
            return Drawing()
        three = rivals_of(subject, look, self.metric) if own.applied is None else None
        if three is not None and (rivals := rival_functions(three)) is not None:
            return of_rivals(rivals, three, look, options, tools)
        golds = subject.document.gold_names
        if len(golds) < 2 or subject.wording.gold != REVIEW.gold:  # a single one is called what it is in titles
            golds = (subject.wording.gold, *golds[1:])
        # What is forgiven comes last: edits are of different things, so their order changes no result.
        script = sorted(edit_script(trees), key=lambda edit: edit.forgiven) if pair.parse is not None else []
        known = function_pictures(
            trees, pair.gold, pair.parse, script,
            wording=replace(subject.wording, gold=golds[0]), golds=golds, ghosts=own.ghosts, applied=own.applied,
        )  # fmt: skip
        edits: tuple[Difference, ...] = ()
        if pair.parse is not None:
            edits = function_differences(trees, script, pair.gold, pair.parse, known, golds)
        if look.mode == Mode.OVERLAY and trees.is_generalized and len(known) > 2:
            known = [known[2], known[1]]  # an overlay compares the parse with what the golds have in common
        if trees.is_generalized:  # the eye compares three trees straight down
            options = replace(options, style=TreeStyle.BOTTOM)
        return drawn(known, pair, look, options, tools).told(edits)

    def forgotten(self, options: FunctionOptions) -> FunctionOptions:
        """Edits are made anew in each sentence."""
        return replace(options, applied=None if options.applied is None else 0)

    def step(self, options: FunctionOptions, drawing: Drawing, by: int, *, forgiven: bool) -> WalkStep | None:
        """Make or take back an edit, while they are made one by one. One stops after each, but after all forgiven ones,
        which are the last, unless these are asked for."""
        if options.applied is None:
            return None
        script, told = drawing.differences, drawing.wording.told
        ends = [*range(len(script) + 1)]
        if not forgiven:
            costing = sum(edit.scored for edit in script)
            ends = [*range(costing + 1), *{len(script)} - {costing}]
        after, before = (end for end in ends if end > options.applied), (end for end in ends if end < options.applied)
        count = min(after, default=None) if by > 0 else max(before, default=None)
        if count is None:
            said = "The parse is now the gold" if by > 0 else "This is the parse as it is"
            return WalkStep(options, None, told(said))
        made = replace(options, applied=count)
        if not count:
            return WalkStep(made, None, told(f"The parse before its {len(script)} edits"))
        keys, last = script[count - 1].keys, max((end for end in ends if end < count), default=0)
        text = f"Edit {count} of {len(script)}: {script[count - 1].sentence}"
        if count - last > 1:
            text = f"Edits {last + 1} to {count} of {len(script)}: forgiven"
        return WalkStep(made, keys[0] if keys else None, text)


def function_trees(pair: Pair) -> ComparedTrees | None:
    """The function trees of a pair that TedEval compares, or None, made once. Raises FormatError: too deep."""
    readable = pair.gold.readable and (pair.parse is None or (pair.parse.readable and pair.compared))
    return pair.once("functions", lambda: trees_of(pair.metric, *pair.sides)) if readable else None


def rival_functions(three: Three) -> list[TreePicture] | None:
    """The gold's function tree, the other parse's and the parse's; None where they have no gold in common. They have
    none where there are several golds, which each parse may leave otherwise, or where the parses settle differently
    what the gold leaves open."""
    other, trees = function_trees(three.other), function_trees(three.pair)
    if other is None or trees is None or other.is_generalized or trees.is_generalized or other.target != trees.target:
        return None
    numbers = numbers_of(other, trees)
    ours, theirs = (
        function_pictures(own, pair.gold, pair.parse, edit_script(own), ghosts=False, numbers=numbers)
        for pair, own in ((three.other, other), (three.pair, trees))
    )
    return of_three(ours, theirs, three.wording)
