"""What a campaign's results look like, on the command line and in the window: tables and plots. No Qt. A new table is a
function from `ShownCampaign` to tables, and a line in `TABLES`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import groupby
from operator import itemgetter

from goldleaf.core.campaigns.checking import PARTIAL, SCORED, Checked
from goldleaf.core.campaigns.description import WRONG
from goldleaf.core.campaigns.results import Results
from goldleaf.core.errors import check_among
from goldleaf.viewer.campaigns import breakdowns
from goldleaf.viewer.campaigns.scores import ShownCampaign, common, domains, ranking, scores, shown, submissions
from goldleaf.viewer.tables.table import Table

__all__ = ["TABLES", "ShownCampaign", "shown", "tables", "titled"]

NAMED = 6  # files that are named under a table
# The tables by name, each with its title and what makes it
TABLES: dict[str, tuple[str, Callable[[ShownCampaign], Iterable[Table]]]] = {
    "scores": ("Scores", scores),
    "ranking": ("Ranking", ranking),
    "domains": ("Averages by domain", domains),
    "ranks": ("Ranks under each score", breakdowns.changes),
    "treebank-ranks": ("Ranks by treebank", breakdowns.treebank_ranks),
    "extremes": ("Best and worst treebanks", breakdowns.extremes),
    "treebanks": ("Treebanks: averages over systems", breakdowns.difficulty),
    "single-multiple": ("TedEval: single and multiple", common),
    "roots": ("Roots", breakdowns.roots),
    "tags": ("Accuracy by tag", partial(breakdowns.by_value, table="tag", title="LAS by tag")),
    "forms": (
        "Seen and unseen forms",
        partial(breakdowns.by_value, table="form", title="LAS of seen and unseen forms"),
    ),
    "theories": ("Theories on common ground", breakdowns.theories),
    "properties": ("Properties of treebanks", breakdowns.properties),
    "correlations": ("Correlations of scores", breakdowns.correlated),
    "difficulty": ("Correlations with properties", breakdowns.properties_with_scores),
    "submissions": ("Submissions", submissions),
}


def tables(results: Results, names: Sequence[str] = (), scores: Sequence[str] = ()) -> Iterator[Table]:
    """The tables of these names, or all; of these scores, or those that the campaign shows. Empty ones are left out.
    Raises OptionError for a table or score that there is not."""
    for name in names:
        check_among("--table", name, TABLES, "table")
    view, rules = shown(results, scores), [*_rules(results)]
    for name in names or TABLES:
        for table in TABLES[name][1](view):
            if table.rows:
                yield replace(table, note="\n".join(filter(None, (table.note, *rules))))


def _rules(results: Results) -> Iterator[str]:
    """What became of files that are not complete, whatever the figures."""
    if partial := _named(results, lambda one: one.treebank if one.state == PARTIAL else ""):
        wrong = "missing sentences count as wrong"
        rule = wrong if results.campaign.partial == WRONG else "missing sentences are left out, and nothing is tested"
        yield f"Partial ({partial}): {rule}."
    if others := _named(results, lambda one: f"{one.treebank} {one.state}" if one.state not in SCORED else ""):
        yield f"No figures, and 0 in averages: {others}."


def _named(results: Results, name: Callable[[Checked], str]) -> str:
    """The files that have a name, by systems, with how many more there are; empty if there are none."""
    files = [(one.system, named) for one in results.checked if (named := name(one))]
    by_system = groupby(files[:NAMED], key=itemgetter(0))
    parts = [f"{system} on {', '.join(name for _, name in own)}" for system, own in by_system]
    return "; ".join([*parts, *([f"and {len(files) - NAMED:,} more"] if len(files) > NAMED else [])])


def titled(results: Results, found: Iterable[Table]) -> Iterator[Table]:
    """Tables that stand elsewhere, with the title that the campaign gives itself before their own."""
    about = results.campaign
    for table in found:
        yield table if about.title == about.path.stem else replace(table, title=f"{about.title}: {table.title}")
