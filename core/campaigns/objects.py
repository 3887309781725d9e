"""What ``goldleaf compare CAMPAIGN.toml --format json`` gives; its shape is a promise to scripts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import polars as pl

from goldleaf.core.campaigns.averages import of_systems
from goldleaf.core.campaigns.results import RUN, Pair, Results
from goldleaf.core.version import VERSION

_FIGURE = ("system", "treebank", "metric", "score", "value", "right", "total", "rank", "best", "not_worse")
_AVERAGE = ("system", "metric", "score", "average", "soft_average", "sd", "treebanks")


def as_object(results: Results) -> dict[str, Any]:
    """``figures`` and ``averages`` have also ``scenario`` and ``training`` where there are runs, and ``options`` where
    they are not the campaign's first; ``averages`` also ``soft_sd``, ``total``, ``rank`` and ``group_rank``.

    ``pairs`` are the files, with what is wrong with their trees, ``errors`` those that could not be scored. Where
    experiments stand in the campaign, ``theories`` is what ``goldleaf compare`` gives of them alone.
    """
    theories = {} if results.theories is None else {"theories": results.theories.about["common"]}
    figures = results.figures()
    return {
        "goldleaf": VERSION,
        "campaign": results.campaign.title,
        "signatures": results.signatures(),
        "figures": _rows(results, figures.filter(~pl.col("failed")), _FIGURE),
        "averages": _rows(results, of_systems(figures), (*_AVERAGE, "soft_sd", "total", "rank", "group_rank")),
        "pairs": [_pair(one) for one in results.pairs],
        "notes": results.notes(),
        **theories,
        "errors": [*results.errors],
    }


def _rows(results: Results, frame: pl.DataFrame, columns: Sequence[str]) -> list[dict[str, Any]]:
    options = {one.name: dict(one.differs) for one in results.campaign.measures}
    found = []
    for row in frame.iter_rows(named=True):
        run = {key: row[key] for key in RUN if row[key]}
        differs = {"options": options[row["measure"]]} if options[row["measure"]] else {}
        found.append({**{key: row[key] for key in columns}, **run, **differs})
    return found


def _pair(one: Pair) -> dict[str, Any]:
    about = {} if one.found is None else {side: _size(one.found.about[side]) for side in ("gold", "parse")}
    run = {key: value for key in RUN if (value := getattr(one.submission.run, key))}
    error = {"error": one.error} if one.error else {}
    return {
        "system": one.submission.system,
        "treebank": one.submission.treebank,
        **run,
        "path": f"{one.submission.path}",
        **about,
        **error,
    }


def _size(about: dict[str, Any]) -> dict[str, Any]:
    """What is said of a file beside its name, which may have been another when it was scored."""
    return {key: value for key, value in about.items() if key != "path"}
