"""All that the user can do, as a table: menus, toolbar, palette and the sheet of keys are made from it. No Qt."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from goldleaf.core.analysis.sides.layers import LAYER_NAMES
from goldleaf.core.metrics import METRICS, Metric, Option
from goldleaf.viewer.views import VIEWS, View


class Context(StrEnum):
    """Where an action's keys act."""

    WINDOW = "anywhere in the window"
    PICTURE = "while a picture or a list beside it has the focus"


class Needs(StrEnum):
    """What must be there for an action to make sense."""

    NOTHING = ""
    DOCUMENT = "document"
    PARSE = "parse"  # a parse is shown
    REVIEW = "review"  # a review session is open


@dataclass(frozen=True, slots=True, kw_only=True)
class Action:
    """Something the user can do.

    ``menu`` is a path such as ``View/Theme``; ``keys`` are in Qt's notation, or ``std:`` and the name of one of Qt's
    standard keys. ``short`` is the title on a button of its own. ``group`` changes where a line separates entries of a
    menu. ``tool`` places it in the toolbar: the actions of equal tool stand together. ``words`` are further names by
    which the palette finds it.
    """

    id: str
    title: str
    menu: str
    description: str
    keys: tuple[str, ...] = ()
    context: Context = Context.WINDOW
    needs: Needs = Needs.DOCUMENT
    checkable: bool = False
    icon: str = ""
    short: str = ""
    group: int = 0
    tool: str = ""
    words: tuple[str, ...] = ()


def _mode(name: str, title: str, description: str) -> Action:
    return Action(
        id=f"view.{name}", title=title, menu="View", checkable=True, icon=name, group=1, tool="compare",
        description=description,
    )  # fmt: skip


def _toggle(name: str, title: str, key: str, description: str) -> Action:
    return Action(
        id=f"view.{name}", title=title, menu="View", keys=(key,), context=Context.PICTURE, needs=Needs.PARSE,
        checkable=True, icon=name, group=2, tool="classes", description=description,
    )  # fmt: skip


def _shows(view: View) -> Action:
    return Action(
        id=f"view.{view.name}", title=view.title, menu="View", keys=view.keys, context=Context.PICTURE, checkable=True,
        icon=view.name, tool="view", description=view.description,
    )  # fmt: skip


def _own(view: View) -> list[Action]:
    """What can be chosen of a view's drawings, and done to them."""
    menu = f"View/{view.title}"
    switches = [
        Action(
            id=f"{view.name}.{switch.name}", title=switch.title, menu=menu, keys=switch.keys, context=Context.PICTURE,
            checkable=True, group=3, needs=Needs.PARSE if switch.needs_parse else Needs.DOCUMENT,
            description=switch.description,
        )
        for switch in view.switches
    ]  # fmt: skip
    changes = [
        Action(
            id=f"{view.name}.{change.name}", title=change.title, menu=menu, keys=change.keys, context=Context.PICTURE,
            checkable=change.checked is not None, group=4, description=change.description,
            needs=Needs.PARSE if change.needs_parse else Needs.DOCUMENT,
        )
        for change in view.changes
    ]  # fmt: skip
    return [*switches, *changes]


def _walk(name: str, title: str, key: str, description: str) -> Action:
    return Action(
        id=f"walk.{name}", title=title, menu="Go/Walk the tree", keys=(key,), context=Context.PICTURE, group=2,
        description=description,
    )  # fmt: skip


def _differences_of(metric: type[Metric]) -> Action:
    return Action(
        id=f"metric.{metric.name}", title=f"Differences of {metric.title}", menu="Score", checkable=True, group=1,
        needs=Needs.PARSE, description=f"List, mark and walk through what {metric.title} counts as different.",
        words=(metric.name, f"metric: {metric.title}", *(re.sub("[_.]", " ", score) for score in metric.ratios)),
    )  # fmt: skip


def _option(metric: type[Metric], option: Option, value: str) -> Action:
    return Action(
        id=f"score.{metric.name}.{option.name}.{value}", title=f"{option.name.replace('_', ' ').capitalize()}: {value}",
        menu=f"Score/{metric.title}", checkable=True, group=metric.options.index(option), description=f"{option.help}.",
    )  # fmt: skip


_FILE: tuple[Action, ...] = (
    Action(
        id="file.open", title="Open…", menu="File", keys=("std:Open",), needs=Needs.NOTHING, icon="open",
        tool="file", description="Choose a gold file and its parses.",
    ),
    Action(
        id="file.adjudicate", title="Adjudicate…", menu="File", needs=Needs.NOTHING,
        description="Choose the files of two or more annotators, none of which is the gold.",
    ),
    Action(
        id="file.add-parse", title="Add parse…", menu="File", keys=("Ctrl+Shift+O",), icon="add",
        description="Compare a further parse file with the gold that is open.",
    ),
    Action(
        id="file.add-predicted", title="Add the second analysis in the gold's file", menu="File",
        description="Compare PHEAD and PDEPREL of CoNLL-X, or the predicted columns of CoNLL-2009, as a parse.",
    ),
    Action(
        id="file.demo", title="Open the demo treebank", menu="File", needs=Needs.NOTHING,
        description="Seventeen sentences in thirteen languages, with planted errors.",
    ),
    Action(
        id="file.demo-theories", title="Open the demo of three theories", menu="File", needs=Needs.NOTHING,
        description="Six sentences with content words as heads, with function words as heads, and as constituents.",
    ),
    Action(
        id="file.demo-lattice", title="Open the demo of a lattice", menu="File", needs=Needs.NOTHING,
        description="An ambiguous Hebrew sentence: all its readings, its words and tree, and a parser's.",
    ),
    Action(
        id="file.demo-roles", title="Open the demo of predicates and arguments", menu="File", needs=Needs.NOTHING,
        description="Sentences with several predicates: their senses, the roles of their arguments, and a parser's.",
    ),
    Action(
        id="file.properties", title="Properties of treebanks…", menu="File", group=1,
        description="Count sentences, words, labels, tags, and what crosses in the open files, as the shared tasks do.",
    ),
    Action(
        id="file.transform", title="Transform…", menu="File", group=1,
        description="Open the file raised, lifted, without traces or otherwise transformed beside itself.",
    ),
    Action(
        id="file.belonging", title="Do they belong together…", menu="File", group=1,
        description="List where open dependencies, constituents and lattices differ in words, tags or features.",
    ),
    Action(
        id="file.open-experiment", title="Open experiment…", menu="File", needs=Needs.NOTHING,
        description="Open golds and parses of several theories, listed in a .toml file, to be compared together.",
    ),
    Action(
        id="file.open-campaign", title="Open campaign…", menu="File", needs=Needs.NOTHING,
        description="Score the systems of a campaign, listed in a .toml file, on all its treebanks.",
        words=("shared task", "systems by treebanks"),
    ),
    Action(
        id="file.campaign", title="Back to the campaign", menu="File", keys=("Ctrl+Shift+G",), needs=Needs.NOTHING,
        description="Show the tables of the campaign that was opened last, as they were left.",
    ),
    Action(
        id="file.next-experiment", title="Next experiment", menu="File", keys=("Ctrl+Shift+E",), group=1,
        description="Put the gold and parses of the next theory in front.",
    ),
    Action(
        id="file.reload", title="Reload", menu="File", keys=("std:Refresh",), icon="reload", group=1,
        needs=Needs.NOTHING,
        description="Read the files again; the place is kept.",
    ),
    Action(
        id="file.cancel", title="Stop loading", menu="File", needs=Needs.NOTHING, group=1,
        description="Keep what has been read so far.",
    ),
    Action(
        id="figure.export", title="Export figure…", menu="File", keys=("Ctrl+E",), icon="export", group=2,
        tool="figure", description="Save the picture as SVG, PDF, PNG or TikZ.",
    ),
    Action(
        id="file.export-list", title="Export list…", menu="File", group=2,
        description="Write the listed sentences, with what was found in them, as text, ids, CSV, JSON or CoNLL-U.",
    ),
    Action(
        id="figure.export-listed", title="Export listed figures…", menu="File", group=2,
        description="Save a figure of each sentence of the list, in files of their own or as the pages of a PDF.",
    ),
    Action(
        id="file.report", title="Report…", menu="File", group=2,
        description="Write scores, comparisons, tables, plots and the worst sentences as one page to pass on.",
        words=("HTML", "page to pass on"),
    ),
    Action(
        id="file.quit", title="Quit", menu="File", keys=("std:Quit", "Ctrl+Q"), needs=Needs.NOTHING, group=3,
        description="Close the window.",
    ),
)  # fmt: skip

_EDIT: tuple[Action, ...] = (
    Action(
        id="figure.copy-image", title="Copy picture as image", menu="Edit", keys=("Ctrl+Shift+I",), icon="copy",
        description="Put the picture on the clipboard as pixels.",
    ),
    Action(
        id="figure.copy-svg", title="Copy picture as SVG", menu="Edit", keys=("Ctrl+Shift+C",),
        description="Put the picture on the clipboard as an SVG drawing.",
    ),
    Action(
        id="figure.copy-tikz", title="Copy picture as TikZ", menu="Edit", keys=("Ctrl+Shift+T",),
        description="Put the picture on the clipboard as LaTeX.",
    ),
    Action(
        id="figure.copy-command", title="Copy as command", menu="Edit",
        description="Put the line of goldleaf render on the clipboard that makes the figure, as it was last exported.",
    ),
    Action(
        id="edit.copy-text", title="Copy sentence", menu="Edit", group=1,
        description="Put the running sentence on the clipboard.",
    ),
    Action(
        id="edit.copy-scores", title="Copy scores", menu="Edit", group=1,
        description="Put the score panel on the clipboard, with its signature.",
    ),
    Action(
        id="edit.filter", title="Filter sentences", menu="Edit", keys=("std:Find",), icon="search", group=2,
        description="Write a condition or words to look for.",
    ),
    Action(
        id="edit.filter-words", title="Only segmentation errors", menu="Edit", keys=("Ctrl+Shift+J",), group=2,
        needs=Needs.PARSE, description="List only the sentences that the parse cuts into other words.",
    ),
    Action(
        id="edit.clear-filter", title="Clear filter", menu="Edit", keys=("Ctrl+Shift+F",), group=2,
        description="Show all sentences again.",
    ),
    Action(
        id="filters.save", title="Save filter…", menu="Edit/Saved filters", group=2,
        description="Keep the condition above the list under a name, for other files and for goldleaf find @name.",
    ),
    Action(
        id="filters.manage", title="Manage saved filters…", menu="Edit/Saved filters", group=2, needs=Needs.NOTHING,
        description="List the saved filters, to use, rename and delete.", words=("saved queries",),
    ),
    Action(
        id="edit.palette", title="Command palette…", menu="Edit", keys=("Ctrl+Shift+P",), needs=Needs.NOTHING,
        group=3, description="Find anything that has a name by a few letters of it.",
    ),
)  # fmt: skip

_ROWS = tuple(
    Action(
        id=f"rows.{name}", title=title, menu="View/Rows under words", checkable=True, group=3, needs=Needs.NOTHING,
        description=f"Show {what} under the words.",
    )
    for name, title, what in (
        ("number", "Numbers", "the words' numbers"),
        ("tag", "Tags", "coarse tags (UPOS, CPOSTAG)"),
        ("fine-tag", "Fine tags", "fine tags (XPOS, POSTAG)"),
        ("lemma", "Lemmas", "lemmas"),
        ("gloss", "Glosses", "glosses, where the file has them"),
        ("transliteration", "Transliteration", "transliterations, where the file has them"),
        ("features", "Features", "morphological features"),
    )
)  # fmt: skip

_LAYERS = (
    Action(
        id="layers.metric", title="As the metric counts", menu="View/Layers", checkable=True, group=3,
        needs=Needs.PARSE, description="List, mark and walk through what the metric counts as different.",
    ),
    *(
        Action(
            id=f"layers.{layer}", title=f"{names[:1].upper()}{names[1:]}", menu="View/Layers", checkable=True, group=4,
            needs=Needs.PARSE,
            description=f"List, mark and walk through all {names} that differ, whatever the metric counts.",
        )
        for layer, names in LAYER_NAMES.items()
    ),
)  # fmt: skip

_THEMES = tuple(
    Action(
        id=f"theme.{name}", title=title, menu="View/Theme", checkable=True, group=4, needs=Needs.NOTHING,
        description=description,
    )
    for name, title, description in (
        ("system", "Follow the system", "Light or dark, as the desktop is."),
        ("light", "Light", "Dark on white, for the screen."),
        ("dark", "Dark", "Light on dark, for the screen."),
        ("high-contrast", "High contrast", "Bright lines and large letters on black."),
        ("paper-bw", "Paper, black and white", "As it prints without color."),
        ("paper-color", "Paper, color", "As it prints in colors that all readers can tell apart."),
    )
)  # fmt: skip

_ZOOMS: tuple[Action, ...] = (
    Action(
        id="zoom.in", title="Zoom in", menu="View", keys=("std:ZoomIn", "Ctrl+="), icon="zoom-in", group=5,
        tool="zoom", description="Make the pictures larger.",
    ),
    Action(
        id="zoom.out", title="Zoom out", menu="View", keys=("std:ZoomOut",), icon="zoom-out", group=5,
        tool="zoom", description="Make the pictures smaller.",
    ),
    Action(
        id="zoom.actual", title="Actual size", menu="View", keys=("Ctrl+0",), group=5,
        description="Show the pictures at 100 %.",
    ),
    Action(
        id="zoom.fit", title="Fit to window", menu="View", keys=("Ctrl+9",), icon="fit", group=5, tool="zoom",
        description="Zoom between 80 and 160 %, so that all is seen if it can be read then.",
    ),
)  # fmt: skip

_VIEW: tuple[Action, ...] = (
    *(_shows(view) for view in VIEWS.values()),
    _mode("stacked", "Stacked", "Gold above, parse below."),
    _mode("beside", "Beside", "Gold and parse side by side."),
    _mode("overlay", "Overlay", "The gold's arcs or tree above the words, the parse's below them."),
    Action(
        id="view.next-mode", title="Next way to compare", menu="View", keys=("V",), context=Context.PICTURE,
        needs=Needs.PARSE, group=1, description="Stacked, beside, overlay in turn.",
    ),
    Action(
        id="view.blink", title="Blink", menu="View", keys=("B",), context=Context.PICTURE, needs=Needs.PARSE,
        group=1, checkable=True, description="While the key is held, gold and parse alternate in the same place.",
    ),
    Action(
        id="view.only-differences", title="Only differences", menu="View", keys=("O",), context=Context.PICTURE,
        needs=Needs.PARSE, checkable=True, icon="only-differences", group=2, tool="classes",
        description="Leave out arcs that agree, fold constituents that agree; what has no difference is faint.",
    ),
    _toggle("matched", "Matched", "M", "Show arcs and constituents that gold and parse share."),
    _toggle("gold-only", "Gold only", "G", "Show arcs and constituents that only the gold has."),
    _toggle("parse-only", "Parse only", "P", "Show arcs and constituents that only the parse has."),
    *(action for view in VIEWS.values() for action in _own(view)),
    *_ROWS,
    *_LAYERS,
    Action(
        id="view.enhanced", title="Enhanced graph", menu="View", keys=("E",), context=Context.PICTURE,
        checkable=True, icon="enhanced", group=3, tool="rows",
        description="Show enhanced dependencies and empty nodes below the words.",
    ),
    Action(
        id="view.wrap", title="Wrap or fold what is too wide", menu="View", keys=("W",), context=Context.PICTURE,
        checkable=True, icon="wrap", group=3, tool="rows",
        description="Continue long sentences in new rows; fold what has no difference in trees that are too wide.",
        words=("wrap long sentences",),
    ),
    Action(
        id="view.legend", title="Legend", menu="View", keys=("K",), context=Context.PICTURE, checkable=True,
        icon="legend", group=3, tool="rows", description="Show what each kind of line means.",
    ),
    *_THEMES,
    *_ZOOMS,
    Action(
        id="view.full-screen", title="Full screen", menu="View", keys=("std:FullScreen", "F11"), group=6,
        needs=Needs.NOTHING, checkable=True, description="Fill the whole screen.",
    ),
    Action(
        id="view.reset-docks", title="Reset panels", menu="View/Panels", group=1, needs=Needs.NOTHING,
        description="Put all panels back where they were at first.",
    ),
)  # fmt: skip

_WALKS: tuple[Action, ...] = (
    _walk("head", "Head or parent", "Up", "Select the head of the selected word; in a tree, what it is in."),
    _walk("dependent", "First dependent or child", "Down", "Select the first dependent; in a tree, the first child."),
    _walk("left", "To the left", "Left", "Select the word that stands to the left; in a tree, the sibling."),
    _walk("right", "To the right", "Right", "Select the word that stands to the right; in a tree, the sibling."),
)

_GO: tuple[Action, ...] = (
    Action(
        id="go.previous", title="Previous sentence", menu="Go", keys=("PgUp",), icon="previous", tool="go",
        description="The sentence before this one in the list.",
    ),
    Action(
        id="go.next", title="Next sentence", menu="Go", keys=("PgDown",), icon="next", tool="go",
        description="The sentence after this one in the list.",
    ),
    Action(
        id="go.first", title="First sentence", menu="Go", keys=("Ctrl+Home",),
        description="The first sentence of the list.",
    ),
    Action(
        id="go.last", title="Last sentence", menu="Go", keys=("Ctrl+End",),
        description="The last sentence of the list.",
    ),
    Action(
        id="go.to", title="Go to sentence…", menu="Go", keys=("Ctrl+G",),
        description="Go to an id, a number, or a line of the file.",
    ),
    Action(
        id="go.previous-differing", title="Previous sentence with a difference", menu="Go", keys=("Shift+N",),
        context=Context.PICTURE, icon="previous-difference", group=1, tool="go", words=("previous hit",),
        description="Back over sentences without a difference; with has(…) in the filter, to the hit before.",
    ),
    Action(
        id="go.next-differing", title="Next sentence with a difference", menu="Go", keys=("N",),
        context=Context.PICTURE, icon="next-difference", group=1, tool="go", words=("next hit",),
        description="On over sentences without a difference; with has(…) in the filter, to the next hit.",
    ),
    Action(
        id="go.previous-words", title="Previous segmentation error", menu="Go", keys=("Shift+J",),
        context=Context.PICTURE, needs=Needs.PARSE, group=1,
        description="Back to a sentence that the parse cuts into other words.",
    ),
    Action(
        id="go.next-words", title="Next segmentation error", menu="Go", keys=("J",), context=Context.PICTURE,
        needs=Needs.PARSE, group=1, description="On to a sentence that the parse cuts into other words.",
    ),
    Action(
        id="go.previous-difference", title="Previous difference", menu="Go", keys=(",",), context=Context.PICTURE,
        needs=Needs.PARSE, group=1, description="Select the difference before this one in the sentence.",
    ),
    Action(
        id="go.next-difference", title="Next difference", menu="Go", keys=(".",), context=Context.PICTURE,
        needs=Needs.PARSE, group=1, description="Select the difference after this one in the sentence.",
    ),
    *_WALKS,
)  # fmt: skip

_PARSE: tuple[Action, ...] = (
    Action(
        id="parse.0", title="Gold only", menu="Parse", keys=("0",), context=Context.PICTURE, checkable=True,
        description="Show the gold without a parse.",
    ),
    *(
        Action(
            id=f"parse.{number}", title=f"Parse {number}", menu="Parse", keys=(f"{number}",),
            context=Context.PICTURE, checkable=True, group=1, description=f"Compare the gold with parse {number}.",
        )
        for number in range(1, 10)
    ),
    Action(
        id="parse.swap", title="Swap annotators", menu="Parse", keys=("Ctrl+Shift+X",), needs=Needs.PARSE, group=2,
        description="Put the annotator who is shown first, and the first one in that place (File > Adjudicate).",
    ),
)  # fmt: skip

_VERSUS: tuple[Action, ...] = (
    Action(
        id="versus.table", title="Compare two parses", menu="Parse", keys=("Ctrl+Shift+B",), group=2,
        needs=Needs.PARSE, description="Show what one parse fixes and breaks of another; each figure is a filter.",
        words=("fixed", "broken", "versus", "A against B"),
    ),
    Action(
        id="versus.draw", title="Draw two parses with the gold", menu="Parse", keys=("Shift+B",),
        context=Context.PICTURE, needs=Needs.PARSE, group=2, checkable=True,
        description="Draw gold, A and B of the panel Two parses together: in three pictures, or one overlay.",
    ),
    Action(
        id="versus.swap", title="Swap A and B", menu="Parse", needs=Needs.PARSE, group=2,
        description="Put B in the place of A in the panel Two parses, and A in that of B.",
    ),
    Action(
        id="versus.copy", title="Copy the table of two parses", menu="Parse", needs=Needs.PARSE, group=2,
        description="Copy the rows of the panel Two parses as they are sorted, with tabs between their cells.",
    ),
    Action(
        id="versus.save", title="Save the table of two parses…", menu="Parse", needs=Needs.PARSE, group=2,
        description="Write the rows of the panel Two parses as CSV, JSON, LaTeX, HTML or text.",
    ),
)  # fmt: skip

_SCORE: tuple[Action, ...] = (
    Action(
        id="score.metrics", title="Metrics…", menu="Score", keys=("Ctrl+Shift+M",), needs=Needs.NOTHING,
        description="Choose the metrics that score, with their options.",
    ),
    Action(
        id="score.all-parses", title="Scores of all parses", menu="Score", checkable=True, needs=Needs.PARSE,
        description="Show all parses' scores beside each other, or those of the parse that is shown.",
    ),
    Action(
        id="score.plots", title="Plots…", menu="Score",
        description="Scores by length and distance with confidence bands, error mass, confusions, agreement of parses.",
    ),
    Action(
        id="errors.search", title="Search the table of errors", menu="Score/Table of errors", keys=("Ctrl+Alt+E",),
        needs=Needs.PARSE, description="Show the panel Errors, and only those rows of its table that hold a text.",
    ),
    Action(
        id="errors.all-parses", title="Errors of all parses", menu="Score/Table of errors", checkable=True,
        needs=Needs.PARSE, description="Show the table of errors of all parses side by side, with their differences.",
    ),
    Action(
        id="errors.copy", title="Copy the table of errors", menu="Score/Table of errors", needs=Needs.PARSE,
        description="Copy the rows that the panel Errors shows, with tabs between their cells.",
    ),
    Action(
        id="errors.save", title="Save the table of errors…", menu="Score/Table of errors", needs=Needs.PARSE,
        description="Write the rows that the panel Errors shows as CSV, JSON, LaTeX, HTML or text.",
    ),
    Action(
        id="score.agreement", title="Agreement…", menu="Score",
        description="How far the open files' annotators agree, as if none were the gold: kappa, alpha, and where not.",
    ),
    Action(
        id="score.theories", title="Theories against one another…", menu="Score",
        description="Every parse of the open experiments against every gold, and against what golds have in common.",
        words=("matrix", "generalized"),
    ),
    *(_differences_of(metric) for metric in METRICS.values()),
    *(
        _option(metric, option, value)
        for metric in METRICS.values()
        for option in metric.options
        for value in option.choices
    ),
)  # fmt: skip


def _verdict(name: str, title: str, short: str, key: str, description: str) -> Action:
    return Action(
        id=f"review.{name}", title=title, short=short, menu="Review", keys=(key,), context=Context.PICTURE,
        needs=Needs.REVIEW, group=1, description=description,
    )  # fmt: skip


_REVIEW: tuple[Action, ...] = (
    Action(
        id="review.new", title="New review…", menu="Review", needs=Needs.PARSE,
        description="Begin to decide where the files differ; all that is said is kept in a file beside them.",
    ),
    Action(
        id="review.open", title="Open review…", menu="Review", needs=Needs.NOTHING,
        description="Go on with a review, with the files that it is of.",
    ),
    Action(
        id="review.reviewer", title="Reviewer…", menu="Review", needs=Needs.REVIEW,
        description="Who goes on reviewing, and whether blind.",
    ),
    Action(
        id="review.end", title="Close review", menu="Review", needs=Needs.REVIEW,
        description="Only look again; all that was decided is kept.",
    ),
    _verdict("gold", "Gold is right", "Gold", "A", "About the selected difference, else the sentence."),
    _verdict("parse", "Parse is right", "Parse", "R", "About the selected difference, else the sentence."),
    _verdict("both", "Both are right", "Both", "Shift+A", "Either reading will do."),
    _verdict("neither", "Neither is right", "Neither", "Shift+R", "Both are wrong."),
    _verdict("reading", "Another reading…", "Other…", "Y", "Choose a head and label, or a tag, that neither has."),
    _verdict("unsure", "Unsure", "Unsure", "U", "Leave it to somebody else."),
    _verdict("skip", "Skip", "Skip", "S", "Leave it undecided."),
    Action(
        id="review.withdraw", title="Withdraw verdict", short="Withdraw", menu="Review", keys=("Del",), group=1,
        context=Context.PICTURE, needs=Needs.REVIEW,
        description="Take back what you have said of the selected difference or sentence.",
    ),
    Action(
        id="review.note", title="Note…", short="Note…", menu="Review", keys=("Ctrl+M",), needs=Needs.REVIEW, group=2,
        description="Write a note on what is selected, with tags.",
    ),
    Action(
        id="review.all-such", title="The same for all such…", menu="Review", needs=Needs.REVIEW, group=2,
        description="Say one verdict of all that the filter finds, after a preview; one undo takes it back.",
    ),
    Action(
        id="review.keep", title="Done, next unreviewed", menu="Review", keys=("Ctrl+Return", "Ctrl+Enter"),
        needs=Needs.REVIEW, group=3, short="Done, next",
        description="Mark the sentence as reviewed and go to the next one that is not.",
    ),
    Action(
        id="review.next", title="Next unreviewed", menu="Review", keys=("Ctrl+U",), needs=Needs.REVIEW, group=3,
        description="Go to the next sentence of the list that is not reviewed.",
    ),
    Action(
        id="review.next-conflict", title="Next conflict", menu="Review", keys=("Ctrl+Shift+U",), needs=Needs.REVIEW,
        group=3, description="Go to the next sentence of the list that reviewers judge differently.",
    ),
    Action(
        id="review.undo", title="Undo", menu="Review", keys=("std:Undo",), needs=Needs.REVIEW, group=4,
        description="Take the last act of this review back.",
    ),
    Action(
        id="review.redo", title="Redo", menu="Review", keys=("std:Redo", "Ctrl+Shift+Z", "Ctrl+Y"), group=4,
        needs=Needs.REVIEW,
        description="Do again what was undone last.",
    ),
    Action(
        id="review.result", title="Show the result", menu="Review", keys=("Q",), context=Context.PICTURE,
        needs=Needs.REVIEW, checkable=True, group=5,
        description="A third picture: the tree of the choices so far, what is undecided faint.",
    ),
    Action(
        id="review.treebank", title="Save corrected treebank…", menu="Review", needs=Needs.REVIEW, group=6,
        description="Write the gold with all that was decided, in its own format.",
    ),
    Action(
        id="review.merge", title="Merge another review…", menu="Review", needs=Needs.REVIEW, group=6,
        description="A new review of this one and others of the same files; what conflicts is listed.",
    ),
    Action(
        id="review.report", title="Save report…", menu="Review", needs=Needs.REVIEW, group=6,
        description="What was decided, by whom: as Markdown, CSV or JSON.",
    ),
)  # fmt: skip

_HELP: tuple[Action, ...] = (
    Action(
        id="help.keys", title="Keys…", menu="Help", keys=("std:HelpContents", "?"), needs=Needs.NOTHING,
        description="All keys, to read and to change.",
    ),
    Action(
        id="help.log", title="Show the log", menu="Help", needs=Needs.NOTHING,
        description="What went wrong, for a report.",
    ),
    Action(
        id="help.about", title="About Goldleaf", menu="Help", needs=Needs.NOTHING, group=1,
        description="Version, license, and what it is made with.",
    ),
)  # fmt: skip

ACTIONS: tuple[Action, ...] = (*_FILE, *_EDIT, *_VIEW, *_GO, *_PARSE, *_VERSUS, *_SCORE, *_REVIEW, *_HELP)
"""In the order of the menus."""

MENUS = ("File", "Edit", "View", "Go", "Parse", "Score", "Review", "Help")

TOOLS = ("file", "go", "view", "compare", "classes", "rows", "zoom", "figure")
"""The groups of the toolbar, in their order."""


def by_id() -> dict[str, Action]:
    """The table by id."""
    return {action.id: action for action in ACTIONS}


def conflicts(keys: Mapping[str, Sequence[str]]) -> dict[str, list[str]]:
    """For each key that has two actions in one place: their ids. ``keys`` are each action's, all in one notation.

    A key that acts anywhere in the window acts in the pictures, too.
    """
    known = by_id()
    users: dict[str, list[str]] = {}
    for identity, own in keys.items():
        if identity in known:
            for key in dict.fromkeys(own):
                users.setdefault(key, []).append(identity)
    return {key: found for key, found in users.items() if len(found) > 1}


_OF_PICTURES = ("view", "rows", "layers", "zoom", "theme", "go", "walk", *VIEWS)
_FOR_BLIND = {
    "file": (
        "open", "adjudicate", "open-experiment", "open-campaign", "demo", "demo-theories", "demo-lattice", "demo-roles",
        "export-list", "reload", "cancel", "quit",
    ),
    "figure": ("export", "export-listed", "copy-image", "copy-svg", "copy-tikz"),
    "edit": ("copy-text", "filter", "filter-words", "clear-filter", "palette"),
    "filters": ("save", "manage"),
    "score": ("metrics",),
    "review": (
        "open", "reviewer", "end", "gold", "parse", "both", "neither", "reading", "unsure", "skip", "withdraw", "note",
        "keep", "next", "undo", "redo", "result",
    ),
    "help": ("keys", "about"),
}  # fmt: skip


def is_for_blind(action: Action) -> bool:
    """Whether who reviews blind may do it: what draws and walks, and what shows nothing that tells the sides apart.

    A new action is not for them before it stands here.
    """
    first, _, rest = action.id.partition(".")
    if first in ("parse", "metric"):  # the first file alone would be known
        return action.id not in ("parse.0", "parse.swap")
    is_option = first == "score" and "." in rest
    return first in _OF_PICTURES or is_option or rest in _FOR_BLIND.get(first, ())
