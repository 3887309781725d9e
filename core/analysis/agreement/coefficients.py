"""Agreement beyond chance: Cohen's kappa of two annotators, Krippendorff's alpha of any number (both nominal).

Both take one series for each annotator, with a value for each unit and null where the annotator gave none. Values are
compared as they are: strings, categoricals or integers. Undefined (None) where chance alone would have agreed fully,
because only one value was given, and where there is nothing to compare.

Sources: Cohen, *A coefficient of agreement for nominal scales*, 1960; Krippendorff, *Content Analysis*, 4th edition,
2018, §12.3.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations

import polars as pl


def kappa(a: pl.Series, b: pl.Series) -> float | None:
    """Cohen's kappa of two annotators over the units to which both gave a value. Raises ValueError when the series
    differ in length."""
    _check_lengths([a, b])
    pairs = pl.DataFrame([a.alias("a"), b.alias("b")]).drop_nulls()
    agreed = int((pairs["a"] == pairs["b"]).sum())
    of_a, of_b = (pairs[name].value_counts(name="count").rename({name: "value"}) for name in ("a", "b"))
    common = of_a.join(of_b, on="value", suffix="_b")
    # Values that only one of the two gave cannot agree by chance: the inner join leaves them out.
    by_chance = int((common["count"].cast(pl.Int64) * common["count_b"].cast(pl.Int64)).sum())
    # By counts: agreed of n units, against the sum of both annotators' counts of each value, multiplied, of n².
    possible = pairs.height**2 - by_chance
    return (pairs.height * agreed - by_chance) / possible if possible else None


def alpha(annotators: Sequence[pl.Series]) -> float | None:
    """Krippendorff's alpha with the nominal metric; units with fewer than two values do not count. Raises ValueError
    when the series differ in length."""
    _check_lengths(annotators)
    if len(annotators) < 2:
        return None
    names = [f"{number}" for number in range(len(annotators))]
    table = pl.DataFrame([values.alias(name) for values, name in zip(annotators, names, strict=True)])
    table = table.with_columns(values=pl.sum_horizontal(pl.col(names).is_not_null().cast(pl.Int64)))
    table = table.filter(pl.col("values") > 1)
    # Agreeing pairs are counted, not differing ones: a missing value is then in neither.
    equal = pl.sum_horizontal(
        (pl.col(a) == pl.col(b)).fill_null(value=False).cast(pl.Int64) for a, b in combinations(names, 2)
    )
    # Among m values are m(m − 1) pairs in order, of which those that differ weigh 1/(m − 1) each.
    by_size = table.group_by("values").agg(pl.len().alias("units"), equal=equal.sum()).sort("values")
    observed = sum((units * size * (size - 1) - 2 * same) / (size - 1) for size, units, same in by_size.iter_rows())
    counts = pl.concat([table[name].drop_nulls().alias("value") for name in names]).value_counts()["count"]
    # Of n values in all, n² − Σ n_v² pairs in order differ, among n(n − 1): that much is expected.
    every = int(counts.sum())
    expected = every * every - int((counts.cast(pl.Int64) ** 2).sum())
    return 1 - (every - 1) * observed / expected if expected else None


def _check_lengths(annotators: Iterable[pl.Series]) -> None:
    lengths = [len(values) for values in annotators]
    if len({*lengths}) > 1:
        raise ValueError(f"annotators have different numbers of units: {', '.join(map(str, lengths))}")
