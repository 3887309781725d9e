"""Lattices in words: for screen readers, tooltips, the status bar, alt texts, and the list of differences. No Qt."""

from __future__ import annotations

from collections.abc import Sequence

from goldleaf.core.analysis.sides.layers import Layer
from goldleaf.core.errors import counted
from goldleaf.core.structures.lattice import Lattice, SurfaceToken, Walk, paths
from goldleaf.viewer.diagram.bidi import isolated
from goldleaf.viewer.diagram.naming import NONE, Difference, on_any_side
from goldleaf.viewer.diagram.shapes import Element, Key, Side, State
from goldleaf.viewer.views.lattices import lattice_picture
from goldleaf.viewer.views.lattices.lattice_picture import DIFFERENT, LatticeArc, LatticePicture, arcs
from goldleaf.viewer.views.layers import fact_difference

MANY = 1_000_000_000  # from which a number of paths is given by its size


def lattice_elements(
    drawn: Sequence[LatticeArc], states: Sequence[int], tokens: Sequence[SurfaceToken], picture: LatticePicture
) -> dict[Key, Element]:
    """What can be pointed at: arcs, states, tokens; what each is, and the gold's words that it is about. An arc is
    about the words that it is, or that stand in its place."""
    spans, place = lattice_picture.gold_spans(picture), picture.lattice.rank

    def inside(origin: int, target: int) -> tuple[int, ...]:
        """The words that have something in common with what lies between two states."""
        first, last = place[origin], place[target]
        return tuple(position for position, (a, b) in spans.items() if place[a] < last and first < place[b])

    lacks = {arc.token: ", not in the lattice" * any(tag.foreign for tag in arc.tags) for arc in drawn if arc.folded}
    elements = [
        Element(arc.key, arc_description(arc, picture), arc.positions or inside(arc.origin, arc.target))
        for arc in drawn
        if not arc.folded
    ]
    for token in tokens:
        part = picture.lattice.within(token)
        form = f" ‘{isolated(token.form)}’" if token.form else ""
        text = f"token {token.token}{form}, {counted(len(part.edges), 'edge')}, {_paths_of(part)}"
        text += f"; folded{lacks[token.token]}" if token.token in lacks else ""
        elements.append(Element(Key(Side.BOTH, "token", f"{token.token}"), text, inside(token.origin, token.target)))
    edges = picture.lattice.edges
    for state in states:
        into, out = sum(edge.target == state for edge in edges), sum(edge.origin == state for edge in edges)
        text = f"state {state}: {counted(into, 'edge')} to it, {out} from it"
        positions = tuple(position for position, span in spans.items() if state in span)
        elements.append(Element(Key(Side.BOTH, "state", f"{state}"), text, positions))
    return {element.key: element for element in elements}


def arc_description(arc: LatticeArc, picture: LatticePicture) -> str:
    """Such as ``2 to 5 ‘dagan’: NN, NNP; on the path of gold``."""
    wording = picture.wording
    tags = []
    for tag in arc.tags:
        analyses = f" ({tag.count} analyses)" if tag.count > 1 else ""
        tags.append(f"{tag.name}{analyses}{', not in the lattice' if tag.foreign else ''}")
    text = f"{arc.origin} to {arc.target} ‘{isolated(arc.form)}’: {', '.join(tags)}"
    if not picture.has_paths or arc.state == State.NOT_SCORED:
        return text
    if arc.state == State.WRONG_LABEL:
        return f"{text}; on both paths, with another tag in {wording.parse}"
    if arc.state == State.MATCHED and picture.gold is not None and picture.parse is not None:
        return f"{text}; on both paths"
    return f"{text}; on the path of {wording.gold if arc.heavy else wording.parse}"


def lattice_description(picture: LatticePicture, drawn: Sequence[LatticeArc]) -> str:
    """The alt text: how large the lattice is, where the paths go, and where they differ."""
    lattice = picture.lattice
    if not lattice.edges:
        return "Lattice without edges."
    text = lattice.text or " ".join(token.form or "?" for token in lattice.tokens)
    of = f" of ‘{text}’" if text else ""
    states, edges = counted(len(lattice.states), "state"), counted(len(lattice.edges), "edge")
    parts = [f"Lattice{of}: {states}, {edges}, {_paths_of(lattice)}"]
    for name, path in _sides(picture):
        words = [(word, f"{lattice.edges[n].form}/{lattice.edges[n].coarse_tag}") for n, word in path.matched.items()]
        for gap in path.gaps:
            lacking = " ".join(f"{segment.form}/{segment.coarse_tag}" for segment in gap.segments)
            words.append((gap.first, f"[not in the lattice: {lacking}]" if lacking else "[none]"))
        parts.append(f"Path of {name}: {' '.join(word for _, word in sorted(words))}")
    if differ := [arc_description(arc, picture) for arc in drawn if arc.state in DIFFERENT]:
        parts.append(f"They differ in {'; '.join(differ)}")
    return ". ".join(parts) + "."


def summary(picture: LatticePicture) -> str:
    """Such as ``8 paths, 11 edges (2.2 a token); gold is a path, parse is a path but for 1 tag``."""
    lattice = picture.lattice
    text = f"{_paths_of(lattice)}, {counted(len(lattice.edges), 'edge')}"
    if lattice.tokens:
        text += f" ({len(lattice.edges) / len(lattice.tokens):.1f} a token)"
    sides = []
    forms = {(edge.origin, edge.target, edge.form) for edge in lattice.edges}
    for name, path in _sides(picture):
        gaps = [(gap, [segment.form for segment in gap.segments]) for gap in path.gaps]
        tags = sum(len(own) == 1 and (gap.origin, gap.target, own[0]) in forms for gap, own in gaps)
        foreign = sum(len(own) for _, own in gaps) - tags
        skipped = sum(not own for _, own in gaps)  # what the lattice has there, and the side has not
        kinds = (tags, "tag"), (foreign, "word"), (skipped, "gap")
        lacking = [counted(number, what) for number, what in kinds if number]
        sides.append(f"{name} is a path" + (f" but for {' and '.join(lacking)}" if lacking else ""))
    return f"{text}; {', '.join(sides)}" if sides else text


def _paths_of(lattice: Lattice) -> str:
    """How many paths there are; a very large number roughly."""
    number = paths(lattice)
    return counted(number, "path") if number < MANY else f"about 10^{len(str(number)) - 1} paths"


def _sides(picture: LatticePicture) -> list[tuple[str, Walk]]:
    sides = ((picture.wording.gold, picture.gold), (picture.wording.parse, picture.parse))
    return [(name, path) for name, path in sides if path is not None]


def lattice_differences(picture: LatticePicture) -> tuple[Difference, ...]:
    """Where the paths part, from the sentence's beginning on; nothing without both."""
    if picture.gold is None or picture.parse is None:
        return ()
    place = picture.lattice.rank
    differ = (arc for arc in arcs(picture, lattice_picture.LatticeOptions()) if arc.state in DIFFERENT)
    groups: list[list[LatticeArc]] = []  # of those that have something in common
    end = -1
    for arc in sorted(differ, key=lambda arc: (place[arc.origin], place[arc.target])):
        if place[arc.origin] >= end:
            groups.append([])
        groups[-1].append(arc)
        end = max(end, place[arc.target])
    return tuple(_difference(group, picture) for group in groups)


def _difference(group: Sequence[LatticeArc], picture: LatticePicture) -> Difference:
    place, wording = picture.lattice.rank, picture.wording
    ours = [arc for arc in group if arc.state in (State.MISSING, State.WRONG_LABEL)]
    theirs = [arc for arc in group if arc.state in (State.EXTRA, State.WRONG_LABEL)]
    first, last = place[group[0].origin], max(place[arc.target] for arc in group)
    inside = (token for token in picture.lattice.tokens if place[token.origin] < last and first < place[token.target])
    surface = " ".join(token.form for token in inside if token.form)
    word = isolated(surface or " ".join(arc.form for arc in ours or theirs))
    gold, parse = _with_tags(ours, State.MISSING), _with_tags(theirs, State.EXTRA)
    if all(arc.state == State.WRONG_LABEL for arc in group):  # another tag: all arcs are on both paths
        state = in_gold = in_parse = State.WRONG_LABEL
        verdict, layer = wording.other_tag, Layer.TAG
    else:
        state, in_gold, in_parse = State.EXTRA if theirs else State.MISSING, State.MISSING, State.EXTRA
        verdict, layer = wording.verdict(state) if NONE in (gold, parse) else wording.other_words, Layer.WORDS
    positions = tuple(position for arc in ours for position in arc.positions)
    start, numbers = min(positions, default=0), {place: number for number, place in picture.places.items()}
    return fact_difference(
        word, gold, parse, verdict, state, positions, dict.fromkeys(arc.key for arc in (*ours, *theirs)), wording,
        sentence=wording.contrast(word, gold, parse), place=start, layer=layer,
        states=(None if gold == NONE else in_gold, None if parse == NONE else in_parse),
        item=f"{numbers.get(start, start)}" if start else "", further=on_any_side(positions, "word"),
    )  # fmt: skip


def _with_tags(path: Sequence[LatticeArc], alone: State) -> str:
    """Forms with the tags that they have on a path: those that its side has ``alone``, and those of both."""
    words = []
    for arc in path:
        tags = "+".join(tag.name for tag in arc.tags if tag.state in (alone, State.MATCHED))
        words.append(f"{isolated(arc.form)}/{tags or '_'}")
    return " ".join(words) or NONE
