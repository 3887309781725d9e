"""Where a gold may be wrong: words that all parses have otherwise, and words that are linked in several ways.

*Against the parses*: words that score, to which all parses give one head and label that is not the gold's. How ``sure``
they are is how often the gold says the same where they agree on this label for a word of this tag: (right + 1) /
(agreed + 2), so that what is rare says little. By these accuracy differs most; finer classes would have too few words.

*Variation nuclei* (Dickinson & Meurers 2003, TLT; Boyd, Dickinson & Meurers 2008, §3): two words with the same words
between them (internal context) that have one relation here and another one, or none, there. ``neighbors``: the words
before and after are the same, too, for at the fringe much is rightly something else (the non-fringe heuristic; the edge
of a sentence counts as a word). ``governor``: the upper of the words has the same label (the dependency context).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import polars as pl

from goldleaf.core.analysis.breakdown_table import Listed
from goldleaf.core.analysis.sides.word_layers import paired
from goldleaf.core.facts import Integers, identity
from goldleaf.core.metrics.attachment import Attachment, rows_of_heads
from goldleaf.core.structures.dependency import head_rows
from goldleaf.core.treebank import TEXT, Treebank

TITLES = {"against": "Words all parses have otherwise", "nuclei": "Variation nuclei"}
CONTEXTS = ("governor", "neighbors", "internal")
_EDGE, _NAMED = np.uint32(2**32 - 1), 5  # no word's code, sentences beside a nucleus


def against_parses(gold: Treebank, parses: Sequence[Treebank], metric: Attachment) -> Listed:
    """The words that all parses have alike, and otherwise than the gold: the surest first."""
    agreed, (head, label) = metric.scoring(gold), np.full((2, gold.words.height), -9)
    for number, parse in enumerate(parses):
        sides = paired(gold, parse)
        there, values = sides.partner >= 0, np.full((2, gold.words.height), -9)
        values[0, sides.partner[there]] = rows_of_heads(sides.parse, sides.partner)[there]
        values[1, sides.partner[there]] = metric.labels(sides.parse).to_physical().to_numpy()[there]
        head, label = values if not number else (head, label)
        agreed &= (values == (head, label)).all(axis=0) & (head >= -1)
    own_head = rows_of_heads(gold)
    right = (own_head == head) & (metric.labels(gold).to_physical().to_numpy() == label)
    _, classes = np.unique(identity(label, gold.codes("coarse_tag")), return_inverse=True)
    sure = ((np.bincount(classes, agreed & right) + 1) / (np.bincount(classes, agreed) + 2))[classes]
    rows = np.flatnonzero(agreed & ~right)
    rows = rows[np.argsort(-sure[rows], kind="stable")]
    sentence = gold.sentence_of_word[rows]
    frame = gold.words[rows].select(
        form=pl.col("form").cast(pl.String), tag=pl.col("coarse_tag").cast(pl.String),
        gold=_reading(gold, own_head[rows], gold.words["label"][rows].cast(pl.String)),
        parses=_reading(gold, head[rows], _texts(label[rows])), sure_share=pl.Series(sure[rows]),
        number=pl.Series(sentence + 1), word="position", id=gold.sentences["id"].gather(sentence),
    )  # fmt: skip
    note = "Sure: how often the gold says the same where all parses give this label to a word of this tag."
    numbers, items = (sentence[:, None] + 1).tolist(), frame["word"].cast(pl.String).to_list()
    return Listed("against", TITLES["against"], frame, note, numbers=numbers, items=items)


def _reading(gold: Treebank, heads: Integers, labels: pl.Series) -> pl.Series:
    """Such as "det of books (3)", by the rows of heads; "root (0)", and "– (–)" for a word without a head."""
    labels = labels.fill_null("–")
    linked = pl.format("{} of {} ({})", labels, "form", "position")
    none = pl.format("{} ({})", labels, pl.Series(np.where(heads == -1, "0", "–")))
    reading = pl.when(pl.Series(heads >= 0)).then(linked).otherwise(none)
    return gold.words[np.maximum(heads, 0)].select(reading).to_series()


def nuclei(gold: Treebank, metric: Attachment, context: str = CONTEXTS[0]) -> Listed:
    """The variation nuclei in one of the `CONTEXTS`: first those of which the smallest share has another than the usual
    reading, then the longest. Words that do not score are in none, but between them."""
    form, beside = gold.codes("form"), np.diff(gold.sentence_of_word.astype(np.int64), append=-1) == 0
    after = np.where(beside, np.roll(form, -1), _EDGE)
    before = np.where(np.roll(beside, 1), np.roll(form, 1), _EDGE)
    heads, labels, scoring = head_rows(gold), gold.codes("label").astype(np.int64), metric.scoring(gold)
    parts: list[pl.DataFrame] = []
    start = last = np.arange(len(form))
    key = form.astype(np.uint64)
    while len(start) or not parts:
        # What occurs once does so with a further word, too.
        _, place, times = np.unique(key, return_inverse=True, return_counts=True)
        on = beside[last] & (times[place] > 1)
        start, key, last = start[on], identity(key[on], after[last[on]]), last[on] + 1
        # How the first and the last word are linked: 0 for not, an even number if the first is the head.
        value = np.where(heads[start] == last, 2 * labels[start] + 3, 0)
        value = np.where(heads[last] == start, 2 * labels[last] + 2, value)
        scores = scoring[start] & scoring[last]
        ways = [(scores, key)]
        if context == "governor":
            # Words that are not linked stand beside those of which the first is the upper one, and beside the others.
            linked = [scores & ((value == 0) | (value % 2 == way)) for way in (0, 1)]
            ways = [(linked[way], identity(key, 2 * labels[upper] + way)) for way, upper in enumerate((start, last))]
        elif context == "neighbors":
            ways = [(scores, identity(key, before[start], after[last]))]
        for chosen, group in ways:
            windows = pl.DataFrame({"group": group, "value": value, "start": start, "size": last - start + 1})
            varies = pl.col("value").n_unique().over("group") > 1
            parts.append(windows.filter(pl.Series(chosen)).filter(varies))
    counted = pl.concat(parts).group_by("group", "value", "size").agg(pl.col("start").sort(), times=pl.len())
    counted = counted.sort("times", pl.col("start").list.first(), descending=[True, False])
    arrow = pl.when(pl.col("value") % 2 == 0).then(pl.lit("→ ")).otherwise(pl.lit("← "))
    name = pl.concat_str(arrow, _texts(counted["value"].to_numpy() // 2 - 1))
    counted = counted.with_columns(pl.when(pl.col("value") > 0).then(name).otherwise(pl.lit("none")).alias("name"))
    found = counted.group_by("group", "size", maintain_order=True).agg(
        pl.col("start").explode(), readings=pl.format("{} {}", "name", "times").str.join(" · "),
        occurrences=pl.sum("times"), others=pl.sum("times") - pl.first("times"),
    )  # fmt: skip
    found = found.with_columns(other_share=pl.col("others") / pl.col("occurrences"))
    found = found.sort("other_share", "size", "occurrences", descending=[False, True, True], maintain_order=True)
    forms, ids = gold.words["form"].cast(pl.String).to_list(), gold.sentences["id"].to_list()
    texts, numbers = [], []
    for starts, size, others in found.select("start", "size", "others").iter_rows():
        first, end, own = starts[0], starts[0] + size, gold.sentence_of_word[starts].tolist()
        left, right = forms[first - 1] if before[first] != _EDGE else "", forms[end] if beside[end - 1] else ""
        rare = ", ".join([*dict.fromkeys(ids[row] or f"#{row + 1}" for row in own[-others:])][:_NAMED])
        texts.append([left, " ".join(forms[first:end]), right, rare])
        numbers.append([row + 1 for row in dict.fromkeys(own)])
    told = pl.DataFrame(texts, dict.fromkeys(("before", "words", "after", "others_in"), pl.String), orient="row")
    figures = ("readings", "occurrences", "others", "other_share")
    frame = found.hstack(told).select("before", "words", "after", *figures, "others_in")
    note = "Others: occurrences with another reading than the most frequent one."
    return Listed("nuclei", TITLES["nuclei"], frame, note, numbers=numbers)


def _texts(codes: Integers) -> pl.Series:
    return pl.Series(np.maximum(codes, 0).astype(np.uint32)).cat.to(TEXT).cast(pl.String)
