"""Which stretches of a text of trees are sentences, and which of them can be read."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from goldleaf.core.formats.brackets_style import Style
from goldleaf.core.formats.brackets_tokens import OPEN, Fault, Rows, Segments, Tokens, segments, tree_starts, unbalanced
from goldleaf.core.formats.brackets_trees import NONE, Trees, read_trees
from goldleaf.core.formats.source import Part


@dataclass(frozen=True, eq=False)
class Sentences:
    """Where the sentences of a part begin, and what is wrong with some of them."""

    place: Rows
    first: Rows  # its first token, or the next one if it has none
    faults: dict[int, Fault] = field(default_factory=dict)


@dataclass(frozen=True, eq=False)
class Lines:
    """Lines and columns of the places of a part."""

    part: Part
    style: Style

    def of(self, places: Rows, sentences: Rows) -> Rows:
        """The line of each place, given its sentence in the part."""
        if self.style is Style.LINES:
            return sentences + self.part.first_line
        return np.searchsorted(self.part.starts, places, "right") - 1 + self.part.first_line

    def line(self, place: int) -> int:
        """The line of a place."""
        return self.part.first_line + int(np.searchsorted(self.part.starts, place, "right")) - 1

    def column(self, place: int) -> int:
        """The character in its line, from 1."""
        start = self.part.text.rfind(b"\n", 0, place) + 1
        return len(self.part.text[start:place].decode()) + 1 + (0 if start else self.part.indent)


def find_sentences(part: Part, tokens: Tokens, style: Style) -> Sentences:
    """The sentences of a part; those that are not balanced have a fault."""
    found = segments(tokens, _segment_places(part, tokens, style))
    sentences = _one_each(found) if style is Style.LINES else _one_a_tree(tokens, found)
    ends = np.append(found.first[1:], len(tokens.place))
    for row in np.flatnonzero(~found.balanced).tolist():
        sentence = row if style is Style.LINES else int(np.searchsorted(sentences.first, found.first[row]))
        sentences.faults[sentence] = unbalanced(tokens, int(found.first[row]), int(ends[row]))
    return sentences


def _segment_places(part: Part, tokens: Tokens, style: Style) -> Rows:
    if not part.text:
        return np.zeros(0, np.int64)
    if style is Style.LINES:
        return part.starts
    if style is Style.INDENTED:
        text = np.frombuffer(part.text, np.uint8)
        places = part.starts[text[part.starts] == ord("(")]
    else:
        places = tree_starts(tokens)
    return np.append(0, places[1:])  # what stands before the first belongs to it


def _one_each(found: Segments) -> Sentences:
    return Sentences(found.place, found.first)


def _one_a_tree(tokens: Tokens, found: Segments) -> Sentences:
    """Every tree of the balanced segments is a sentence, and so is every other segment."""
    count = np.diff(np.append(found.first, len(tokens.place)))
    before = np.append(0, tokens.depth)[found.first]
    begins = (tokens.kind == OPEN) & (tokens.depth == np.repeat(before, count) + 1) & np.repeat(found.balanced, count)
    begins[found.first[~found.balanced]] = True
    first = np.flatnonzero(begins)
    place = tokens.place[first]
    place[:1] = 0
    return Sentences(place, first)


def readable_trees(tokens: Tokens, sentences: Sentences) -> Trees:
    """The trees of all sentences without faults; adds the faults that only show in the trees."""
    trees = read_trees(*_without_faults(tokens, sentences))
    label = np.append(trees.label, NONE)
    lonely = np.flatnonzero((trees.tag == NONE) & (label[trees.word_parent] == NONE))
    if not lonely.size:
        return trees
    for word in reversed(lonely.tolist()):
        message = "word in a bracket without label; expected a label after ("
        sentences.faults[int(trees.word_sentence[word])] = Fault(int(trees.word_place[word]), message)
    return read_trees(*_without_faults(tokens, sentences))


def _without_faults(tokens: Tokens, sentences: Sentences) -> tuple[Tokens, Rows]:
    """The tokens of the sentences without faults, and the first ones of all sentences among them."""
    if not sentences.faults:
        return tokens, sentences.first
    count = np.diff(np.append(sentences.first, len(tokens.place)))
    faulty = np.zeros(len(count), bool)
    faulty[list(sentences.faults)] = True
    kept = ~np.repeat(faulty, count)
    return tokens.chosen(kept), np.searchsorted(np.flatnonzero(kept), sentences.first)
