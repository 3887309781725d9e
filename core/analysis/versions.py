"""Two versions of a treebank: which sentences were added, removed, split, joined, moved, renamed, and what became what.

Sentences pair as those of a gold and a parse do (`core.alignment.units`), by text, id and tokens, in the order of both;
what is left by text, or by id if it is alike, wherever it stands. What only stands in the place of another is no pair.
Of pairs all that files say is compared: what `sides.layers` compares, every other text of words, surface tokens, empty
nodes, secondary edges, lattices, comments. Words have the old version's numbers.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from operator import itemgetter
from typing import NamedTuple

import numpy as np
import polars as pl

from goldleaf.core.alignment import comparable, units
from goldleaf.core.alignment.same import sentence_texts, surface_tokens
from goldleaf.core.alignment.sentence_alignment import RELATED, TELLING, id_keys, text_keys
from goldleaf.core.alignment.units import joined
from goldleaf.core.analysis.breakdown_table import Listed, ordered
from goldleaf.core.analysis.sides.layers import Layer, differences_in
from goldleaf.core.analysis.sides.sentence_table import running_texts
from goldleaf.core.analysis.sides.word_layers import Paired, in_columns, paired
from goldleaf.core.facts import Bools, Integers, Mark, compare
from goldleaf.core.treebank import TEXT, Treebank

# The tables, and what they are called.
LISTS = {
    "kinds": "What became what", "removed": "Sentences removed", "added": "Sentences added",
    "split": "Sentences split", "joined": "Sentences joined", "moved": "Sentences at another place",
    "renamed": "Sentences with another id", "changed": "Sentences changed", "changes": "All changes",
}  # fmt: skip
_HEADS, _DEPS, _WORDS = "head and label", "enhanced heads", "words"
# The layers that are no columns of words, with the columns that they need.
_LAYERS = {_HEADS: (Layer.ARC, "head"), "constituent": (Layer.CONSTITUENT, "parent"), _WORDS: (Layer.WORDS, "form")}
_LAYERS |= {"role": (Layer.ROLE, "predicate")}
_NAMES = {"form": "word", "coarse_tag": "tag", "enhanced": _DEPS}
_AS_WRITTEN = {  # tables of sentences whose texts are compared, in whatever order they stand
    "surface token": ("tokens", ("form", "misc", "fields")), "empty node": ("empty_nodes", ("form", "fields")),
    "secondary edge": ("secondary_edges", ("label",)), "comment": ("other_lines", ("text",)),
    "lattice": ("edges", ("from", "to", "form", "lemma", "coarse_tag", "fine_tag", "features")),
}  # fmt: skip


class Versions(NamedTuple):
    """``pairs`` (int64, n × 5): the rows of the old version's sentences, from the first to before the second, and of
    the new one's, either of which may be none; and whether the order is another one there. They are in the old one's
    order, and each sentence is in one. ``parts`` are the sentences that both have, one a pair."""

    old: Treebank
    new: Treebank
    pairs: Integers
    changes: pl.DataFrame

    @property
    def lists(self) -> dict[str, Bools]:
        """Which of the pairs are in each of the `LISTS` of sentences."""
        first, end, other, other_end, moved = self.pairs.T
        size, new_size, single = end - first, other_end - other, (end - first == 1) & (other_end - other == 1)
        split, joined_ones = (size > 0) & (size < new_size), (new_size > 0) & (size >= new_size) & ~single
        renamed = single & (np.append(id_keys(self.old), 0)[first] != np.append(id_keys(self.new), 0)[other])
        changed = single & np.isin(np.arange(len(single)), self.changes["pair"])
        chosen = (new_size == 0, size == 0, split, joined_ones, moved > 0, renamed, changed)
        return dict(zip([*LISTS][1:-1], chosen, strict=True))

    @property
    def became(self) -> pl.Series:
        """What became of each pair in one word, what tells most; empty of what is the same."""
        words, lists = np.full(len(self.pairs), "", object), self.lists
        for name in ("renamed", "changed", "moved", "joined", "split", "added", "removed"):
            words[lists[name]] = name
        return pl.Series("change", words.tolist(), dtype=pl.String)

    def said(self, pair: int) -> str:
        """What became of a pair, and where its sentences stand: ``moved: sentence 16 of old, 31 of new``."""
        bounds = zip(("old", "new"), self.pairs[pair, [0, 2]].tolist(), self.pairs[pair, [1, 3]].tolist(), strict=True)
        places = (f"{row + 1:,}{f'–{end:,}' * (end - row > 1)} of {name}" for name, row, end in bounds if row < end)
        told = self.became[pair]
        return f"{told}: sentence {', '.join(places)}" if told not in ("", "changed") else ""

    def in_rows(self) -> tuple[Treebank, Treebank]:
        """Both versions with one sentence a pair, an empty one for what they lack; its id and text are the other's."""
        old, new = _part(self.old, self.pairs[:, :2]), _part(self.new, self.pairs[:, 2:4])
        added = pl.Series(self.lists["added"])
        given = {"id": pl.format("+ {}", new.sentences["id"]), "text": pl.lit(running_texts(new))}
        told = (pl.when(added).then(own).otherwise(name).alias(name) for name, own in given.items())
        return replace(old, sentences=old.sentences.with_columns(*told), in_rows=True), replace(new, in_rows=True)

    def tables(self, *, of_pairs: bool = False) -> list[Listed]:
        """What became what, the most frequent first, then all of the `LISTS`, then all changes. A row is about the old
        version's sentences; one with what was added, about that which follows it. Or they have the pairs' numbers."""
        number, sides = pl.int_range(1, pl.len() + 1).alias("number"), (self.old, self.new)
        told = [side.sentences.select("id", number, running_texts(side)).to_dicts() for side in sides]
        ids = [one["id"] or f"#{one['number']}" for one in told[0]] or [""]
        first, end, other, other_end, _ = self.pairs.T
        begin = np.minimum(first + 1, len(ids))
        bounds = [begin, np.maximum(begin, end) + 1]
        if of_pairs:
            bounds = [np.arange(1, len(first) + 1), np.arange(2, len(first) + 2)]
            ids = [ids[row - 1] for row in begin.tolist()]
        numbers = [range(*some) for some in np.transpose(bounds).tolist()]
        grouped = self.changes.group_by("layer", "kind")
        kinds = grouped.agg(count=pl.len(), pairs=pl.col("pair").unique().sort(), item=pl.first("item"))
        kinds = ordered(kinds, "count", "layer", "kind")
        of_kinds = [[number for pair in pairs for number in numbers[pair]] for pairs in kinds["pairs"]]
        names = [", ".join(ids[row - 1] for row in rows[:5]) for rows in of_kinds]
        items = kinds["item"].to_list()
        kinds = kinds.drop("pairs", "item").with_columns(pl.Series("first_in", names, dtype=pl.String))
        made = [Listed("kinds", LISTS["kinds"], kinds, "", numbers=of_kinds, items=items)]
        # Which word is meant is told by its form, and if that occurs again by its number, too.
        form, again = pl.col("form").cast(pl.String), pl.len().over("sentence", "form") > 1
        form = pl.when(again).then(pl.format("{} ({})", form, "position")).otherwise(form)
        forms = self.old.words.select("sentence", item=pl.col("position").cast(pl.String), form=form)
        in_old = pl.Series("sentence", first[self.changes["pair"]], dtype=forms.schema["sentence"])
        named = {
            (row, item): form
            for row, item, form in forms.filter(pl.col("sentence").is_in(in_old.implode())).iter_rows()
        }
        words: dict[int, list[tuple[int, str | None, str | None]]] = {}  # of one version only, by the pair
        for pair, _, item, old, new, _ in self.changes.filter(pl.col("layer") == _WORDS).iter_rows():
            before, inserted, _ = item.partition(".")
            words.setdefault(pair, []).append((int(before) + bool(inserted), old, new))
        whats = []
        for row, (pair, layer, item, old, new, kind) in zip(in_old, self.changes.iter_rows(), strict=True):
            ends = [(side or "").partition(" ")[0] for side in (old, new)]  # the heads of ``4 obj``
            forms_at = {each: named.get((row, each)) for each in (item, *ends)}
            which = _which(layer, item, old, new, kind, forms_at)
            whats.append(which if layer != _WORDS else "; ".join(_other_words(words.pop(pair, []))))
        said = self.changes.with_columns(pl.Series("which", whats)).group_by("pair").agg("which", pl.first("item"))
        changes, first_items = (dict(said.select("pair", name).iter_rows()) for name in ("which", "item"))
        for name, own in self.lists.items():
            rows, there, items = [], np.flatnonzero(own).tolist(), []
            for pair in there:
                both = told[0][first[pair] : end[pair]], told[1][other[pair] : other_end[pair]]
                row = [" + ".join(f"{one[what] or '–'}" for one in own) for what in ("number", "id") for own in both]
                row[:2] = [f"{pair + 1}", ""] if of_pairs else row[:2]
                which, text = changes.get(pair, []) if name == "changed" else [], (both[0] or both[1])[0]["text"]
                rows.append([*row, f"{len(which) or ''}", "; ".join(filter(None, which)), text])
                items.append(first_items[pair] if which else "")
            columns = dict.fromkeys(("number", "new_number", "id", "new_id", "changes", "which", "text"), pl.String)
            frame = pl.DataFrame(rows, columns, orient="row")
            frame = frame.drop("new_id") if (frame["id"] == frame["new_id"]).all() else frame
            frame = frame.select(column for column in frame if not column.is_in(["", "–"]).all() or not rows)
            frame = frame.with_columns(pl.col("^changes$|^number$" if of_pairs else "^changes$").cast(pl.UInt32))
            made.append(Listed(name, LISTS[name], frame, "", numbers=[numbers[pair] for pair in there], items=items))
        every = [numbers[pair] for pair in self.changes["pair"]]
        frame = self.changes.with_columns(pl.Series("pair", [ids[rows[0] - 1] for rows in every], dtype=pl.String))
        frame, items = frame.rename({"pair": "sentence"}), frame["item"].to_list()
        return [*made, Listed("changes", LISTS["changes"], frame, "", numbers=every, items=items)]


def versions(old: Treebank, new: Treebank) -> Versions:
    """Compare an old version of a treebank with a new one."""
    pairs = _paired(old, new)
    stay = pairs[pairs[:, 4] == 0]
    row, other = _alone(pairs, 0, len(old)), _alone(pairs, 2, len(new))
    before = np.append(0, stay[:, 1])[np.searchsorted(stay[:, 3], other, side="right")]
    gone, come = np.c_[row, row + 1, 0 * row, 0 * row, 0 * row], np.c_[before, before, other, other + 1, 0 * other]
    pairs = np.r_[pairs, gone, come]
    pairs = pairs[np.lexsort((pairs[:, 2], pairs[:, 0]))]
    both = np.flatnonzero((pairs[:, 0] < pairs[:, 1]) & (pairs[:, 2] < pairs[:, 3]))
    changes = _changes(_part(old, pairs[both, :2]), _part(new, pairs[both, 2:4]))
    numbers = pl.Series("pair", both[changes["pair"].to_numpy()], dtype=pl.UInt32)
    return Versions(old, new, pairs, changes.with_columns(numbers))


def _paired(old: Treebank, new: Treebank) -> Integers:
    """The pairs of sentences that both versions have, those that stand in another order last."""
    keys = [pl.DataFrame({"text": text_keys(side), "id": id_keys(side)}) for side in (old, new)]
    if keys[1].to_numpy().tobytes() < keys[0].to_numpy().tobytes():
        # Of several ways to pair them the same is chosen whichever is the old one.
        return np.asarray(_paired(new, old)[:, [2, 3, 0, 1, 4]])
    found = units(old, new)
    pairs = np.c_[found.gold[:-1], found.gold[1:], found.parse[:-1], found.parse[1:], 0 * found.gold[1:]]
    pairs = pairs[(pairs[:, 0] < pairs[:, 1]) & (pairs[:, 2] < pairs[:, 3])]
    ours, theirs = keys[0][pairs[:, 0]], keys[1][pairs[:, 2]]
    sure = ((ours["text"] == theirs["text"]) | ((ours["id"] == theirs["id"]) & (ours["id"] != 0))).to_numpy()
    sure |= np.diff(pairs, axis=1)[:, [0, 2]].max(axis=1, initial=0) > 1
    sure[~sure] = _alike(old, new, pairs[~sure])
    pairs = _with_cuts(old, new, pairs[sure])
    for by in (["text", "id"], ["text"], ["id"]):
        left = []
        for side, place in zip(keys, (0, 2), strict=True):
            alone = side.with_row_index("row")[_alone(pairs, place, side.height)].filter(pl.col(by[0]) != 0)
            left.append(alone.with_columns(nth=pl.int_range(pl.len()).over(by)))
        row, other = left[0].join(left[1], on=[*by, "nth"]).select("row", "row_right").to_numpy().astype(np.int64).T
        again = np.c_[row, row + 1, other, other + 1, 0 * row + 1]
        pairs = np.r_[pairs, again[_alike(old, new, again)] if by == ["id"] else again]
    return np.asarray(pairs)


def _rows(bounds: Integers) -> Integers:
    """The rows from the first to before the second of each."""
    sizes = bounds[:, 1] - bounds[:, 0]
    return np.asarray(np.arange(sizes.sum()) + np.repeat(bounds[:, 0] - np.cumsum(sizes) + sizes, sizes))


def _alone(pairs: Integers, place: int, size: int) -> Integers:
    """The rows of the version whose bounds stand in this place that are in no pair."""
    return np.setdiff1d(np.arange(size), _rows(pairs[:, place : place + 2]))


def _part(treebank: Treebank, bounds: Integers) -> Treebank:
    part, sizes = treebank.only(_rows(bounds)), bounds[:, 1] - bounds[:, 0]
    return part if (sizes == 1).all() else joined(part, np.append(0, np.cumsum(sizes)))


def _alike(old: Treebank, new: Treebank, pairs: Integers) -> Bools:
    """Whether sentences have so many tokens in common that one may have become the other: more if their ids differ."""
    parts = old.only(pairs[:, 0]), new.only(pairs[:, 2])
    ours, theirs = map(surface_tokens, parts)
    marks = compare([ours.sentence, ours.codes], [theirs.sentence, theirs.codes])
    common = np.bincount(ours.sentence[marks.gold == Mark.MATCHED], minlength=len(pairs))
    sizes = [np.bincount(side.sentence, minlength=len(pairs)) for side in (ours, theirs)]
    ids, others = map(id_keys, parts)
    apart = (ids != others) & (ids != 0) & (others != 0)
    return np.where(apart, common > TELLING * np.maximum(*sizes), common >= np.maximum(RELATED * np.minimum(*sizes), 1))


def _with_cuts(old: Treebank, new: Treebank, pairs: Integers) -> Integers:
    """The pairs with neighbours that were left and make the texts the same: too short to be told by their tokens."""
    texts = [sentence_texts(surface_tokens(side), len(side)).to_list() for side in (old, new)]
    for edge in range(4):
        ends, at = edge % 2, dict(zip(pairs[:, edge].tolist(), range(len(pairs)), strict=True))
        for row in _alone(pairs, edge - ends, len(texts[edge // 2])).tolist():
            if (pair := at.get(row + 1 - ends)) is not None:
                wider = pairs[pair].copy()
                wider[edge] = row + ends
                first, end, other, other_end, _ = wider.tolist()
                if "".join(texts[0][first:end]) == "".join(texts[1][other:other_end]):
                    pairs[pair] = wider
    return np.asarray(pairs)


def _changes(old: Treebank, new: Treebank) -> pl.DataFrame:
    """The changes of sentences in equal rows, with the row for ``pair``."""
    columns, same = [name for name in old.words.columns if name in new.words.columns], comparable(old, new)
    both = _with_replaced(paired(old, new, in_rows=True))
    found = {name: differences_in(layer, both) for name, (layer, column) in _LAYERS.items() if column in columns}
    texts = [name for name in columns if old.words[name].dtype == TEXT and name not in ("label", "predicate")]
    found |= {_NAMES.get(name, name.replace("_", " ")): in_columns(both, [name]) for name in texts}
    tables = []
    for layer, items in found.items():
        # Where words differ their numbers do, which stand in enhanced heads.
        there = pl.Series(same[items.sentence] | (layer != _DEPS))
        table = items.table().select("item", sentence=pl.Series(items.sentence), old="gold", new="parse")
        tables.append(table.filter(there).with_columns(layer=pl.lit(layer)))
    for layer, (name, parts) in _AS_WRITTEN.items():
        text = pl.concat_str(pl.col(parts).cast(pl.String).fill_null("_"), separator=" ")
        tables.append(_beside(layer, *(getattr(side, name).select("sentence", text=text) for side in (old, new))))
    pair = pl.col("sentence").cast(pl.UInt32).alias("pair")
    every = pl.concat([table.select(pair, "layer", "item", "old", "new") for table in tables])
    kinds = {values: _kind(*values) for values in every.select("layer", "old", "new").unique().iter_rows()}
    kind = [kinds[values] for values in every.select("layer", "old", "new").iter_rows()]
    return every.with_columns(pl.Series("kind", kind, dtype=pl.String)).sort("pair", maintain_order=True)


def _kind(layer: str, old: str | None, new: str | None) -> str:
    """What became what, without what stayed: ``obj → nmod``, ``Case=Nom → Case=Acc``, ``obj: other head``."""
    if layer == "comment":
        return re.split("=", old or new or "")[0].strip("# ")
    sides = (old or "").split("|"), (new or "").split("|")
    left = [[one for one in own if one not in other] for own, other in (sides, sides[::-1])]
    if layer in (_HEADS, _DEPS):  # ``4 obj``, ``4:obj``
        left = [[re.sub("^[^ :]*[ :]", "", one) for one in own] for own in left]
        if left[0] == left[1]:
            return f"{'|'.join(left[0])}: other head"
    return " → ".join("|".join(own) or "–" for own in left)


def _which(layer: str, item: str, old: str | None, new: str | None, kind: str, forms: Mapping[str, str | None]) -> str:
    """What has changed where: ``head of n': pas → root``, ``label of n': advmod → obl``, ``tag of n': ADV → X``."""
    if layer == _HEADS and old and new:  # ``4 obj``
        (head, _, label), (other, _, other_label) = old.partition(" "), new.partition(" ")
        # A word that only the new version has is in quotes.
        heads = [forms.get(one) or ("root" if one == "0" else one.strip("‘’")) for one in (head, other)]
        if label == other_label:
            layer, kind = "head", " → ".join(heads)
        elif head == other:
            layer = "label"
        else:
            kind = f"{heads[0]} {label} → {heads[1]} {other_label}"
    if (form := forms[item]) is not None and layer != "word":
        return f"{layer} of {form}: {kind}"
    return f"{layer}: {kind}" if item in ("", kind) else f"{layer} {item}: {kind}"


def _other_words(words: list[tuple[int, str | None, str | None]]) -> Iterator[str]:
    """What became of words, each with the place where it is or comes in: ``demande split: dem, ande``."""
    runs, last = list[tuple[list[str], list[str]]](), -1
    for place, old, new in sorted(words, key=itemgetter(0)):
        if not runs or place > last + 1:
            runs.append(([], []))
        last = place
        runs[-1][old is None].append(old or new or "")
    for gone, come in runs:
        became = "split" if len(gone) == 1 < len(come) else "joined" if len(come) == 1 < len(gone) else "now"
        ends = ", ".join(gone), ", ".join(come)
        yield f"{ends[0]} {became}: {ends[1]}" if all(ends) else f"{'removed' if gone else 'added'}: {''.join(ends)}"


def _with_replaced(sides: Paired) -> Paired:
    """The same with all words for partners in sentences of as many words in which none has moved."""
    own, sentence = sides.parse.words["position"].to_numpy(), sides.parse.sentence_of_word
    there = sides.partner >= 0
    odd = sides.lengths[0] != sides.lengths[1]
    odd[sentence[there][sides.gold.words["position"].to_numpy()[sides.partner[there]] != own[there]]] = True
    return sides._replace(partner=np.where(odd[sentence], sides.partner, sides.gold.first_words[sentence] + own - 1))


def _beside(layer: str, old: pl.DataFrame, new: pl.DataFrame) -> pl.DataFrame:
    """Where texts (``sentence``, ``text``) are others in one version, all of a sentence together, comments by name."""
    name = pl.col("text").str.extract(r"^#\s*([^=]*?)\s*(?:=|$)") if layer == "comment" else pl.lit("")
    one, other = (side.group_by("sentence", item=name).agg(pl.col("text").sort().str.join("|")) for side in (old, new))
    both = one.join(other, on=["sentence", "item"], how="full", coalesce=True, suffix="_new").sort("sentence", "item")
    differ = both.filter(pl.col("text").ne_missing(pl.col("text_new")), pl.col("item") != "sent_id")
    return differ.select("sentence", "item", old="text", new="text_new", layer=pl.lit(layer))
