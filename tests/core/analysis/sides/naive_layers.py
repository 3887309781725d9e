"""What differs between treebanks of the same words, found by loops over sentences as they are drawn."""

from __future__ import annotations

from collections import Counter, defaultdict

from goldleaf.core.analysis.sides.layers import layers_of

NONE = ("_", "", "--", None)
ROOTS = ("TOP", "ROOT", "S1", "VROOT", "", "_")


def naive_differences(gold, parse):
    """Sentence, layer, item and both values, by sentence and word; sentences with other words are left out."""
    layers = {layer.value for layer in layers_of(gold, parse)}
    found = []
    for row, (ours, theirs) in enumerate(zip(gold, parse, strict=True)):
        if [word.form for word in ours.words] == [word.form for word in theirs.words]:
            found += [(row, *one) for one in _of_words(ours, theirs) if one[0] in layers]
            found += [(row, "role", *one) for one in _differing(_roles(ours), _roles(theirs))]
            if "constituent" in layers:
                found += [(row, "constituent", *one) for one in _differing(_yields(ours), _yields(theirs))]
    return found


def _of_words(ours, theirs):
    for word, other in zip(ours.words, theirs.words, strict=True):
        values = (
            ("arc", _arc(word), _arc(other)),
            ("tag", _tags(word), _tags(other)),
            ("lemma", _text(word.lemma), _text(other.lemma)),
            ("features", _text(word.features), _text(other.features)),
            ("role", _text(word.predicate), _text(other.predicate)),
        )
        yield from ((layer, f"{word.position}", one, two) for layer, one, two in values if one != two)


def _text(value):
    return None if value in ("_", "", None) else value


def _arc(word):
    label = _text(word.label)
    if word.head is None and label is None:
        return None
    return f"{'_' if word.head is None else word.head} {label or '_'}"


def _tags(word):
    return " ".join(dict.fromkeys(filter(None, map(_text, (word.coarse_tag, word.fine_tag))))) or None


def _roles(sentence):
    found = defaultdict(list)
    for one in sentence.arguments:
        found[f"{one.predicate}>{one.argument}"].append(one.role)
    return found


def _yields(sentence):
    parents = {node.number: node.parent for node in sentence.nodes}
    words = defaultdict(list)
    for word in sentence.words:
        at = word.parent
        while at:
            words[at].append(word.position)
            at = parents[at]
    found = defaultdict(list)
    for node in sentence.nodes:
        function = "" if node.function in NONE else f"-{node.function}"
        if words[node.number] and not (node.parent == 0 and node.label in ROOTS):
            found[_ranges(words[node.number])].append(("_" if node.label == "" else node.label) + function)
    return found


def _ranges(positions):
    runs = []
    for position in positions:
        if runs and runs[-1][1] == position - 1:
            runs[-1][1] = position
        else:
            runs.append([position, position])
    return "+".join(f"{first}-{last}" for first, last in runs)


def _differing(ours, theirs):
    for item in {**ours, **theirs}:
        one, other = ours.get(item, []), theirs.get(item, [])
        if Counter(one) != Counter(other):
            yield item, " ".join(one) or None, " ".join(other) or None
