"""Trees in a line of text, marks of a plain comparison, random trees, and what overlaps in a picture of them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from hypothesis import strategies as st

from goldleaf.core.facts import Mark
from goldleaf.core.sentence import Node, Sentence, Word
from goldleaf.viewer.canvas.outline import polyline
from goldleaf.viewer.diagram.options import Mode
from goldleaf.viewer.diagram.shapes import Box, Diagram, Path, Point, Role, Text
from goldleaf.viewer.diagram.theme import typewriter
from goldleaf.viewer.views.trees.draw import draw_trees
from goldleaf.viewer.views.trees.tree_picture import NodeFact, TreeOptions, TreePicture, tree_pictures, yields
from tests.viewer.diagram.support import THEME, Rectangle, rectangle, texts

TEXTS = (Role.NODE, Role.INDEX, Role.TAG, Role.WORD, Role.TRACE, Role.FOLD, Role.EDGE_LABEL, Role.BAR)


def tree(text: str, number: int = 1) -> Sentence:
    """A sentence from brackets.

    ``NP:SBJ-1`` is a label with function and index, ``(V:HD saw)`` a word with tag and function; ``(V 3=saw)`` gives
    its position where branches cross.
    """
    nodes: list[tuple[int, str]] = []
    words: list[tuple[int | None, str, str, int]] = []
    stack = [0]
    tokens = re.findall(r"\(|\)|[^\s()]+", text)
    for at, token in enumerate(tokens):
        if token == "(":
            if at + 3 < len(tokens) and tokens[at + 2] not in "()" and tokens[at + 3] == ")":
                found = re.fullmatch(r"(?:(\d+)=)?(.+)", tokens[at + 2])
                assert found is not None
                words.append((int(found[1]) if found[1] else None, found[2], tokens[at + 1], stack[-1]))
                stack.append(stack[-1])
            else:
                nodes.append((stack[-1], tokens[at + 1] if tokens[at + 1] not in "()" else "_"))
                stack.append(len(nodes))
        elif token == ")":
            stack.pop()
    rows = [(position or place, *rest) for place, (position, *rest) in enumerate(words, 1)]
    return sentence(sorted(rows), nodes, number)


def sentence(words: Sequence[tuple], nodes: Sequence[tuple[int, str]], number: int = 1) -> Sentence:
    """A sentence of words (position, form, tag and function, parent) and nodes (parent, label, function and index)."""
    made = tuple(_word(*word) for word in words)
    plain = tuple(_node(at, parent, label) for at, (parent, label) in enumerate(nodes, 1))
    bits = yields(plain, [word.parent for word in made])
    placed = tuple(
        Node(
            node.number,
            node.parent,
            node.label,
            node.function,
            node.index,
            "_",
            (bits[node.number] & -bits[node.number]).bit_length(),
            bits[node.number].bit_length(),
            bits[node.number].bit_count(),
        )
        for node in plain
    )
    return Sentence(number, f"s{number}", None, 1, made, nodes=placed)


def _word(position: int, form: str, tag: str, parent: int) -> Word:
    name, _, function = tag.partition(":")
    index = re.search(r"-(\d+)$", form)
    return Word(
        position,
        form,
        coarse_tag=name,
        parent=parent,
        function=function or "_",
        index=index[1] if index and name == "-NONE-" else "_",
    )


def _node(number: int, parent: int, label: str) -> Node:
    body, _, index = label.partition("-")
    name, _, function = body.partition(":")
    return Node(number, parent, name, function or "_", index or "_", "_", 0, 0, 0)


def node_facts(gold: Sentence, parse: Sentence) -> list[NodeFact]:
    """What a metric says that compares labels and words of all constituents."""
    ours, theirs = _keys(gold), _keys(parse)
    left = Counter(theirs.values())
    waiting: dict[tuple, list[int]] = {}
    for number, key in theirs.items():
        waiting.setdefault(key, []).append(number)
    facts, missing = [], []
    for number, key in ours.items():
        if left[key]:
            left[key] -= 1
            facts.append(NodeFact(number, waiting[key].pop(0), Mark.MATCHED, Mark.MATCHED))
        else:
            missing.append(number)
    extra = [number for numbers in waiting.values() for number in numbers]
    bare = Counter(theirs[number][1] for number in extra)
    same = Counter()
    for number in missing:
        _, words = ours[number]
        alike = bare[words] > same[words]
        same[words] += alike
        facts.append(NodeFact(number, None, Mark.MISSING, Mark.MATCHED if alike else Mark.MISSING))
    for number in extra:
        _, words = theirs[number]
        alike = same[words] > 0
        same[words] -= alike
        crossing = any(words & other and words & ~other and other & ~words for _, other in ours.values())
        facts.append(NodeFact(None, number, Mark.EXTRA, Mark.MATCHED if alike else Mark.EXTRA, crossing))
    return facts


def _keys(one: Sentence) -> dict[int, tuple[str, int]]:
    bits = yields(one.nodes, [word.parent for word in one.words])
    return {node.number: (node.label, bits[node.number]) for node in one.nodes}


GOLD = tree("(S (NP (D the) (N dog)) (VP (V saw) (NP (NP (D a) (N cat)) (PP (P with) (NP (N Ann))))) (. .))")
PARSE = tree("(S (NP (D the) (N dog)) (VP (V saw) (NX (D a) (N cat)) (PP (P with) (NP (XP (N Ann))))) (. .))")
CROSSING = tree("(S (VP (PP (P 1=over) (N 2=that)) (V 5=thought)) (V 3=has) (NP (N 4=Ann)) (. 6=.))")


def pair(gold: Sentence = GOLD, parse: Sentence = PARSE) -> list[TreePicture]:
    return tree_pictures(gold, parse, node_facts(gold, parse))


def draw(chosen: Sequence[TreePicture] | None = None, mode: Mode = Mode.STACKED, **options: object) -> list[Diagram]:
    pictures = pair() if chosen is None else chosen
    return draw_trees(pictures, mode, TreeOptions(**options), THEME, typewriter)  # type: ignore[arg-type]


def draw_one(text: str, **options: object) -> Diagram:
    return draw(tree_pictures(tree(text)), **options)[0]


LABELS = st.sampled_from(["S", "NP", "VP:OC", "PP:MNR-1", "IP-MAT-SPE-LONG:SBJ", "X"])
FORMS = st.text("abcdefg", min_size=1, max_size=9)


@st.composite
def sentences(draw_value: st.DrawFn, *, crossing: bool = False, forms: Sequence[str] | None = None) -> Sentence:
    """A tree over up to ten words, made by joining neighbours (or with ``crossing`` any parts) until few are left."""
    words = list(forms) if forms is not None else draw_value(st.lists(FORMS, min_size=1, max_size=10))
    parts: list[tuple[str, list]] = [(f"w{place}", []) for place in range(len(words))]
    for _ in range(draw_value(st.integers(0, 10))):
        size = draw_value(st.integers(1, min(4, len(parts))))
        if crossing:
            chosen = sorted(draw_value(st.permutations(range(len(parts))))[:size])
        else:
            start = draw_value(st.integers(0, len(parts) - size))
            chosen = list(range(start, start + size))
        joined = (draw_value(LABELS), [parts[at] for at in chosen])
        parts = [part for at, part in enumerate(parts) if at not in chosen]
        parts.insert(chosen[0], joined)
    nodes: list[tuple[int, str]] = []
    rows = []
    waiting = [(part, 0) for part in reversed(parts)]
    while waiting:
        (label, children), parent = waiting.pop()
        if label.startswith("w"):
            place = int(label[1:])
            function = draw_value(st.sampled_from(["", ":HD", ":NK"])) if crossing else ""
            rows.append((place + 1, words[place], f"T{function}", parent))
        else:
            nodes.append((parent, label))
            waiting += [(child, len(nodes)) for child in reversed(children)]
    return sentence(sorted(rows), nodes)


@st.composite
def pairs(draw_value: st.DrawFn, *, crossing: bool = False) -> list[TreePicture]:
    """Gold and parse over the same words."""
    words = draw_value(st.lists(FORMS, min_size=1, max_size=9))
    gold, parse = (draw_value(sentences(crossing=crossing, forms=words)) for _ in range(2))
    return pair(gold, parse)


def labels(diagram: Diagram) -> list[Text]:
    return texts(diagram, *TEXTS)


def struck(diagram: Diagram, slack: float = 0.5) -> list[tuple[str, str]]:
    """The branches and triangles that pass through a text or its box: keys of the line, and the texts."""
    boxes = [(text.text, _within(rectangle(text), slack)) for text in labels(diagram)]
    boxes += [
        (
            f"box of {shape.key}",
            _within(Rectangle(shape.x, shape.y, shape.x + shape.width, shape.y + shape.height), slack),
        )
        for shape in diagram.shapes
        if isinstance(shape, Box) and shape.role == Role.LABEL_BOX
    ]
    # A box on a branch lies on its own branch.
    on_edge = {(text.text, text.key) for text in texts(diagram, Role.EDGE_LABEL)}
    found = []
    for path in lines(diagram):
        for start, end in pairwise(polyline(path)):
            for text, box in boxes:
                if _passes(start, end, box) and (text, path.key) not in on_edge:
                    found.append((str(path.key), text))
    return found


def lines(diagram: Diagram) -> Iterator[Path]:
    for shape in diagram.shapes:
        if isinstance(shape, Path) and shape.role in (Role.BRANCH, Role.FOLD):
            yield shape


def _within(box: Rectangle, slack: float) -> Rectangle:
    return Rectangle(box.left + slack, box.top + slack, box.right - slack, box.bottom - slack)


def _passes(start: Point, end: Point, box: Rectangle) -> bool:
    """Whether a straight line has a point inside a rectangle (Liang and Barsky 1984)."""
    low, high = 0.0, 1.0
    for begin, step, least, most in (
        (start[0], end[0] - start[0], box.left, box.right),
        (start[1], end[1] - start[1], box.top, box.bottom),
    ):
        if abs(step) < 1e-12:
            if not least < begin < most:
                return False
            continue
        first, second = sorted(((least - begin) / step, (most - begin) / step))
        low, high = max(low, first), min(high, second)
    return low < high


def words_in_order(diagram: Diagram) -> list[str]:
    """The words from left to right."""
    found = texts(diagram, Role.WORD, Role.TRACE, Role.FOLD)
    return [text.text for text in sorted(found, key=lambda text: text.x)]


def by_key(shapes: Iterable[Text]) -> dict[str, Text]:
    return {str(text.key): text for text in shapes}
