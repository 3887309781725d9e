"""Words and arcs in words: for screen readers, tooltips, panels and the alt text of figures."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from goldleaf.viewer.diagram.naming import REVIEW, Wording
from goldleaf.viewer.diagram.shapes import Key, Side, State
from goldleaf.viewer.diagram.summary import counted_differences
from goldleaf.viewer.views.arcs.arc_picture import Arc, ArcsPicture
from goldleaf.viewer.views.part import brief

_ROOT_LABELS = frozenset({"root", "_", ""})


def word_phrase(picture: ArcsPicture, position: int) -> str:
    """Such as ``4 ‘saw’``."""
    word = picture.word_at.get(position)
    return f"{word.name} ‘{brief(word.form)}’" if word else f"{position}"


def arc_phrase(picture: ArcsPicture, arc: Arc | None) -> str:
    """What the arc says of its dependent, such as ``obj of 4 ‘saw’`` or ``no head``."""

    def named(position: int) -> str:
        outside = "" if position in picture.word_at else ", which is outside the sentence"
        return f"{word_phrase(picture, position)}{outside}"

    return "no head" if arc is None else said_by(arc, named)


def said_by(arc: Arc, named: Callable[[int], str]) -> str:
    """What an arc says of its dependent, its head ``named`` by the position."""
    if arc.head is None:
        return "no head"
    label = arc.label if arc.label not in ("_", "") else "dependent"
    if arc.head == 0:
        return "root" if arc.label.lower() in _ROOT_LABELS else f"root, labeled {label}"
    if arc.head == arc.dependent:
        return f"{label} of itself"
    return f"{label} of {named(arc.head)}{_attached(arc, named)}"


def _attached(arc: Arc, named: Callable[[int], str]) -> str:
    """What is said of an arc that does not count as it stands."""
    if arc.attached is None:
        return ""
    return f", counts as {f'of {named(arc.attached)}' if arc.attached else 'root'}"


def verdict(gold: Arc | None, parse: Arc | None, wording: Wording = REVIEW) -> str:
    """How the parse's arc differs from the gold's, such as ``wrong head and label``; empty where it does not."""
    state = parse.state if parse is not None and parse.head is not None else gold.state if gold else State.MATCHED
    if state == State.WRONG_HEAD:
        same_label = gold is not None and parse is not None and (gold.label == parse.label or not gold.labeled)
        return wording.head_verdict(same_label=same_label)
    return wording.verdict(state)


def dependent_description(dependent: int, picture: ArcsPicture, others: Sequence[ArcsPicture] = ()) -> str:
    """A word and its arc in one picture, and what the others have instead.

    Such as ``word 6 ‘house’ obj of 4 ‘saw’; in the parse: nsubj of 5 ‘old’, wrong head and label``.
    """
    arc = picture.arc_of.get(dependent)
    text = f"word {word_phrase(picture, dependent)} {arc_phrase(picture, arc)}"
    text += f", {said}" if (said := _undecided(picture, arc)) else ""
    for other in others:
        there = other.arc_of.get(dependent)
        if there is None and dependent not in other.word_at:
            text += f"; no such word in {_the(other)}"
            continue
        if picture.side in (Side.PARSE, Side.OTHER):
            text += _against_gold(other, there, arc) if other.side == Side.GOLD else ""
            continue
        found = against(picture, arc, other, there)
        phrase = arc_phrase(other, there)
        if not found and phrase == arc_phrase(picture, arc):
            text += f"; the same in {_the(other)}"
        else:
            text += f"; in {_the(other)}: {phrase}{', ' if found else ''}{found}"
    return text


def against(picture: ArcsPicture, arc: Arc | None, other: ArcsPicture, there: Arc | None) -> str:
    """How another picture differs in a word; of the result of a review only whether it is undecided."""
    if Side.RESULT not in (picture.side, other.side):
        return verdict(arc, there, picture.wording)
    return _undecided(other, there)


def _undecided(picture: ArcsPicture, arc: Arc | None) -> str:
    return "undecided" if picture.side is Side.RESULT and arc and arc.state is State.NOT_SCORED else ""


def _against_gold(gold: ArcsPicture, gold_arc: Arc | None, parse_arc: Arc | None) -> str:
    found = verdict(gold_arc, parse_arc, gold.wording)
    if not found:
        return f"; the same in {_the(gold)}"
    return f", {found}; in {_the(gold)}: {arc_phrase(gold, gold_arc)}"


def _the(picture: ArcsPicture) -> str:
    return "the result" if picture.side is Side.RESULT else picture.wording.the(picture.name)


def picture_title(picture: ArcsPicture) -> str:
    """Such as ``gold, sentence 12 (weblog-7)``."""
    sentence = picture.sentence
    return f"{picture.name}, sentence {sentence.number}" + (f" ({sentence.id})" if sentence.id else "")


def picture_description(picture: ArcsPicture) -> str:
    """The alt text: what is drawn, the words, the roots or predicates, and the number of differences of each class."""
    count = len(picture.word_at)
    what, verdicts = _of_roles(picture) if picture.without_arcs else _of_arcs(picture)
    parts = [
        f"{'Predicates and arguments' if picture.without_arcs else 'Dependency arcs'} of {_the(picture)} over "
        f"{count} {'word' if count == 1 else 'words'}: ‘{picture.sentence.running_text}’",
        what,
    ]
    if differences := counted_differences(verdicts):
        parts.append(f"Differences: {differences}")
    parts += [picture.left_out] if picture.left_out else []
    return ". ".join(parts) + "."


def _of_arcs(picture: ArcsPicture) -> tuple[str, list[str]]:
    """The roots in words, and what is said of each arc."""
    roots = [word_phrase(picture, arc.dependent) for arc in picture.arcs if arc.head == 0]
    verdicts = [picture.wording.verdict(arc.state) for arc in picture.arcs if arc.head is not None]
    return f"{'Root' if len(roots) == 1 else 'Roots'}: {', '.join(roots) or 'none'}", verdicts


def _of_roles(picture: ArcsPicture) -> tuple[str, list[str]]:
    """The predicates in words, and what is said of each sense and role that differs."""
    known = [
        f"{word_phrase(picture, word.position)} {brief(word.predicate)}"
        for word in picture.sentence.words
        if word.predicate not in ("_", "")
    ]
    verdicts = [_label_verdict(key, picture) for key in picture.roles if key.side is picture.side]
    return f"{'Predicate' if len(known) == 1 else 'Predicates'}: {', '.join(known) or 'none'}", verdicts


def _label_verdict(key: Key, picture: ArcsPicture) -> str:
    state, wording = picture.roles[key], picture.wording
    if state is State.WRONG_LABEL:
        return wording.in_layer("sense" if key.kind == "predicate" else "role")
    return wording.verdict(state)
