"""The metrics. A new one is a module here and an entry in `METRICS`; everything else finds it there."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from goldleaf.core.errors import PairError, check_among
from goldleaf.core.metrics.base import Metric, Option, Ratio, Score, has_constituents, has_dependencies
from goldleaf.core.registry import Registry
from goldleaf.core.treebank import Treebank

__all__ = [
    "BY_DEFAULT", "METRICS", "Metric", "Option", "Ratio", "Score",
    "candidates", "create", "create_each", "fits", "fitting",
]  # fmt: skip

# The metrics by name, each loaded when it is looked up.
METRICS: Registry[type[Metric]] = Registry(
    {
        "attachment": "goldleaf.core.metrics.attachment:Attachment",
        "parseval": "goldleaf.core.metrics.parseval:ParsEval",
        "leaf-ancestor": "goldleaf.core.metrics.leaf_ancestor:LeafAncestor",
        "mwe": "goldleaf.core.metrics.mwe:MultiwordExpressions",
        "parseme": "goldleaf.core.metrics.parseme:Parseme",
        "tedeval": "goldleaf.core.metrics.tedeval:TedEval",
        "segmentation": "goldleaf.core.metrics.segmentation:Segmentation",
        "columns": "goldleaf.core.metrics.columns:ColumnAccuracy",
        "semantic": "goldleaf.core.metrics.semantic:Semantic",
        "ud": "goldleaf.core.metrics.ud:UniversalDependencies",
        "enhanced": "goldleaf.core.metrics.enhanced:Enhanced",
        "sdp": "goldleaf.core.metrics.sdp:SemanticGraphs",
        "induction": "goldleaf.core.metrics.induction:Induction",
        "clustering": "goldleaf.core.metrics.clustering:Clustering",
    },
    "goldleaf.metrics",
)

# What is computed without being asked for, where it applies, in the order in which it is printed.
BY_DEFAULT = ("attachment", "parseval", "tedeval", "semantic", "sdp", "parseme")
_OF_WORDS = "segmentation"  # compares files that have words, but no trees, as those of a path through a lattice


def fitting(
    metrics: Sequence[Metric], gold: Treebank, parses: Sequence[Treebank] = (), asked: Collection[str] = ()
) -> tuple[Metric, ...]:
    """The metrics for what gold and parses hold: those ``asked`` for, else those by default. Where one of the files has
    words only, that of words. Empty if none is for the gold; raises PairError where none of those is for the parses."""
    wanted = [metric for metric in metrics if metric.name in asked and fits(metric, gold, *parses)]
    wanted.sort(key=lambda metric: not metric.leads)
    if wanted:
        return tuple(wanted)
    of_gold = [metric for metric in metrics if metric.name in BY_DEFAULT and metric.applies(gold)]
    of_gold = of_gold or _of_words(metrics, gold)
    of_all = [metric for metric in of_gold if fits(metric, *parses)] or _of_words(metrics, *parses)
    if of_gold and not of_all:
        raise PairError(f"{parses[0].path}: not the kind of trees that {gold.path} has")
    return tuple(sorted(of_all, key=lambda metric: not metric.leads))


def fits(metric: Metric, *treebanks: Treebank) -> bool:
    """Whether all treebanks have the structures that a metric compares."""
    return all(metric.applies(treebank) for treebank in treebanks)


def _of_words(metrics: Sequence[Metric], *treebanks: Treebank) -> list[Metric]:
    have_trees = all(has_constituents(treebank) or has_dependencies(treebank) for treebank in treebanks)
    return [metric for metric in metrics if metric.name == _OF_WORDS and not have_trees]


def candidates() -> list[str]:
    """The metrics of which `fitting` chooses: those by default, and that of words."""
    return [*BY_DEFAULT, _OF_WORDS]


def create(name: str, **chosen: str) -> Metric:
    """The metric of this name with these options. Raises OptionError when there is no such metric or option."""
    check_among("--metric", name, METRICS, "metric")
    return METRICS[name](**chosen)


def create_each(names: Sequence[str], chosen: Mapping[str, str]) -> list[Metric]:
    """The metrics of these names, each with those of the chosen options that it has. Of an option in common a value
    that only others allow is theirs. Raises OptionError for an unknown metric, or value."""
    known = [METRICS[name] for name in names if name in METRICS]
    made = []
    for name in names:
        own = {option.name: option for option in METRICS[name].options} if name in METRICS else {}
        mine = {}
        for option, value in chosen.items():
            # A value that nobody allows is given to all that have the option, so that it is refused by name.
            allowed = any(other.allows(value) for metric in known for other in metric.options if other.name == option)
            if option in own and (own[option].allows(value) or not allowed):
                mine[option] = value
        made.append(create(name, **mine))
    return made
