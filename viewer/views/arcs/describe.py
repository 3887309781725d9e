"""Words and arcs in words: for screen readers, tooltips, the card by the pointer and the alt text of figures.

In the list what differs, of arcs, of enhanced graphs, of two parses at once; and what is odd about a tree: several
roots, none, cycles, words without a head or with one outside. No Qt.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import zip_longest

from goldleaf.core.analysis.sides.layers import Layer
from goldleaf.core.structures.dependency import cycles_of_heads
from goldleaf.viewer.diagram.bidi import isolated
from goldleaf.viewer.diagram.naming import NONE, REVIEW, Difference, Rivals, Wording, counted_differences, on_any_side
from goldleaf.viewer.diagram.shapes import Key, Side, State
from goldleaf.viewer.diagram.walking import word_of
from goldleaf.viewer.session.layers import Items
from goldleaf.viewer.views.arcs.arc_picture import Arc, ArcsPicture, MarkedEdge
from goldleaf.viewer.views.everyone import AGREES, LOST, rival_difference
from goldleaf.viewer.views.layers import fact_difference
from goldleaf.viewer.views.part import brief, named

MOST = 6  # odd words that are named


def word_phrase(picture: ArcsPicture, position: int) -> str:
    """Such as ``4 ‘saw’``."""
    word = picture.word_at.get(position)
    return f"{word.name} ‘{brief(word.form)}’" if word else f"{position}"


def arc_phrase(picture: ArcsPicture, arc: Arc | None) -> str:
    """What the arc says of its dependent, such as ``obj of 4 ‘saw’`` or ``no head``."""

    def named(position: int) -> str:
        return word_phrase(picture, position) + ", which is outside the sentence" * (position not in picture.word_at)

    return "no head" if arc is None else _said_by(arc, named)


def naming(picture: ArcsPicture, position: int) -> str:
    """A word by its form, as in lists, with its position where the form occurs again."""
    word = picture.word_at.get(position)
    return f"{position}" if word is None else named(word, picture.times)


def phrase(picture: ArcsPicture, arc: Arc) -> str:
    """What an arc says of its dependent in lists, such as ``obj of read``."""
    return _said_by(arc, partial(naming, picture))


def _said_by(arc: Arc, named: Callable[[int], str]) -> str:
    """What an arc says of its dependent, its head ``named`` by the position."""
    if arc.head is None:
        return "no head"
    label = arc.label if arc.label not in ("_", "") else "dependent"
    if arc.head == 0:
        return "root" if arc.label.lower() in ("root", "_", "") else f"root, labeled {label}"
    if arc.head == arc.dependent:
        return f"{label} of itself"
    said = f"{label} of {named(arc.head)}"
    if arc.attached is None:
        return said
    # The arc is drawn as the file has it, though what hangs on punctuation may count as hanging on its head.
    return f"{said}, counts as {f'of {named(arc.attached)}' if arc.attached else 'root'}"


def verdict(gold: Arc | None, parse: Arc | None, wording: Wording = REVIEW) -> str:
    """How the parse's arc differs from the gold's, such as ``wrong head and label``; empty where it does not."""
    state = parse.state if parse is not None and parse.head is not None else gold.state if gold else State.MATCHED
    if state == State.WRONG_HEAD:
        return wording.head_verdict(same_label=parse is not None and not parse.label_differs)
    return wording.verdict(state)


def role_verdict(key: Key, wording: Wording, state: State) -> str:
    """How a sense or a role differs; empty where it does not."""
    if state is State.WRONG_LABEL:
        return wording.in_layer("sense" if key.kind == "predicate" else "role")
    return wording.verdict(state)


def dependent_description(dependent: int, picture: ArcsPicture, others: Sequence[ArcsPicture] = ()) -> str:
    """A word and its arc in one picture, and what the others have instead. Such as ``word 6 ‘house’ obj of 4 ‘saw’; in
    the parse: nsubj of 5 ‘old’, wrong head and label``."""
    arc = picture.arc_of.get(dependent)
    own = arc_phrase(picture, arc)
    text = f"word {word_phrase(picture, dependent)} {own}"
    text += f", {said}" if (said := _undecided(picture, arc)) else ""
    of_parse = picture.side in (Side.PARSE, Side.OTHER) and not picture.wording.of_all
    for other in others:
        there = other.arc_of.get(dependent)
        theirs = arc_phrase(other, there)
        if there is None and dependent not in other.word_at:
            text += f"; no such word in {_the(other)}"
        elif of_parse and other.side != Side.GOLD:
            continue  # a parse is compared with the gold, never with another parse
        else:
            found = verdict(there, arc, other.wording) if of_parse else _against(picture, arc, other, there)
            right_alone = of_parse and arc is not None and arc.state in LOST
            news = [theirs] if (found and not right_alone) or (theirs != own and not of_parse) else []
            news += [found] if found and not of_parse else []
            news += _other_texts(picture, other, dependent)
            text += f", {found}" if found and of_parse else ""
            text += f"; in {_the(other)}: {', '.join(news)}" if news else f"; the same in {_the(other)}"
    return text


def _other_texts(picture: ArcsPicture, other: ArcsPicture, position: int) -> Iterator[str]:
    """What another annotator, or version, says of a word beside its arc: ``tag X``."""
    if picture.wording.judges or Side.RESULT in (picture.side, other.side):
        return
    for name in _TEXTS:
        own, there = (getattr(one.word_at[position], name).split("|") for one in (picture, other))
        if own != there:
            news = "|".join(part for part in there if part not in (*own, "_", ""))
            yield f"{name.removeprefix('coarse_').replace('_', ' ')} {news or 'other'}"


def _against(picture: ArcsPicture, arc: Arc | None, other: ArcsPicture, there: Arc | None) -> str:
    """How another picture differs in a word; of the result of a review only whether it is undecided."""
    if Side.RESULT not in (picture.side, other.side):
        return verdict(arc, there, picture.wording)
    return _undecided(other, there)


def _undecided(picture: ArcsPicture, arc: Arc | None) -> str:
    return "undecided" if picture.side is Side.RESULT and arc and arc.state is State.NOT_SCORED else ""


def _the(picture: ArcsPicture) -> str:
    return "the result" if picture.side is Side.RESULT else picture.wording.the(picture.name)


# The texts of a word that may differ where its arc does not.
_TEXTS = ("coarse_tag", "fine_tag", "lemma", "features", "function", "enhanced", "predicate", "misc")

# The fields of a word that elements under it show.
_CELLS = {"tag": ("coarse_tag", "fine_tag"), "lemma": ("lemma",), "features": ("features",)}


def card_rows(key: Key, pictures: Sequence[ArcsPicture], description: str) -> list[tuple[str, str]]:
    """What the card by the pointer says of an element: a row for each picture; of other elements their description."""
    rows = []
    if key.kind in _CELLS:
        for picture in pictures:
            word = picture.word_at[int(key.name)]
            texts = dict.fromkeys(getattr(word, name) for name in _CELLS[key.kind])
            said = " ".join(text for text in texts if text not in ("_", "")) or "none"
            rows.append((picture.name, f"{word_phrase(picture, word.position)}  {said}"))
        return rows
    position = word_of(key)
    if position is None:
        return [(key.kind, description)] if description else []
    for picture in pictures:
        if position in picture.word_at:
            arc, word = picture.arc_of.get(position), picture.word_at[position]
            tag = "/".join(dict.fromkeys(tag for tag in (word.coarse_tag, word.fine_tag) if tag not in ("_", "")))
            text = f"{word_phrase(picture, position)}  {tag}  {phrase(picture, arc) if arc else 'no head'}"
            first = pictures[0]
            found = "" if first is picture else _against(first, first.arc_of.get(position), picture, arc)
            rows.append((picture.name, f"{text} – {found}" if found else text))
    return rows


def picture_description(picture: ArcsPicture) -> str:
    """The alt text: what is drawn, the words, the roots or predicates, and the number of differences of each class."""
    wording = picture.wording
    if picture.without_arcs:
        what, root = "Predicates and arguments", "Predicate"
        named = [
            f"{word_phrase(picture, word.position)} {brief(word.predicate)}"
            for word in picture.sentence.words
            if word.predicate not in ("_", "")
        ]
        own = ((key, state) for key, state in picture.roles.items() if key.side is picture.side)
        verdicts = [role_verdict(key, wording, state) for key, state in own]
    else:
        what, root = "Dependency arcs", "Root"
        named = [word_phrase(picture, arc.dependent) for arc in picture.arcs if arc.head == 0]
        verdicts = [verdict(None, arc, wording) for arc in picture.arcs if arc.head is not None]
    count = len(picture.word_at)
    words = f"{count} {'word' if count == 1 else 'words'}"
    parts = [
        f"{what} of {_the(picture)} over {words}: ‘{picture.sentence.running_text}’",
        f"{root}{'' if len(named) == 1 else 's'}: {', '.join(named) or 'none'}",
    ]
    differences = counted_differences(verdicts)
    parts += filter(None, (differences and f"Differences: {differences}", picture.left_out))
    return ". ".join(parts) + "."


@dataclass(frozen=True, slots=True)
class Oddity:
    """One thing that is odd: a name for keys, a short text, and the words concerned."""

    name: str
    text: str
    positions: tuple[int, ...]


def oddities(picture: ArcsPicture) -> list[Oddity]:
    """All that is odd about a picture's tree, whether or not its arcs are shown, and what of it is left out."""
    heads = {arc.dependent: arc.head for arc in (picture.whole or picture).arcs}
    names = {position: word.name for position, word in picture.word_at.items()}

    def listed(positions: Sequence[int]) -> str:
        text = ", ".join(names[position] for position in positions[:MOST])
        return f"{text} and {len(positions) - MOST} more" if len(positions) > MOST else text

    roots, headless = (tuple(word for word, head in heads.items() if head == own) for own in (0, None))
    found = []
    if len(roots) > max(len(picture.sentence.parts), 1):  # sentences that are joined have a root each
        found.append(Oddity("roots", f"{len(roots)} roots", roots))
    # A semantic graph alone has no heads anywhere, which is nothing odd.
    if headless and not (picture.graph is not None and len(headless) == len(heads)):
        text = "no heads" if len(headless) == len(heads) else f"no head: {listed(headless)}"
        found.append(Oddity("headless", text, headless))
    if heads and not roots and not headless:
        found.append(Oddity("rootless", "no root", ()))
    for cycle in cycles_of_heads(heads):
        text = "cycle " + " → ".join(names[position] for position in (*cycle, cycle[0]))
        if len(cycle) == 1:
            text = f"{names[cycle[0]]} is its own head"
        elif len(cycle) > MOST:
            text = f"cycle of {len(cycle)} words from {names[cycle[0]]}"
        found.append(Oddity(f"cycle-{cycle[0]}", text, cycle))
    outside = tuple(dependent for dependent, head in heads.items() if head and head not in names)
    if outside:
        found.append(Oddity("outside", f"head outside the sentence: {listed(outside)}", outside))
    if picture.unknown:
        labels = dict.fromkeys(arc.label for arc in picture.arcs if arc.dependent in picture.unknown)
        found.append(Oddity("unknown", f"label not known: {', '.join(labels)}", picture.unknown))
    if picture.whole is None:
        return found
    # Of the whole sentence all is told, but only words that are drawn can be pointed at.
    drawn = [replace(one, positions=tuple(p for p in one.positions if p in picture.arc_of)) for one in found]
    return [Oddity("left-out", picture.left_out, ()), *drawn]


def arc_differences(pictures: Sequence[ArcsPicture]) -> tuple[Difference, ...]:
    """What differs between the gold's picture and the parse's, in the order of the words."""
    if len(pictures) < 2:
        return ()
    gold, parse = pictures[:2]
    items = Items(*((picture.whole or picture).sentence for picture in (gold, parse)))
    found = [_at(gold, parse, position) for position in sorted({*gold.word_at, *parse.word_at})]
    return tuple(replace(one, item=items.word(one.place)) for one in found if one is not None)


def _at(gold: ArcsPicture, parse: ArcsPicture, position: int) -> Difference | None:
    """What a word differs in: that one side alone has it, its arc, or the arc of one side."""
    for picture, there in ((gold, parse), (parse, gold)):
        if position not in there.word_at:
            scored = State.NOT_SCORED not in (picture.word_states.get(position), picture.arc_of[position].state)
            said, state = picture.wording.word_of(picture.side), _alone(picture)
            return replace(_difference([picture], position, said, state, scored=scored), layer=Layer.WORDS)
    ours, theirs = gold.arc_of[position], parse.arc_of[position]
    if (ours.head, ours.label) == (theirs.head, theirs.label) and not theirs.differs:
        return None
    matched = ours.state == State.MATCHED, theirs.state == State.MATCHED and theirs.head is not None
    if all(matched):  # differs in what the metric does not look at
        return None
    if any(matched):  # the arc of one side matches elsewhere, so that only the other's is a difference
        picture = parse if matched[0] else gold
        state = picture.arc_of[position].state
        scored = state != State.NOT_SCORED
        said = picture.wording.verdict(_alone(picture) if scored else state)
        return _difference([picture], position, said, state, scored=scored)
    state = ours.state if theirs.head is None else theirs.state
    scored = state != State.NOT_SCORED
    said = verdict(ours, theirs, gold.wording) if scored else gold.wording.verdict(state)
    return replace(_difference([gold, parse], position, said, state, scored=scored), boxed=theirs.label_differs)


def _alone(picture: ArcsPicture) -> State:
    return State.MISSING if picture.side is Side.GOLD else State.EXTRA


def _difference(having: Sequence[ArcsPicture], position: int, said: str, state: State, *, scored: bool) -> Difference:
    """A word or an arc of the pictures that have it: where that is one, the other has nothing to say of it."""
    word, wording = naming(having[0], position), having[0].wording
    phrases = {picture.side is Side.GOLD: phrase(picture, picture.arc_of[position]) for picture in having}
    gold, parse = phrases.get(True, ""), phrases.get(False, "")
    # An arc that a lenient figure counts is marked in the parse only.
    in_gold = State.WRONG_HEAD if state in (State.REVERSED, State.EDGE_FLIP) else state
    keys = Key(Side.GOLD, "arc", f"{position}"), Key(Side.PARSE, "arc", f"{position}")
    text = wording.contrast(word, gold, parse) if gold and parse else f"{word}: {gold or parse}"
    return fact_difference(
        word, gold, parse, said, state, [position], keys, wording, sentence=text, layer=Layer.ARC, scored=scored,
        states=(None if state is State.EXTRA else in_gold, None if state is State.MISSING else state),
        further=on_any_side([position], "word", "arc"),
    )  # fmt: skip


def graph_differences(pictures: Sequence[ArcsPicture]) -> tuple[Difference, ...]:
    """The edges that differ, in the order of their dependents; those from one head to the same one are one row."""
    if len(pictures) < 2:
        return ()
    found: defaultdict[tuple[str, str, State], tuple[list[MarkedEdge], ...]] = defaultdict(lambda: ([], []))
    for place, picture in enumerate(pictures[:2]):
        for edge in picture.graph or ():
            if edge.state not in (State.MATCHED, State.NOT_SCORED):
                found[edge.node, edge.head, edge.state][place].append(edge)
    rows, wording = [], pictures[0].wording
    for node, head, state in sorted(found, key=lambda known: [int(part) for part in known[0].split(".")]):
        for edges in zip_longest(*found[node, head, state]):
            sides = list(zip(edges, pictures[:2], strict=True))
            there = [(edge, picture) for edge, picture in sides if edge is not None]
            gold, parse = (
                NONE if edge is None else edge.label if head == "0" else f"{edge.label} of {_node(picture, head)}"
                for edge, picture in sides
            )
            # A wrong label has an edge on either side: what is left over has none to be compared with.
            lone = len(there) == 1 and state is State.WRONG_LABEL
            drawn, place = _alone(there[0][1]) if lone else state, int(node.partition(".")[0])
            # An empty node is not written; it stands at the word before it.
            rows.append(fact_difference(
                _node(there[0][1], node), gold, parse, wording.verdict(drawn), drawn, [place],
                [edge.key(picture.side) for edge, picture in there], wording,
                further=on_any_side([node], "word", "empty"), marks={} if "." in node else None,
            ))  # fmt: skip
    return tuple(rows)


def _node(picture: ArcsPicture, name: str) -> str:
    """A word by its form; an empty node by its form, if it has one, and its number."""
    if name.isdigit():
        return naming(picture, int(name))
    form = next((one.form for one in picture.sentence.empty_nodes if one.name == name), "_")
    return f"empty node {name}" if form in ("_", "") else f"{isolated(form)} ({name})"


def rival_differences(known: Sequence[ArcsPicture], wording: Rivals) -> tuple[Difference, ...]:
    """The words that one of the parses has wrong, in their order."""
    gold, *parses = known
    rows = []
    for arc in gold.arcs:
        if arc.state not in LOST:
            continue
        arcs = [one.arc_of[arc.dependent] for one in parses]
        both = zip(parses, arcs, strict=True)
        wrong = {one.side: (phrase(one, arc), arc.state) for one, arc in both if arc.state not in AGREES}
        rows.append(rival_difference(
            places=(arc.dependent,), word=naming(gold, arc.dependent), gold=phrase(gold, arc), wrong=wrong,
            verdict=wording.outcome(arc.state), state=arc.state, wording=wording,
            keys=[Key(side, "arc", f"{arc.dependent}") for side in (Side.GOLD, Side.OTHER, Side.PARSE)],
        ))  # fmt: skip
    return tuple(rows)
