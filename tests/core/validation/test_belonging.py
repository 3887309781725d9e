"""Dependencies, constituents and lattices that belong together, and those that do not."""

from __future__ import annotations

from io import BytesIO

import pytest

from goldleaf.core.formats import as_bytes, read
from goldleaf.core.validation import validate
from goldleaf.core.validation.belonging import deviations
from tests.core.trees import SHARED

DEPENDENCIES = """\
1\tcats\tcat\tN\tNN\tnum=pl|gen=f\t2\ts\t_\t_
2\tsleep\tsleep\tV\tVV\t_\t0\tr\t_\t_
3\t(\t(\tP\tP\t_\t2\tp\t_\t_

1\tso\tso\tR\tR\t_\t0\tr\t_\t_

"""
CONSTITUENTS = "(S (NP (N##gen=f|num=pl## cats) (-NONE- *)) (VP (V sleep)) (P -LRB-))\n(S (R so))\n"
LATTICES = """\
0\t1\tcats\tcat\tN\tN\t_\t1
1\t2\tsleep\tsleep\tV\tV\t_\t2
2\t3\t(\t(\tP\tP\t_\t3

0\t1\tso\tso\tR\tR\t_\t1

"""


def text(data, name):
    return read(BytesIO(data.encode()), format=name)


def found(dependencies=DEPENDENCIES, constituents=CONSTITUENTS, lattices=LATTICES):
    banks = (text(dependencies, "conllx"), text(constituents, "brackets"), text(lattices, "lattice"))
    return [(one.kind, one.sentence, one.position, one.line) for one in deviations(*banks)]


def test_those_that_belong_together():
    """Traces are no terminals, features are sets, brackets are spelled as they must be."""
    assert found() == []


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("(V sleep)", "(V sleeps)", [("words", 0, 2, 1)]),
        ("(V sleep)", "(V sleep) (N well)", [("words", 0, 3, 1)]),
        ("(V sleep)", "(W sleep)", [("tags", 0, 2, 2)]),
        ("num=pl", "num=sg", [("features", 0, 1, 1)]),
        ("(S (R so))\n", "", [("sentences", 1, 0, 5), ]),
        ("(S (R so))\n", "(S (R so))\n(S (R more))\n", [("sentences", 2, 0, 0)]),
    ],
)  # fmt: skip
def test_each_kind_of_deviation(old, new, expected):
    assert found(constituents=CONSTITUENTS.replace(old, new)) == expected


def test_what_differs_is_said_also_where_one_side_has_ended():
    dependencies = "1\ta\ta\tX\tX\t_\t0\tr\t_\t_\n\n"
    one, two = "(S (N a))\n", "(S (N a) (N b))\n"
    for ours, trees, said in (
        (dependencies, two, "the end, but 'b' in the constituents; 1 words, 2 terminals"),
        (dependencies.replace("a", "c"), one, "'c', but 'a' in the constituents"),
        (
            dependencies.replace("\n\n", "\n2\tb\tb\tX\tX\t_\t1\tx\t_\t_\n\n"),
            one,
            "'b', but the end in the constituents; 2 words, 1 terminals",
        ),
    ):
        assert [one.said for one in deviations(text(ours, "conllx"), text(trees, "brackets"))] == [said]


def test_paths_and_lattices():
    assert found(lattices=LATTICES.replace("sleep\tsleep", "slept\tsleep")) == [("paths", 0, 0, 1)]
    assert found(lattices=LATTICES.split("\n\n")[0] + "\n\n") == [("lattices", 1, 0, 5)]


def test_fine_tags_may_be_the_preterminals():
    fine = CONSTITUENTS.replace("(N##", "(NN##").replace("(V ", "(VV ")
    assert found(constituents=fine) == []


def test_whitespace_in_fields_is_a_warning():
    data = "1\tNew York\t_\tN\tN\t_\t0\tr\t_\t_\n\n"
    [problem] = validate(text(data, "conllx"))
    assert str(problem) == (
        "<stream>:1:2: warning: 'New York' has whitespace, which fields of this format do not hold; write 'New_York'"
    )
    assert all("whitespace" not in problem.message for problem in validate(text(data, "conllu")))


@pytest.mark.shared
def test_faroese_in_both_frameworks():
    """The constituents have clitics apart (stund$ -ini), and spell tags otherwise."""
    folder = SHARED / "faroese" / "both-frameworks"
    all_found = deviations(read(folder / "gold.conllu"), read(folder / "gold.mrg"))
    kinds = [one.kind for one in all_found]
    assert {kind: kinds.count(kind) for kind in dict.fromkeys(kinds)} == {"words": 84, "tags": 243, "features": 389}


@pytest.mark.shared
def test_french_words_are_paths_of_their_own_lattice():
    gold = read(SHARED / "french" / "gold.conllu")
    lattice = text(as_bytes(gold, format="lattice").decode(), "lattice")
    trees = text("(S (N a))\n" * len(gold), "brackets")
    kinds = [one.kind for one in deviations(gold, trees, lattice)]
    assert kinds.count("paths") == len({*gold.words.filter(gold.words["form"].cast(str).str.contains(" "))["sentence"]})


@pytest.mark.parametrize(("features", "mended"), [("x||y", "x|y"), ("|x", "x"), ("x|", "x"), ("|", "_")])
def test_features_of_nothing_are_an_error(features, mended):
    for name, line in (
        ("conllx", f"1\ta\t_\tN\tN\t{features}\t0\tr\t_\t_\n\n"),
        ("conll2009", f"1\ta\t_\t_\tN\tN\t{features}\t_\t0\t0\tr\tr\t_\t_\n\n"),
    ):
        [problem] = validate(text(line, name))
        assert (
            problem.message
            == f"{features!r} in FEATS has a feature of nothing; expected features with | between them: {mended}"
        )
    assert validate(text("1\ta\t_\tN\tN\tx|y\t0\tr\t_\t_\n\n", "conllx")) == ()
