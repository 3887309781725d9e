"""Labels that tell where lifted words were: the figures of MaltParser (jhamalt/maltparser, commit 1453fd8: ``-m proj``
with ``-pp head``, ``path`` or ``head+path``, then ``-m deproj``) on small trees."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldleaf.core.errors import FormatError, OptionError
from goldleaf.core.formats import read
from goldleaf.core.structures.dependency import non_projective
from goldleaf.core.structures.dependency_changes import ENCODINGS, deprojectivized, pseudo_projective
from goldleaf.core.structures.transformations import steps_of
from tests.core.trees import SHARED, treebank

# As in Figure 1 of Nivre & Nilsson 2005: the first word hangs on the fifth, over the root.
FIGURE = treebank("a/R/5/auxp b/P/1/atr c/V/0/pred d/T/5/auxz e/C/3/sb f/R/3/auxp g/N/6/adv")


def tree(bank):
    return [*zip(bank.words["head"].to_list(), bank.words["label"].cast(str).to_list(), strict=True)]


@pytest.mark.parametrize(
    ("encoding", "lifted", "passed"),
    [("head", "auxp|sb", "sb"), ("path", "auxp|", "sb%"), ("head+path", "auxp|sb", "sb%")],
)
def test_the_example_of_the_paper(encoding, lifted, passed):
    made = pseudo_projective(FIGURE, encoding)
    assert not non_projective(made).any()
    assert tree(made)[0] == (3, lifted) and tree(made)[4] == (3, passed)
    assert [tree(made)[row] for row in (1, 2, 3, 5, 6)] == [tree(FIGURE)[row] for row in (1, 2, 3, 5, 6)]
    assert tree(deprojectivized(made, encoding)) == tree(FIGURE)


@pytest.mark.parametrize(
    ("encoding", "text", "heads"),
    [
        # The last one goes first, and to the nearest n: the other word, which is itself to go to an n.
        ("head", "a/X/0/root b/X/1/n c/X/1/n|n d/X/1/n|n", [0, 1, 2, 3]),
        ("head", "a/X/3/x|n b/X/3/n|k c/X/0/root d/X/3/k e/X/3/y|n f/X/4/n", [2, 4, 0, 3, 6, 4]),
        # The second word's head comes below its own only when the first is back in its place.
        ("head", "a/X/0/h|z b/X/3/x|h c/X/0/g d/X/3/z", [4, 1, 0, 3]),
        ("path", "a/X/2/r|% b/X/0/root c/X/2/m| d/X/2/o%", [4, 0, 1, 2]),
        ("path", "a/X/2/x| b/X/0/root c/X/2/l% d/X/3/k% e/X/2/k%", [5, 0, 2, 3, 2]),
        # Where the path's end has another label, the one on the way that has it; an end before what is nearer.
        ("head+path", "a/X/2/x|l b/X/0/root c/X/2/l% d/X/3/k% e/X/2/l", [3, 0, 2, 3, 2]),
        ("head+path", "a/X/2/x|l b/X/0/root c/X/2/l% d/X/3/l% e/X/2/l%", [5, 0, 2, 3, 2]),
    ],
)
def test_where_labels_tell_too_little_words_go_where_maltparser_puts_them(encoding, text, heads):
    assert deprojectivized(treebank(text), encoding).words["head"].to_list() == heads


@pytest.mark.shared
@pytest.mark.parametrize(
    ("name", "lifted", "elsewhere"), [("danish", 111, (7, 0, 0)), ("dutch", 129, (9, 16, 0)), ("french", 13, (7, 1, 0))]
)
def test_real_trees_come_back_as_from_maltparser(name, lifted, elsewhere):
    bank = read(SHARED / name / "gold.conllx")
    made = [pseudo_projective(bank, encoding) for encoding in ENCODINGS]
    assert [int((one.heads != bank.heads).sum()) for one in made] == [lifted] * 3
    back = [deprojectivized(one, encoding) for one, encoding in zip(made, ENCODINGS, strict=True)]
    assert tuple(int((one.heads != bank.heads).sum()) for one in back) == elsewhere
    assert all(one.words["label"].equals(bank.words["label"]) for one in back)


def test_what_no_label_fits_stays_and_all_marks_go():
    bank = treebank("a/X/0/root% b/X/1/x|gone c/X/_/y|", "d/X/1/x|x e/X/0/root")
    made = deprojectivized(bank, "head")
    assert tree(made) == [(0, "root"), (1, "x"), (None, "y"), (1, "x"), (0, "root")]


def test_labels_with_marks_are_refused():
    with pytest.raises(FormatError, match=r"gold\.conllx:2: the label 'x%' has \| or %, which mark lifted words"):
        pseudo_projective(treebank("a/X/0/root b/X/1/x%"), "head")


def test_encodings_are_named():
    with pytest.raises(OptionError, match="no such encoding; there are head, path, head"):
        steps_of("deprojectivize=paths")


@given(st.lists(st.integers(0, 7), min_size=2, max_size=8), st.sampled_from(ENCODINGS), st.randoms())
def test_labels_that_are_all_others_bring_every_tree_back(above, encoding, chance):
    # Word n of a random order hangs on one before it, or on nothing.
    order = [*range(1, len(above) + 1)]
    chance.shuffle(order)
    heads = {
        word: ([0, *order[:place]])[number % (place + 1)]
        for place, (word, number) in enumerate(zip(order, above, strict=True))
    }
    bank = treebank(" ".join(f"w/X/{heads[word]}/l{word}" for word in sorted(order)))
    made = pseudo_projective(bank, encoding)
    assert not non_projective(made).any()
    if encoding != "path":
        assert tree(deprojectivized(made, encoding)) == tree(bank)
