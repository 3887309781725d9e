"""Trees of other libraries. Of these only the classes' names and methods are imitated here: none is installed."""

from __future__ import annotations

from types import SimpleNamespace

import polars as pl
import pytest

from goldleaf.core import OptionError, read, score
from goldleaf.core.formats import as_bytes

TEXT = "1\tThe\tthe\tDET\t_\t_\t2\tdet\t_\t_\n2\tcat\tcat\tNOUN\t_\t_\t0\troot\t_\tSpaceAfter=No\n\n"


def of(module, name, *parents, **methods):
    """An object of a class of this name that another library would have."""
    return type(name, parents, {"__module__": module, **methods})()


def words(treebank):
    return treebank.words.select("sentence", "form", "head", "label").rows()


@pytest.mark.parametrize(
    "trees",
    [
        of("conllu.models", "TokenList", list, serialize=lambda _: TEXT),
        [of("conllu.models", "TokenTree", serialize=lambda _: TEXT)],
        of("udapi.core.document", "Document", to_conllu_string=lambda _: TEXT),
        of("stanza.models.common.doc", "Document", __format__=lambda _, spec: {"C": TEXT.strip()}[spec]),
    ],
    ids=["conllu", "trees", "udapi", "stanza"],
)
def test_what_can_write_conllu_is_read_as_it_writes_it(trees):
    assert as_bytes(read(trees)).decode() == TEXT
    assert score(trees, trees, "attachment").scores["las"].value == 1


class Node(list):
    """As nltk's trees are: lists that have a label."""

    __module__, __qualname__ = "nltk.tree.tree", "Tree"

    def __init__(self, label, *children):
        super().__init__(children)
        self.label = lambda: label


Node.__name__ = "Tree"


def test_trees_of_nltk():
    tree = Node("S", Node("NP", Node("D", "the"), ("cat (", "N")), Node("V", "sleeps"))
    treebank = read([tree, tree])
    assert as_bytes(treebank).decode() == "(S (NP (D the) (N cat_-LRB-)) (V sleeps))\n" * 2
    other = Node("S", Node("D", "the"), Node("VP", ("cat (", "N"), Node("V", "sleeps")))
    assert score(tree, other, "parseval").scores["f1"].value == pytest.approx(0.5)


def test_documents_of_spacy():
    heads, labels, texts = (1, 2, 2, 2, 4), ("det", "nsubj", "ROOT", "punct", "ROOT"), ("The", "cat", "sat", ".", "A\n")
    made = []
    for i in range(5):
        about = {"lemma_": "", "pos_": "X", "tag_": "", "morph": "", "whitespace_": " " if i < 2 else ""}
        made.append(SimpleNamespace(i=i, text=texts[i], dep_=labels[i], **about))
    for token, head in zip(made, heads, strict=True):
        token.head = made[head]

    class Span(list):
        text = "as it\nwas"
        start = property(lambda self: self[0].i)

    document = of("spacy.tokens.doc", "Doc", sents=[Span(made[:4]), Span(made[4:])], has_annotation=lambda *_: True)
    lines = as_bytes(read(document)).decode().splitlines()
    assert lines[:2] == ["# text = as it was", "1\tThe\t_\tX\t_\t_\t2\tdet\t_\t_"]
    assert lines[3:5] == [
        "3\tsat\t_\tX\t_\t_\t0\troot\t_\tSpaceAfter=No",
        "4\t.\t_\tX\t_\t_\t3\tpunct\t_\tSpaceAfter=No",
    ]
    assert lines[7] == "1\tA \t_\tX\t_\t_\t0\troot\t_\tSpaceAfter=No"


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ([2, 0], [(0, "1", 2, "_"), (0, "2", 0, "_")]),
        ([(2, "det"), (0, "root")], [(0, "1", 2, "det"), (0, "2", 0, "root")]),
        (([2, 0], ["det", "root"]), [(0, "1", 2, "det"), (0, "2", 0, "root")]),
    ],
    ids=["heads", "pairs", "lists"],
)
def test_lists_of_heads_and_labels(sentence, expected):
    assert words(read([sentence])) == expected
    assert score([sentence, sentence], [sentence, [0, 1]], "attachment").scores["uas"].value == 0.5


@pytest.mark.parametrize("module", ["polars.dataframe.frame", "pandas.core.frame"])
def test_frames(module):
    # Two sentences of one word, a range, a missing value as pandas has it, a new sentence that begins with a range.
    columns = {
        "id": ["1", "1", "2-3", "2", "3", "1-2", "1", "2"], "Form": [*"abcdefgh"],
        "HEAD": [0.0, 0.0, float("nan"), 1.0, 2.0, None, 0.0, 1.0], "deprel": [None, *["x"] * 7],
    }  # fmt: skip
    frame = of(module, "DataFrame", columns=[*columns], __getitem__=lambda _, name: columns[name])
    lines = as_bytes(read(frame)).decode().split("\n")
    assert lines[0] == "1\ta\t_\t_\t_\t_\t0\t_\t_\t_"
    assert [line.split("\t")[0] for line in lines] == ["1", "", "1", "2-3", "2", "3", "", "1-2", "1", "2", "", ""]


def test_a_table_of_words_is_read_back():
    treebank = read([[2, 0], [(0, "root")], [0]])
    assert words(read(treebank.words)) == words(treebank)
    assert words(read(pl.DataFrame({"form": [*"ab"], "sent_id": [7, 8], "head": [0, 0]}))) == [
        (0, "a", 0, "_"), (1, "b", 0, "_"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("trees", "why"),
    [
        (3, "expected a path, .* not builtins.int"),
        ([], "not nothing"),
        ([([1, 0], ["x"])], "a sentence has 2 heads and 1 labels"),
        (pl.DataFrame({"head": [0]}), "needs a column form; there are head"),
    ],
    ids=["number", "empty", "lengths", "frame"],
)
def test_anything_else_is_refused(trees, why):
    with pytest.raises(OptionError, match=why):
        read(trees)
