"""The edits between two lineages cost what the metric counts, and lead from one to the other."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from goldleaf.core.metrics.lineage_edits import Edit, lineage_edits
from tests.core.metrics.test_distances import naive

LABELS = ("N", "N1", "NP", "VP", "[", "]")
lineages = st.lists(st.sampled_from(LABELS), max_size=7)


def cost(edit: Edit) -> float:
    if edit.same:
        return 0
    return 0.5 if edit.gold and edit.parse else 1


def test_the_example_of_the_paper():
    assert lineage_edits(["N1", "]", "N1", "S"], ["NP", "S"]) == [
        Edit("N1", ""), Edit("]", ""), Edit("N1", ""), Edit("", "NP"), Edit("S", "S"),
    ]  # fmt: skip
    related = lineage_edits(["N1", "]", "N1", "S"], ["NP", "S"], families=True)
    assert sum(map(cost, related)) == 2.5 and Edit("N1", "NP") in related


@given(lineages, lineages, st.booleans())
def test_their_costs_are_the_distance(gold, parse, families):
    edits = lineage_edits(gold, parse, families=families)
    assert [edit.gold for edit in edits if edit.gold] == gold
    assert [edit.parse for edit in edits if edit.parse] == parse
    number = {label: place for place, label in enumerate(LABELS)}
    symbols = [[-2 - (one == "]") if one in "[]" else number[one] for one in side] for side in (gold, parse)]
    assert sum(map(cost, edits)) == naive(tuple(symbols[0]), tuple(symbols[1]), [0, 0, 0, 1] if families else None)
