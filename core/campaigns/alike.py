"""All parses of a treebank counted alike: where the words of any differ, a metric may count what it else leaves out.

TedEval then counts words, too (Tsarfaty et al. 2012b, §4). In one table, and from one run to the next, figures would be
those of different counting; so the treebank's other parses are scored once more.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import NamedTuple

from goldleaf.core.campaigns.description import Campaign, Measure
from goldleaf.core.campaigns.jobs import PairJob
from goldleaf.core.campaigns.packing import Packed


class Again(NamedTuple):
    """A submission that is to be scored again under a measure, both by their numbers in the campaign."""

    submission: int
    measure: int
    job: PairJob


def again(campaign: Campaign, found: Mapping[int, Packed]) -> Iterator[Again]:
    """What is to be scored again, of what has been ``found`` for each submission."""
    for number, measure in enumerate(campaign.measures):
        options = measure.made().where_words_differ
        if options:
            for place in _otherwise(campaign, found, measure, options):
                changed = replace(measure, options=tuple({**dict(measure.options), **options}.items()))
                yield Again(place, number, PairJob.of(campaign, campaign.submissions[place], (changed,)))


def _otherwise(
    campaign: Campaign, found: Mapping[int, Packed], measure: Measure, options: Mapping[str, str]
) -> Iterator[int]:
    """The submissions that were scored without these options, of treebanks of which others were scored with them."""
    wanted = {f"{name}:{value}" for name, value in options.items()}
    by_treebank: dict[str, dict[int, bool]] = {}
    for place, packed in found.items():
        if place < len(campaign.submissions) and measure.name in packed.about["measures"]:
            signature = packed.about["measures"][measure.name]["signature"]
            own = by_treebank.setdefault(campaign.submissions[place].treebank, {})
            own[place] = wanted <= {*signature.split("|")}
    for own in by_treebank.values():
        if any(own.values()):
            yield from (place for place, so in own.items() if not so)


def merged(found: Packed, measure: int, name: str, new: Packed) -> Packed:
    """What was found, with the figures and counts of one measure from what was scored again under it alone."""
    measures = {**found.about["measures"], name: new.about["measures"][name]}
    frames = {**found.frames, f"{measure}": new.frames["0"]}
    return Packed({**found.about, "measures": measures}, frames)
