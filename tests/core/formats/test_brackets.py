"""What trees in brackets become: words, tags, constituents, and the pieces of labels.

Also tests `brackets_trees`.
"""

from __future__ import annotations

import pytest

from goldleaf.core.errors import OptionError
from goldleaf.core.formats import FORMATS, read
from goldleaf.core.formats.brackets import LabelPieces, split_label
from tests.core.formats.naive_brackets import naive
from tests.core.trees import SHARED

PENN = """\
( (S
    (NP-SBJ-1 (DT The) (NN cat) )
    (VP (VBD was)
      (VP (VBN seen)
        (NP (-NONE- *-1) )
        (PP (IN by)
          (NP-LGS (-LRB- -LRB-) (NN nobody) (-RRB- -RRB-) ))))
    (. .) ))
"""

FAROESE = "( (IP*MAT (CONJ og) (NP*SBJ (NPR*N Asa)) (VBDI átti) (NP*OB1 (NPR*A Jósafat)) (. ;)) )\n"

SPMRL = "(ROOT (SENT (NP-SUJ##n=s## (DET##g=m|n=s## le) (N##_## chat)) (VN (V-tr##m=ind## dort))))\n"


def written(path, text):
    path.write_bytes(text.encode())
    return path


def read_text(tmp_path, text, **options):
    return read(written(tmp_path / "trees.mrg", text), **options)


def words(treebank, *columns):
    return list(treebank.words.select(columns or ("form", "coarse_tag", "parent")).iter_rows())


def nodes(treebank, *columns):
    return list(treebank.nodes.select(columns or ("raw_label", "parent", "first", "size")).iter_rows())


def test_penn_treebank(tmp_path):
    treebank = read_text(tmp_path, PENN)
    assert (treebank.format, len(treebank), treebank.sentences["readable"].all()) == ("brackets", 1, True)
    assert words(treebank, "position", "form", "coarse_tag", "parent", "index", "line") == [
        (1, "The", "DT", 3, "_", 2),
        (2, "cat", "NN", 3, "_", 2),
        (3, "was", "VBD", 4, "_", 3),
        (4, "seen", "VBN", 5, "_", 4),
        (5, "*-1", "-NONE-", 6, "1", 5),
        (6, "by", "IN", 7, "_", 6),
        (7, "-LRB-", "-LRB-", 8, "_", 7),
        (8, "nobody", "NN", 8, "_", 7),
        (9, "-RRB-", "-RRB-", 8, "_", 7),
        (10, ".", ".", 2, "_", 8),
    ]
    assert nodes(treebank, "node", "parent", "label", "function", "index", "first", "last", "size", "line") == [
        (1, 0, "", "_", "_", 1, 10, 10, 1),
        (2, 1, "S", "_", "_", 1, 10, 10, 1),
        (3, 2, "NP", "SBJ", "1", 1, 2, 2, 2),
        (4, 2, "VP", "_", "_", 3, 9, 7, 3),
        (5, 4, "VP", "_", "_", 4, 9, 6, 4),
        (6, 5, "NP", "_", "_", 5, 5, 1, 5),
        (7, 5, "PP", "_", "_", 6, 9, 4, 6),
        (8, 7, "NP", "LGS", "_", 7, 9, 3, 7),
    ]


def test_a_sentence_is_made_for_drawing(tmp_path):
    (sentence,) = read_text(tmp_path, PENN)
    assert [(node.label, node.function, node.first, node.last) for node in sentence.nodes][2] == ("NP", "SBJ", 1, 2)
    assert (sentence.words[0].parent, sentence.words[4].index, sentence.words[0].head) == (3, "1", None)


def test_other_separators(tmp_path):
    plain = read_text(tmp_path, FAROESE)
    assert nodes(plain, "label", "function")[2:] == [("NP*SBJ", "_"), ("NP*OB1", "_")]
    cut = read_text(tmp_path, FAROESE, separator="*")
    assert nodes(cut, "label", "function")[1:] == [("IP", "MAT"), ("NP", "SBJ"), ("NP", "OB1")]
    assert cut.nodes["raw_label"].equals(plain.nodes["raw_label"])
    assert words(cut, "coarse_tag", "function")[1] == ("NPR*N", "N")
    assert words(plain, "coarse_tag", "function")[1] == ("NPR*N", "_")


@pytest.mark.parametrize("separator", ["", "ab", "(", ")", "=", " ", "a", "1", "_"])
def test_separators_that_cannot_be(separator, tmp_path):
    with pytest.raises(OptionError, match="expected one character such as - or \\*"):
        read_text(tmp_path, FAROESE, separator=separator)


def test_spmrl(tmp_path):
    treebank = read_text(tmp_path, SPMRL)
    assert nodes(treebank, "label", "function", "features", "raw_label")[2] == ("NP", "SUJ", "n=s", "NP-SUJ##n=s##")
    assert words(treebank, "coarse_tag", "features", "function") == [
        ("DET", "g=m|n=s", "_"),
        ("N##_##", "_", "_"),
        ("V-tr", "m=ind", "tr"),
    ]


@pytest.mark.parametrize(
    ("label", "pieces"),
    [
        ("NP", ("NP", "NP", "_", "_", "_")),
        ("NP-SBJ", ("NP-SBJ", "NP", "SBJ", "_", "_")),
        ("NP-SBJ-TPC-12", ("NP-SBJ-TPC-12", "NP", "SBJ-TPC", "12", "_")),
        ("NP-1", ("NP-1", "NP", "_", "1", "_")),
        ("NP=2", ("NP=2", "NP", "_", "2", "_")),
        ("NP-SBJ=2", ("NP-SBJ=2", "NP", "SBJ", "2", "_")),
        ("NP-LGS-3=4", ("NP-LGS-3=4", "NP", "LGS", "3=4", "_")),
        ("NP-1-SBJ", ("NP-1-SBJ", "NP", "1-SBJ", "_", "_")),
        ("-NONE-", ("-NONE-", "-NONE-", "_", "_", "_")),
        ("-LRB-", ("-LRB-", "-LRB-", "_", "_", "_")),
        ("-", ("-", "-", "_", "_", "_")),
        ("--", ("--", "--", "_", "_", "_")),
        ("-1", ("-1", "-1", "_", "_", "_")),
        ("NP-", ("NP-", "NP-", "_", "_", "_")),
        ("NP--1", ("NP--1", "NP--1", "_", "_", "_")),
        ("=", ("=", "=", "_", "_", "_")),
        ("", ("", "", "_", "_", "_")),
        ("##", ("##", "##", "_", "_", "_")),
        ("####", ("####", "####", "_", "_", "_")),
        ("N##a##", ("N", "N", "_", "_", "a")),
        ("N##_##", ("N##_##", "N##_##", "_", "_", "_")),
        ("N##a##-SBJ", ("N##a##-SBJ", "N##a##", "SBJ", "_", "_")),
        ("##a##", ("", "", "_", "_", "a")),
        ("NP*SBJ", ("NP*SBJ", "NP*SBJ", "_", "_", "_")),
    ],
)
def test_pieces_of_labels(label, pieces):
    assert split_label(label) == LabelPieces(*pieces)


@pytest.mark.parametrize("text", ["(())", "()", "", " ", "\t", "(NP)", "( (NP) )", "(() ())"])
def test_sentences_without_words(text, tmp_path):
    treebank = read_text(tmp_path, f"(S (A a))\n{text}\n(S (B b))\n")
    assert treebank.sentences["words"].to_list() == [1, 0, 1]
    assert treebank.sentences["readable"].all()
    assert treebank.nodes["sentence"].to_list() == [0, 2]
    assert treebank.sentence(1).words == treebank.sentence(1).nodes == ()


@pytest.mark.parametrize(
    ("line", "expected_words", "expected_nodes"),
    [
        ("(A b)", [("b", "A", 0)], []),
        ("(A b) (C d)", [("b", "A", 0), ("d", "C", 0)], []),
        ("(S (A b)) (. .)", [("b", "A", 1), (".", ".", 0)], [("S", 0, 1, 1)]),
        ("(S a b)", [("a", "_", 1), ("b", "_", 1)], [("S", 0, 1, 2)]),
        ("(S a (B b))", [("a", "_", 1), ("b", "B", 1)], [("S", 0, 1, 2)]),
        ("(S (B b) a)", [("b", "B", 1), ("a", "_", 1)], [("S", 0, 1, 2)]),
        ("(S (NP) (B b) ())", [("b", "B", 1)], [("S", 0, 1, 1), ("NP", 1, 0, 0), ("", 1, 0, 0)]),
        ("( ( (B b)))", [("b", "B", 2)], [("", 0, 1, 1), ("", 1, 1, 1)]),
        ("( S ( A b ) )", [("b", "A", 1)], [("S", 0, 1, 1)]),
        ("(S(A b)(C d))", [("b", "A", 1), ("d", "C", 1)], [("S", 0, 1, 2)]),
        ("(NOPARSE (X a) (X b))", [("a", "X", 1), ("b", "X", 1)], [("NOPARSE", 0, 1, 2)]),
        ("(S (NP (NP (N a)) (N b)) (V c))", [("a", "N", 3), ("b", "N", 2), ("c", "V", 1)],
         [("S", 0, 1, 3), ("NP", 1, 1, 2), ("NP", 2, 1, 1)]),
    ],
)  # fmt: skip
def test_shapes(line, expected_words, expected_nodes, tmp_path):
    treebank = read_text(tmp_path, f"(S (NP (N x)))\n{line}\n(S (NP (N x)))\n(S (NP (N x)))\n").slice(1)
    assert (words(treebank), nodes(treebank)) == (expected_words, expected_nodes)
    assert naive(line) == (expected_words, expected_nodes)


STYLES = {
    "one tree a line": ("(S (A a))\n(S (B b))\n", 2),
    "one tree a line, empty lines are sentences": ("(S (A a))\n\n(S (B b))\n", 3),
    "one tree a line, empty lines at the end are sentences": ("(S (A a))\n(S (B b))\n\n\n", 4),
    "empty lines only": ("\n\n\n", 3),
    "an empty line before": ("\n(S (A a))\n(S (B b))\n", 3),
    "a line of words is a forest": ("(S (A a))\n(S (B b))\n(A a) (B b)\n", 3),
    "empty lines after each tree": ("(S (A a))\n\n(S (B b))\n\n", 2),
    "empty lines after each tree but the last": ("(S (A a))\n\n(S (B b))\n\n\n(S (C c))", 3),
    "several lines a tree": ("(S\n  (A a))\n(S\n  (B b))\n", 2),
    "several lines a tree, some on one": ("(S (A a))\n(S (A a))\n(S (A a))\n\n(S\n  (B b))\n(S (A a))\n", 5),
    "several lines a tree, empty lines between": ("(S\n  (A a))\n\n\n(S\n  (B b))\n\n", 2),
    "several lines a tree, inner balanced lines": ("( (S\n  (A a)\n  (B b)\n  (C c) ))\n" * 4, 4),
    "several lines a tree, closed in the first column": ("(S\n  (A a)\n)\n(S\n  (B b)\n)\n", 2),
    "several lines a tree, no indent": ("(S\n(A a)\n)\n(S\n(B b)\n)\n", 2),
    "several lines a tree, all indented": (" (S\n  (A a))\n (S\n  (B b))\n", 2),
    "several trees a line": ("(S (A a)) (S (B b)) (S (C c))\n(S (A a)) (S (B b))\n", 5),
    "all trees on one line": ("(S (A a))(S (B b))(S (C c))", 3),
    "trees across lines": ("(S (A a)) (S\n (B b)) (S\n (C c))", 3),
}


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
@pytest.mark.parametrize("style", STYLES)
def test_styles(style, newline, tmp_path):
    text, sentences = STYLES[style]
    treebank = read_text(tmp_path, text.replace("\n", newline))
    assert len(treebank) == sentences
    assert treebank.sentences["readable"].all()
    assert FORMATS["brackets"].to_bytes(treebank) == text.replace("\n", newline).encode()


def test_lines_of_sentences(tmp_path):
    treebank = read_text(tmp_path, "\n(S\n  (A a))\n\n (S\n  (B b)) (C\n c)\n")
    assert treebank.sentences["line"].to_list() == [2, 5, 6]
    assert words(treebank, "form", "line") == [("a", 3), ("b", 6), ("c", 7)]
    assert nodes(treebank, "raw_label", "line") == [("S", 2), ("S", 5)]


def test_columns_can_be_chosen(tmp_path):
    treebank = read_text(tmp_path, PENN, columns={"form", "head"})
    assert treebank.words.columns == ["sentence", "position", "line", "form", "coarse_tag", "head", "parent"]
    with pytest.raises(ValueError, match="without the column source"):
        FORMATS["brackets"].to_bytes(treebank)


@pytest.mark.shared
@pytest.mark.parametrize(
    ("name", "sentences", "words", "nodes"),
    [
        ("faroese/gold.mrg", 3713, 54351, 40574),
        ("faroese/parse-e1.mrg", 3713, 54338, 40663),
        ("faroese/parse-ice.mrg", 3713, 54208, 38950),
        ("icelandic/gold.psd", 1020, 12431, 17697),
        ("icelandic/parse.psd", 1020, 12486, 16085),
        ("gum/GUM_bio_byron.ptb", 25, 746, 612),
        ("evalb/sample.gld", 24, 138, 126),
        ("evalb/sample.tst", 24, 134, 120),
        ("evalb/bug.gld", 5, 177, 120),
    ],
)
def test_shared_files(name, sentences, words, nodes):
    treebank = read(SHARED / name)
    assert (len(treebank), treebank.words.height, treebank.nodes.height) == (sentences, words, nodes)
    assert FORMATS["brackets"].to_bytes(treebank) == (SHARED / name).read_bytes()
    assert not treebank.problems
