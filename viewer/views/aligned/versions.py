"""One sentence in several structures: its constituents, its dependencies, and what these do not share. No Qt."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from goldleaf.core.alignment import have_same_forms
from goldleaf.core.analysis.sides.layers import Layer
from goldleaf.core.metrics.base import has_constituents, has_dependencies
from goldleaf.core.treebank import Sentence, Word
from goldleaf.viewer.session.document import Document
from goldleaf.viewer.views.part import beginning, last_drawn
from goldleaf.viewer.views.view import Subject

_NOTHING = ("_", "")


@dataclass(frozen=True, slots=True)
class Version:
    """A sentence as a file has it, and what the file is called."""

    sentence: Sentence
    name: str


@dataclass(frozen=True, slots=True)
class Versions:
    """The sentence with constituents and with dependencies; where these have other words, with common places."""

    trees: Version
    arcs: Version

    @property
    def beginning(self) -> Versions:
        """As much of it as can be drawn in time."""
        sentences = self.trees.sentence, self.arcs.sentence
        last = last_drawn(sentences)
        trees, arcs = (beginning(sentence, last) for sentence in sentences)
        return Versions(replace(self.trees, sentence=trees), replace(self.arcs, sentence=arcs))

    def unshared(self, layer: Layer) -> dict[int, tuple[Word, Word]]:
        """The words of both, by position, whose tags or features are not the same; the constituents' first.

        A tag is shared if it is one of the two of the other word. What only one version has at all is not compared.
        """
        ours = {word.position: word for word in self.trees.sentence.words}
        both = [(ours[word.position], word) for word in self.arcs.sentence.words if word.position in ours]
        if layer is Layer.FEATURES and any(_without_features(side) for side in zip(*both, strict=True)):
            return {}
        return {one.position: (one, other) for one, other in both if _differ(one, other, layer)}


def _differ(one: Word, other: Word, layer: Layer) -> bool:
    if layer is Layer.TAG:
        known, others = tags_of(one), tags_of(other)
        return bool(known and others) and not known & others
    return one.features != other.features


def _without_features(words: Sequence[Word]) -> bool:
    return all(word.features in _NOTHING for word in words)


def tags_of(word: Word) -> set[str]:
    """Its tags; in constituents also the tag with the function that it is written with, as in ``PRO-N``."""
    known = {word.coarse_tag, word.fine_tag} - {*_NOTHING}
    return known | ({f"{tag}-{word.function}" for tag in known} if word.function not in _NOTHING else set())


def lacking(document: Document) -> str:
    """Why a document has not a sentence in two structures; empty if it has."""
    known = [document.gold, *(one.treebank for one in document.parses), *document.gold.other_golds]
    if not any(has_constituents(one) for one in known) or not any(has_dependencies(one) for one in known):
        return "Open constituents and dependencies of the same sentences."
    return ""


def versions_of(subject: Subject) -> Versions | None:
    """The versions of a sentence: of gold and parse, else of the other golds; None where one has no such sentence."""
    known = list(_known(subject))
    trees = next((one for one in known if one.sentence.nodes), None)
    arcs = next((one for one in known if any(word.head is not None for word in one.sentence.words)), None)
    return Versions(trees, arcs) if trees is not None and arcs is not None else None


def _known(subject: Subject) -> Iterator[Version]:
    document, pair, row = subject.document, subject.pair, subject.row
    yield Version(pair.gold, document.gold_names[0] if document.gold.other_golds else subject.wording.gold)
    if pair.parse is not None:
        yield Version(pair.parse, subject.wording.parse)
    for name, other in zip(document.gold_names[1:], document.gold.other_golds, strict=False):
        if row < len(other) and have_same_forms(document.gold.slice(row), other.slice(row)):
            yield Version(other.sentence(row), name)
