"""What can be mended of the sentence that is shown, what it would come to, and the act that is made of it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import polars as pl

from goldleaf.core.analysis.sides.layers import Layer
from goldleaf.core.formats.recutting import Cut, CutPart, why_not
from goldleaf.core.sentence import Sentence, Word
from goldleaf.core.structures.dependency import attachment_faults
from goldleaf.core.structures.function import NO_FUNCTION, crosses
from goldleaf.core.structures.labels import RELATIONS
from goldleaf.core.treebank import Treebank
from goldleaf.viewer.diagram.bidi import isolated
from goldleaf.viewer.diagram.shapes import Key, Side
from goldleaf.viewer.review.judgements import Place
from goldleaf.viewer.review.result_constituents import has_edges
from goldleaf.viewer.review.result_words import COLUMNS
from goldleaf.viewer.review.segmentation import bounds, cut_of, reading_of
from goldleaf.viewer.session.layers import Items, yield_of
from goldleaf.viewer.state.inspector import Inspector
from goldleaf.viewer.state.reviewing import Reviewing, words_of
from goldleaf.viewer.views.layers import nodes_over
from goldleaf.viewer.views.view import CUT

MOST_KNOWN = 500  # values that complete: all tags, but of a million words' lemmas the most frequent ones
MOST_NAMED = 4  # words of a cycle
ANY_WORDS = "%00 %00/dep"  # two that no token has: whether words can be cut at all
ONLY_COMPARED = "Versions are only compared: open the files with Adjudicate to decide between them."
NAMES = {
    Layer.ARC: "label", Layer.TAG: "tag", Layer.LEMMA: "lemma", Layer.FEATURES: "features",
    Layer.CONSTITUENT: "label", Layer.ROLE: "role", Layer.WORDS: "words",
}  # fmt: skip
"""The layers in which something can be mended, and what is written there."""
_OF_WORDS = ("word", "arc", "tag", "lemma", "features")  # kinds of elements
_EMPTY = ("", "_")


class MendableCell(NamedTuple):
    """Something that can be mended: its value ``now``, all ``known`` ones with the most frequent in front; of an arc
    also the head. ``item`` is as in places, ``called`` how it is told."""

    layer: Layer
    item: str
    called: str
    now: str
    known: tuple[str, ...]
    head: int = 0


class Mending:
    """Tells what is there now, by the choices so far, and says readings that no side has."""

    def __init__(self, inspector: Inspector, reviewing: Reviewing) -> None:
        self._inspector, self._reviewing = inspector, reviewing
        self._known: tuple[Treebank | None, dict[Layer, tuple[str, ...]]] = None, {}

    @property
    def why_not(self) -> str:
        """Why nothing can be mended of what is shown; empty if it can."""
        pair, store = self._inspector.pair, self._reviewing.store
        if pair is None:
            return "Open a file first."
        if store is not None and store.read_only is not None:
            return store.read_only
        if self._inspector.of_versions:
            return ONLY_COMPARED
        if any(side is not None and side.parts for side in (pair.gold, pair.parse)):
            return "Sentences that are shown as one cannot be mended here."
        return "" if pair.gold.readable and pair.gold.words else "The sentence could not be read."

    @property
    def sentence(self) -> Sentence:
        """The sentence that is shown as the choices have it, what is undecided as in the first file."""
        document, row = self._inspector.document, self._inspector.row
        assert document is not None
        outcome = self._reviewing.comes_to(row)
        return outcome.sentence if outcome is not None else document.gold.sentence(row)

    def word(self, key: Key | None) -> Word | None:
        """The word that an element is of, as the choices have it; None for one that the first file does not have."""
        pair = self._inspector.pair
        if key is None or pair is None or key.kind not in _OF_WORDS or self.why_not:
            return None
        # Of sides that cannot be compared each counts its own words.
        if not pair.compared and key.side not in (Side.GOLD, Side.RESULT):
            return None
        name = self._reviewing.name_at(int(key.name)) if key.name.isdecimal() else ""
        return next((word for word in self.sentence.words if word.name == name), None)

    def drawn(self, position: int, side: Side) -> str:
        """The name of the element of a word, by its position in the file: its place among the words of both sides."""
        outcome = self._reviewing.outcome(self._inspector.row)
        if side is Side.RESULT and outcome is not None and outcome.cut is not None:
            return next((f"{place}" for place, name in enumerate(outcome.names, CUT + 1) if name == f"{position}"), "")
        words = self._inspector.pair.gold.words if self._inspector.pair is not None else ()
        return f"{next((word.position for word in words if word.name == f'{position}'), position)}"

    def over(self, places: Iterable[int]) -> str:
        """The item of a constituent over words, by the places at which they are drawn; empty for none."""
        pair = self._inspector.pair
        return Items(pair.gold, pair.gold).over(places) if pair is not None else ""

    def crossed(self, item: str) -> str:
        """The constituents that one over these words would cross, in words; empty for none."""
        words, over = yield_of(item) or frozenset[int](), nodes_over(self.sentence, Items(self.sentence, self.sentence))
        labels = {node.number: node.label for node in self.sentence.nodes}
        forms = {word.name: word.form for word in self.sentence.words}
        found = [other for other in over if crosses(yield_of(other) or frozenset(), words)]
        return ", ".join(f"{labels[over[one][0]]} over {isolated(words_of(one, forms))}" for one in found[:MOST_NAMED])

    def known(self, layer: Layer) -> tuple[str, ...]:
        """The values that a layer has, in completing."""
        document = self._inspector.document
        if document is None or layer is Layer.WORDS:
            return ()
        if self._known[0] is not document.gold:
            self._known = document.gold, {}
        if layer not in self._known[1]:
            known = known_values(document.gold, layer)
            if document.blind is not None:  # what the gold alone knows, and in what order, would tell which it is
                known = tuple(sorted({value for side in document.treebanks for value in known_values(side, layer)}))
            self._known[1][layer] = known
        return self._known[1][layer]

    def cell(self, layer: Layer, item: str) -> MendableCell | None:
        """What there is in a layer; None where that is nothing to be mended, or the file has no place for it."""
        document = self._inspector.document
        if document is None or layer not in NAMES or not item or self.why_not:
            return None
        forms = {word.name: word.form for word in self.sentence.words}
        called, known = words_of(item, forms), self.known(layer)
        if layer is Layer.CONSTITUENT:
            over = nodes_over(self.sentence, Items(self.sentence, self.sentence)).get(item, ())
            nodes = {node.number: node for node in self.sentence.nodes}
            parts = ((nodes[one].label, nodes[one].function, nodes[one].index) for one in over)
            labels = ["-".join(part for part in own if part not in _EMPTY) for own in parts]
            if has_edges(document.gold):  # a single word has a function of its own
                word = next((one for one in self.sentence.words if item == f"{one.name}-{one.name}"), None)
                labels += [f"-{word.function}"] if word is not None and word.function not in NO_FUNCTION else []
            return MendableCell(layer, item, called, " ".join(labels), known) if document.gold.nodes.height else None
        if layer is Layer.WORDS:
            return self._words(item)
        if layer is Layer.ROLE and ">" in item:
            roles = {f"{one.predicate}>{one.argument}": one.role for one in self.sentence.arguments}
            return MendableCell(layer, item, called, roles.get(item, ""), known)
        word = next((word for word in self.sentence.words if word.name == item), None)
        columns = COLUMNS.get(layer, ("predicate",))
        if word is None or columns[0] not in document.gold.layout.columns:
            return None
        if layer is Layer.ARC:
            return MendableCell(layer, item, called, word.label, known, word.head or 0)
        values = [getattr(word, name) for name in columns if name in document.gold.layout.columns]
        return MendableCell(layer, item, called, "/".join(value for value in values if value not in _EMPTY), known)

    def _words(self, item: str) -> MendableCell | None:
        """The words of an item, and all that were cut with them, as they are read by now."""
        where = next(filter(None, map(bounds, self._reviewing.cut_with(item))), None)
        outcome, pair = self._reviewing.comes_to(self._inspector.row), self._inspector.pair
        if where is None or pair is None or (pair.places and self._reviewing.blind):
            return None  # whose words these are is not to be known
        cuts = [cut for cut in outcome.cuts if cut.first <= where[1] and cut.last >= where[0]] if outcome else []
        first, last = min([where[0], *(cut.first for cut in cuts)]), max([where[1], *(cut.last for cut in cuts)])
        inside = {place for cut in cuts for place in range(cut.first + 1, cut.last + 1)}
        own = self.sentence.words[first - 1 : last]
        read = {word.position: Cut(0, 1, 1, (CutPart(word.form),)) for word in own} | {cut.first: cut for cut in cuts}
        now = " ".join(reading_of(read[word]).removeprefix("=") for word in sorted({*read} - inside))
        name = f"{first}" if first == last else f"{first}-{last}"
        return MendableCell(Layer.WORDS, name, " ".join(word.form for word in own), now, ()) if own else None

    def _cut(self, cell: MendableCell, value: str) -> Cut | None:
        """How words are cut that are written so; a head may be written as its form."""
        forms, words = [word.form for word in self.sentence.words], []
        for word in value.split(" "):
            form, slash, arc = word.partition("/")
            head, colon, label = arc.partition(":")
            if colon and arc.partition("/")[0] not in self.known(Layer.ARC) and forms.count(head) == 1:
                head = f"{forms.index(head) + 1}"
            words.append(f"{form}{slash}{head}{colon}{label}")
        return cut_of(self._inspector.row, cell.item, f"={' '.join(words)}")

    def begun(self, value: str) -> list[str]:
        """What words that are being written can become: their last one with a label, or a tag behind that."""
        begun, slash, end = value.rpartition("/")
        fields = begun.rpartition(" ")[2].count("/")
        known = self.known((Layer.ARC, Layer.TAG)[fields]) if slash and fields < 2 and " " not in end else ()
        head = "" if fields or any(label.startswith(end) for label in known) else end[: end.find(":") + 1]
        return [f"{begun}/{head}{label}" for label in known if f"{head}{label}".startswith(end)]

    def warnings(self, cell: MendableCell, value: str, head: int | None = None) -> list[str]:
        """What would be odd about a value, and of an arc about its head, in words."""
        told, forms = [], {word.position: isolated(word.form) for word in self.sentence.words}
        if cell.layer is Layer.ARC and head is not None:
            heads = {word.position: word.head for word in self.sentence.words}
            cycle, roots, crosses = attachment_faults(heads, int(cell.item), head)
            if cycle:
                way = [forms[word] for word in (*cycle, cycle[0])]
                told.append(f"cycle {' → '.join(way if len(way) <= MOST_NAMED + 1 else [*way[:MOST_NAMED], '…'])}")
            if roots:
                told.append(f"{len(roots)} roots: {', '.join(forms[word] for word in roots[:MOST_NAMED])}")
            if crosses:
                told.append(f"crosses the arc of {', '.join(forms[word] for word in crosses[:MOST_NAMED])}")
        if cell.layer is Layer.WORDS:
            cut = self._cut(cell, value)
            others = [part for place, part in enumerate(cut.parts) if place != cut.keeper] if cut else []
            strange = [one for one in others if one.label not in self.known(Layer.ARC)]
            return [f"{part.label} is not known to the treebank" if part.label != "_" else
                    f"{isolated(part.form)} has no label yet" for part in strange]  # fmt: skip
        between = {Layer.CONSTITUENT: " ", Layer.FEATURES: "|"}.get(cell.layer, "\n")
        known = {part for one in cell.known for part in one.split(between)}
        values = value.split(between) if cell.layer is not Layer.LEMMA else []
        told += [f"{one} is not known to the treebank" for one in values if one and one not in known]
        return told

    def refused(self, cell: MendableCell, value: str) -> str:
        """Why a value cannot be kept; empty if it can."""
        if not value:
            return "" if cell.layer in (Layer.CONSTITUENT, Layer.ROLE) else f"a {NAMES[cell.layer]} is not empty"
        if cell.layer is Layer.WORDS and self._inspector.document is not None:
            cut = self._cut(cell, value)
            missing = "one word keeps the head: it stands without / behind it"
            return missing if cut is None else why_not(self._inspector.document.gold, cut)
        if cell.layer is Layer.CONSTITUENT and (crossed := self.crossed(cell.item)):
            return f"crosses {crossed}"
        blanks = cell.layer in (Layer.LEMMA, Layer.CONSTITUENT)  # constituents over the same words stand between blanks
        return "" if blanks or " " not in value else f"a {NAMES[cell.layer]} has no blanks"

    def mend(self, cell: MendableCell, value: str, head: int = 0) -> None:
        """Say that a value, and of an arc its head, is right. What a side that is shown says is its verdict."""
        pair, key, parse = self._inspector.pair, self._reviewing.key, self._inspector.parse
        if pair is None or key is None:
            return
        verdict = f"{head}:{value}" if cell.layer is Layer.ARC else f"={value}"
        for side, sentence in ((0, pair.gold), (parse + 1, pair.parse if pair.compared else None)):
            # Of sentences with other words, heads are places among those of both.
            words = sentence.words if sentence is not None and pair.places is None else ()
            arcs = [(one.name, one.head, one.label) for one in words]
            if cell.layer is Layer.ARC and (cell.item, head, value) in arcs:
                verdict = self._reviewing.side_name(side)
                break
        said, removed = {Place(key, cell.layer, cell.item): verdict}, list[Place]()
        if cell.layer is Layer.WORDS and (cut := self._cut(cell, value)):
            gold = [word.form for word in pair.gold.words if cut.first <= int(word.name) <= cut.last]
            verdict = reading_of(cut) if gold != [part.form for part in cut.parts] else self._reviewing.side_name(0)
            # Other words of the token stay as they are; what another side has there is decided, too.
            kept, inside = self._reviewing.side_name(0), {f"{word}" for word in range(cut.first, cut.last + 1)}
            said = {
                Place(key, Layer.WORDS, one): kept if one.isdecimal() and one not in inside else verdict
                for one in self._reviewing.cut_with(cell.item)
            }
            removed = [place for place in self.cuts_over(cell.item) if place not in said]
        told = "taken away" if verdict == "=" else self._reviewing.told(verdict)
        odd = "; ".join(self.warnings(cell, value, head if cell.layer is Layer.ARC else None))
        self._reviewing.mend(said, f"{isolated(cell.called)}: {told}", odd, removed)

    def cuts_over(self, item: str) -> list[Place]:
        """Where this reviewer has said how words are cut, some of which are those of an item."""
        (first, last), same = bounds(item) or (0, 0), self._reviewing.cut_with(item) if item else ()
        said = dict.fromkeys(one.place for one in self._reviewing.judgements if one.place.layer is Layer.WORDS)
        return [place for place in said if self._reviewing.said(place) and (place.item in same or (
                (its := bounds(place.item)) and its[0] <= last and its[1] >= first))]  # fmt: skip


def known_values(treebank: Treebank, layer: Layer) -> tuple[str, ...]:
    """The values that a treebank has in a layer, the most frequent ones in front; of UD all relations."""

    def frequent(table: pl.DataFrame, *names: str, between: str) -> list[str]:
        there = [name for name in names if name in table.columns]
        parts = table.select(pl.col(there).cast(pl.String).replace("_", None))
        values = parts.select(value=pl.concat_str(there, separator=between, ignore_nulls=True))
        counts = values.filter(pl.col("value") != "").group_by("value").len()
        return counts.sort("len", "value", descending=[True, False])["value"].head(MOST_KNOWN).to_list()

    if layer is Layer.CONSTITUENT:
        words = frequent(treebank.words, "function", between="") if has_edges(treebank) else []
        return (*frequent(treebank.nodes, "label", "function", between="-"), *(f"-{one}" for one in words))
    if layer is Layer.ROLE:
        senses = frequent(treebank.words, "predicate", between="") if "predicate" in treebank.words.columns else []
        return (*frequent(treebank.arguments, "role", between=""), *senses)
    names = [name for name in COLUMNS[layer] if name in treebank.layout.columns and name != "head"]
    known = dict.fromkeys(frequent(treebank.words, *names, between="/") if names else ())
    if layer is Layer.TAG:
        known |= dict.fromkeys(value.partition("/")[0] for value in [*known])
    elif layer is Layer.ARC and treebank.is_conllu:
        known |= dict.fromkeys(sorted(RELATIONS))
    return tuple(known)
