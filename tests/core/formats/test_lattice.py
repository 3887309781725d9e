"""Lattices of SPMRL and yap, and CoNLL-UL.

Also tests `line_writers`.
"""

from __future__ import annotations

import pytest
from hypothesis import given

from goldleaf.core.analysis.properties import properties
from goldleaf.core.errors import FormatError, GoldleafError, Severity
from goldleaf.core.formats import FORMATS, read, read_parts, write
from goldleaf.core.formats.conversion import converted
from goldleaf.core.treebank import Treebank, concat
from tests.core.formats.damage import EDITS, damaged
from tests.core.formats.samples import VARIANTS, parts_of
from tests.core.trees import SHARED

SPMRL = """\
0\t1\tla\tle\tDET\tDET\tGender=Fem\t1
0\t1\tla\tla\tNOUN\tNOUN\tGender=Masc\t1
1\t3\tau\tau\tPROPN\tPROPN\t_\t2
1\t2\tà\tà\tADP\tADP\t_\t2
2\t3\tle\tle\tDET\tDET\t_\t2

0\t1\tà\tà\tADP\tADP\t_\t1
1\t2\tle\tle\tDET\tDET\t_\t1
2\t3\tport\tport\tNOUN\tNOUN\t_\t2

"""

CONLLUL = """\
# sent_id = quay-1
# text = la au
0-1\tla\t_
0\t1\tla\tle\tDET\tdet\tGender=Fem\t_\t_
0\t1\tla\tla\tNOUN\tnc\tGender=Masc\t_\t1
1-3\tau\toov=1
1\t3\tau\tau\tPROPN\tnp\t_\tx=y\t_
1\t2\tà\tà\tADP\tprep\t_\t_\t_
2\t3\tle\tle\tDET\tdet\t_\t_\t_

# sent_id = quay-2
0-2\tau\t_
0\t1\tà\tà\tADP\tprep\t_\t_\t_
1\t2\tle\tle\tDET\tdet\t_\t_\t_
2-3\tport\t_
2\t3\tport\tport\tNOUN\tnc\t_\t_\t_

"""

SAMPLES = {"lattice": SPMRL, "conllul": CONLLUL}


def read_text(tmp_path, text: str, name: str = "a.txt", **others: object) -> Treebank:
    path = tmp_path / name
    path.write_bytes(text.encode())
    return read(path, **others)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", SAMPLES)
def test_edges_and_tokens(name, tmp_path):
    treebank = read_text(tmp_path, SAMPLES[name])
    assert (treebank.format, len(treebank)) == (name, 2)
    rows = treebank.edges.select("sentence", "from", "to", "form", "coarse_tag", "token").rows()
    assert rows[:4] == [
        (0, 0, 1, "la", "DET", 1), (0, 0, 1, "la", "NOUN", 1), (0, 1, 3, "au", "PROPN", 2), (0, 1, 2, "à", "ADP", 2),
    ]  # fmt: skip
    tokens = treebank.lattice_tokens.select("sentence", "token", "from", "to", "form").rows()
    second = "au" if name == "conllul" else ""  # no edge spans it
    assert tokens == [(0, 1, 0, 1, "la"), (0, 2, 1, 3, "au"), (1, 1, 0, 2, second), (1, 2, 2, 3, "port")]


def test_what_has_no_line_of_its_own_is_a_token_too(tmp_path):
    """As words in CoNLL-U; edges that overlap are one token."""
    text = "0\t1\ta\ta\tX\t_\t_\t_\t_\n0\t1\tb\tb\tX\t_\t_\t_\t_\n1-3\tcd\t_\n1\t2\tc\tc\tX\t_\t_\t_\t_\n"
    text += "2\t3\td\td\tX\t_\t_\t_\t_\n3\t5\te\te\tX\t_\t_\t_\t_\n3\t4\tf\tf\tX\t_\t_\t_\t_\n"
    text += "4\t5\tg\tg\tX\t_\t_\t_\t_\n5\t6\t.\t.\tX\t_\t_\t_\t_\n\n"
    treebank = read_text(tmp_path, text + text.replace("1-3\tcd\t_\n", ""), format="conllul")
    assert treebank.problems == ()
    tokens = treebank.lattice_tokens.select("sentence", "token", "from", "to", "form").rows()
    assert tokens[:4] == [(0, 1, 0, 1, ""), (0, 2, 1, 3, "cd"), (0, 3, 3, 5, "e"), (0, 4, 5, 6, ".")]
    assert tokens[4:] == [(1, 1, 0, 1, ""), (1, 2, 1, 2, "c"), (1, 3, 2, 3, "d"), (1, 4, 3, 5, "e"), (1, 5, 5, 6, ".")]
    assert treebank.edges["token"].to_list() == [1, 1, 2, 2, 3, 3, 3, 4, 1, 1, 2, 3, 4, 4, 4, 5]
    found = properties(treebank)
    assert (found["tokens"], found["edges_a_token"], found["ambiguous_tokens_share"]) == (9, 16 / 9, 4 / 9)
    write(treebank, tmp_path / "b.txt")
    assert (tmp_path / "b.txt").read_bytes() == (tmp_path / "a.txt").read_bytes()
    assert converted(treebank, "lattice").data.count(b"\n") == 18


@pytest.mark.parametrize("name", SAMPLES)
def test_a_single_path_is_a_segmentation(name, tmp_path):
    treebank = read_text(tmp_path, SAMPLES[name])
    assert treebank.sentences["words"].to_list() == [0, 3]
    sentence = treebank.sentence(1)
    assert [word.form for word in sentence.words] == ["à", "le", "port"]
    assert [(token.first, token.last) for token in sentence.tokens] == [(1, 2)]
    assert sentence.running_text == ("au port" if name == "conllul" else "à+le port")


def test_what_only_conllul_says(tmp_path):
    treebank = read_text(tmp_path, CONLLUL)
    assert treebank.sentences.select("id", "text").rows() == [("quay-1", "la au"), ("quay-2", None)]
    assert treebank.edges["misc"].to_list()[2] == "x=y"
    assert treebank.lattice_tokens["misc"].to_list() == ["_", "oov=1", "_", "_"]


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("name", SAMPLES)
def test_files_come_back_byte_by_byte(name, variant, tmp_path):
    data = VARIANTS[variant](SAMPLES[name].encode())
    path, again = tmp_path / "a", tmp_path / "b"
    path.write_bytes(data)
    write(read(path, format=name, strict=False), again)
    assert again.read_bytes() == data


@pytest.mark.parametrize("size", [1, 40])
@pytest.mark.parametrize("name", SAMPLES)
def test_parts_do_not_matter(name, size, tmp_path, monkeypatch):
    whole = read_text(tmp_path, SAMPLES[name] * 3)
    monkeypatch.setattr("goldleaf.core.formats.source.Source.parts", parts_of(size))
    joined = concat([piece.treebank for piece in read_parts(tmp_path / "a.txt")])
    for table in ("words", "sentences", "tokens", "edges", "lattice_tokens", "other_lines"):
        assert getattr(joined, table).equals(getattr(whole, table)), table
    assert joined.layout == whole.layout


def test_slices_keep_their_edges(tmp_path):
    part = read_text(tmp_path, SPMRL).slice(1)
    assert part.edges["sentence"].to_list() == [0, 0, 0]
    assert part.lattice_tokens["sentence"].to_list() == [0, 0]


def _edges(*edges: str) -> str:
    """Lines of edges ``from to form``, all of token 1."""
    return "".join("{}\t{}\t{}\t_\tN\tN\t_\t1\n".format(*edge.split()) for edge in edges) + "\n"


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        (_edges("0 1 a", "1 1 b"), 2, "the edge leads from state 1 to itself"),
        (_edges("0 1 a", "1 0 b"), 2, "the edge leads from state 1 back to 0; number the states"),
        (_edges("0 1 a", "2 3 b"), 1, "no edge leaves state 1; all paths must end in the last state, 3"),
        (_edges("0 1 a", "2 3 b"), 2, "no edge leads to state 2"),
        (_edges("0 1 a", "0 2 b", "1 3 c"), 2, "no edge leaves state 2"),
        (_edges("0 x a"), 1, "TO is 'x'; expected the number of a state"),
        (_edges("0 1 a", "-1 2 b"), 2, "FROM is '-1'; expected the number of a state"),
        (_edges("0 1 a", "01 2 b"), 2, "FROM is '01'"),
        ("0\t1\ta\t_\tN\tN\t_\n\n", 1, "7 fields; expected 8"),
        ("0\t1\ta\t_\tN\tN\t_\t1\t2\n\n", 1, "9 fields; expected 8"),
        ("0\t1\ta\t_\tN\tN\t_\tone\n\n", 1, "the token's number is 'one'"),
        ("0 1 a\n\n", 1, "no tab in the line"),
        ("0\t1\ta\t_\tN\rN\tN\t_\t1\n\n", 1, "carriage return inside the line"),
    ],
)
def test_faults_are_named_with_their_line(text, line, message, tmp_path):
    good = _edges("0 1 fine")
    treebank = read_text(tmp_path, good + text + good, format="lattice", strict=False)
    found = [(p.line, p.message) for p in treebank.problems if p.severity is Severity.ERROR]
    assert any(at == line + 2 and message in said for at, said in found), found
    assert treebank.sentences["readable"].to_list() == [True, False, True]
    assert treebank.edges["form"].to_list() == ["fine", "fine"]
    assert FORMATS["lattice"].to_bytes(treebank).decode() == good + text + good
    with pytest.raises(FormatError, match=r"a\.txt:\d+:"):
        read(tmp_path / "a.txt", format="lattice")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("0-1\ta\n0\t1\ta\t_\tN\tN\t_\t_\t_\n\n", "2 fields; expected 3 for a token"),
        ("1-0\ta\t_\n0\t1\ta\t_\tN\tN\t_\t_\t_\n\n", "token 1-0 does not lead to a later state"),
        ("0-2\ta\t_\n1-2\tb\t_\n0\t2\ta\t_\tN\tN\t_\t_\t_\n\n", "token 1-2 begins before token 0-2 ends"),
        ("0-5\ta\t_\n0\t1\ta\t_\tN\tN\t_\t_\t_\n\n", "token 0-5: no edge leads to state 5"),
    ],
)
def test_faulty_tokens(text, message, tmp_path):
    with pytest.raises(FormatError, match=message):
        read_text(tmp_path, text, "a.conllul", format="conllul")


@pytest.mark.parametrize(
    ("text", "name", "message"),
    [
        (_edges("3 4 a"), "lattice", "the lattice begins in state 3"),
        (_edges("0 1 a").replace("\t1\n", "\t2\n"), "lattice", "token 2 follows nothing; tokens are numbered 1, 2"),
        (
            _edges("0 2 a", "0 1 b", "1 2 c").replace("c\t_\tN\tN\t_\t1", "c\t_\tN\tN\t_\t2"),
            "lattice",
            "token 1 ends in",
        ),
        (_edges("0 1 a").replace("\t_\tN\t", "\t\tN\t"), "lattice", "LEMMA is empty"),
        (CONLLUL.replace("1-3\tau", "1-2\tau"), "conllul", "the edge from 1 to 3 is not within a token"),
        ("\n", "lattice", "no sentences in the file"),
    ],
)
def test_what_is_odd_is_read_with_a_warning(text, name, message, tmp_path):
    treebank = read_text(tmp_path, text, format=name)
    assert any(message in problem.message for problem in treebank.problems), treebank.problems
    assert {problem.severity for problem in treebank.problems} == {Severity.WARNING}


@pytest.mark.parametrize("name", SAMPLES)
@pytest.mark.parametrize("prefix", ["", "\ufeff", "\n \n", "# a comment\n"])
@pytest.mark.parametrize("suffix", [".txt", ".conllu", ".lattice"])
def test_told_by_content(name, prefix, suffix, tmp_path):
    assert read_text(tmp_path, prefix + SAMPLES[name], f"a{suffix}").format == name


def test_told_by_content_where_the_first_edge_is_not_from_state_0(tmp_path):
    text = "1\t2\t10\t_\tN\tN\t_\t1\n0\t1\t9\t_\tN\tN\t_\t1\n\n"
    assert read_text(tmp_path, text).format == "lattice"
    assert read_text(tmp_path, text.replace("\t1\n", "\t_\t_\n")).format == "conllul"


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("1\t10\t10\tNUM\tNUM\t_\t0\troot\n\n", "conllx"),
        ("1\t10\t10\tNUM\tNUM\tNUM\t_\t0\troot\n\n", "pascal"),
        (
            "1-2\tau\t_\t_\t_\t_\t_\t_\t_\t_\n1\tà\tà\tADP\t_\t_\t0\troot\t_\t_\n2\tle\tle\tDET\t_\t_\t1\tx\t_\t_\n\n",
            "conllu",
        ),
    ],
)
def test_dependencies_of_numbers_are_no_lattices(text, name, tmp_path):
    assert read_text(tmp_path, text).format == name


@pytest.mark.parametrize(("suffix", "name"), [(".lattices", "lattice"), (".lat", "lattice"), (".conllul", "conllul")])
def test_empty_files_by_name(suffix, name, tmp_path):
    treebank = read_text(tmp_path, "", f"a{suffix}")
    assert (treebank.format, len(treebank), treebank.edges.height) == (name, 0, 0)


@pytest.mark.parametrize("name", SAMPLES)
@given(edits=EDITS)
def test_damaged_files(name, tmp_path, edits):
    data = damaged(SAMPLES[name].encode(), edits)
    path = tmp_path / "damaged"
    path.write_bytes(data)
    try:
        treebank = read(path, format=name, strict=False)
    except GoldleafError as error:
        assert "is not utf-8" in str(error)
        return
    assert FORMATS[name].to_bytes(treebank) == data
    assert (treebank.edges["from"] < treebank.edges["to"]).all()
    for sentence in treebank:
        assert [word.position for word in sentence.words] == list(range(1, len(sentence.words) + 1))


@pytest.mark.shared
@pytest.mark.parametrize(
    ("name", "words", "edges"),
    [
        ("french/gold.lattices", 10044, 10044),
        ("french/lattice.lattices", 0, 28354),
        ("french/lattice.conllul", 0, 28354),
        ("hebrew/yap-example.lattice", 0, 29),
    ],
)
def test_real_files(name, words, edges, tmp_path):
    treebank = read(SHARED / name)
    assert (treebank.words.height, treebank.edges.height, treebank.problems) == (words, edges, ())
    write(treebank, tmp_path / "again")
    assert (tmp_path / "again").read_bytes() == (SHARED / name).read_bytes()


@pytest.mark.shared
def test_gold_lattices_have_the_words_and_tokens_of_the_gold():
    lattice, gold = read(SHARED / "french" / "gold.lattices"), read(SHARED / "french" / "gold.conllu")
    assert lattice.words["form"].equals(gold.words["form"])
    assert lattice.tokens.select("sentence", "first", "last").equals(gold.tokens.select("sentence", "first", "last"))
