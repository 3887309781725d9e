"""What a campaign's results look like, on the command line and in the window: tables and plots. No Qt. A new table is a
function from `Shown` to tables, and a line in `TABLES`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial

from goldleaf.core.campaigns.results import Results
from goldleaf.core.errors import check_among
from goldleaf.viewer.campaigns import breakdowns
from goldleaf.viewer.campaigns.scores import Shown, common, domains, scores, shown
from goldleaf.viewer.tables.table import Table

__all__ = ["TABLES", "Shown", "shown", "tables", "titled"]

_FORMS = "LAS of seen and unseen forms"
# The tables by name, each with its title and what makes it
TABLES: dict[str, tuple[str, Callable[[Shown], Iterable[Table]]]] = {
    "scores": ("Scores", scores),
    "domains": ("Averages by domain", domains),
    "ranks": ("Ranks under each score", breakdowns.changes),
    "treebank-ranks": ("Ranks by treebank", breakdowns.treebank_ranks),
    "extremes": ("Best and worst treebanks", breakdowns.extremes),
    "treebanks": ("Treebanks: averages over systems", breakdowns.difficulty),
    "single-multiple": ("TedEval: single and multiple", common),
    "roots": ("Roots", breakdowns.roots),
    "tags": ("Accuracy by tag", partial(breakdowns.by_value, table="tag", title="LAS by tag")),
    "forms": ("Seen and unseen forms", partial(breakdowns.by_value, table="form", title=_FORMS)),
    "theories": ("Theories on common ground", breakdowns.theories),
    "properties": ("Properties of treebanks", breakdowns.properties),
    "correlations": ("Correlations of scores", breakdowns.correlated),
    "difficulty": ("Correlations with properties", breakdowns.properties_with_scores),
}


def tables(results: Results, names: Sequence[str] = (), scores: Sequence[str] = ()) -> Iterator[Table]:
    """The tables of these names, or all; of these scores, or those that the campaign shows. Empty ones are left out.
    Raises OptionError for a table or score that there is not."""
    for name in names:
        check_among("--table", name, TABLES, "table")
    view = shown(results, scores)
    for name in names or TABLES:
        yield from (table for table in TABLES[name][1](view) if table.rows)


def titled(results: Results, found: Iterable[Table]) -> Iterator[Table]:
    """Tables that stand elsewhere, with the title that the campaign gives itself before their own."""
    about = results.campaign
    for table in found:
        yield table if about.title == about.path.stem else replace(table, title=f"{about.title}: {table.title}")
