"""TigerXML: elements, features, secondary edges, encodings, faults, and writing.

Also tests `graphs`.
"""

from __future__ import annotations

from dataclasses import replace

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldleaf.core.errors import FormatError, GoldleafError, Severity
from goldleaf.core.formats import FORMATS, read, read_parts
from goldleaf.core.structures.phrase import discontinuous
from goldleaf.core.treebank import concat
from tests.core.formats.crossing import details, export_text, sentences
from tests.core.formats.damage import EDITS, damaged
from tests.core.formats.samples import parts_of
from tests.core.trees import SHARED

to_bytes = FORMATS["tigerxml"].to_bytes

SAMPLE = """\
<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<corpus id="test">
<head>
  <meta><name>Über &amp; co</name></meta>
  <annotation/>
</head>
<body>
<s id="s5">
  <graph root="s5_501">
    <terminals>
      <t id="s5_1" word="Darüber" lemma="darüber" pos="PROAV" morph="--"/>
      <t id="s5_2" word="&lt;muss&gt;" lemma="--" pos="VMFIN" morph="3.Sg">
        <secedge idref="s5_500" label="SB"/>
      </t>
      <t id="s5_3" word="nachgedacht" pos="VVPP" case="--" number="Sg" tense="Past"/>
      <t id="s5_4" word="." pos="$."/>
    </terminals>
    <nonterminals>
      <nt id="s5_501" cat="S">
        <edge idref="s5_500" label="OC"/>
        <edge idref="s5_2" label="HD"/>
      </nt>
      <nt id="s5_500" cat="VP">
        <edge idref="s5_1" label="MO"/>
        <edge idref="s5_3" label="--"/>
      </nt>
    </nonterminals>
  </graph>
</s>
<s id="s6"><graph root="s6_1"><terminals><t id="s6_1" word="Ja" pos="ITJ"/></terminals><nonterminals/></graph></s>
</body>
</corpus>
"""


def read_text(tmp_path, text, stored="utf-8", **options):
    path = tmp_path / "trees.xml"
    path.write_bytes(text.encode(stored))
    return read(path, **options)


def test_columns(tmp_path):
    treebank = read_text(tmp_path, SAMPLE)
    assert (treebank.format, treebank.sentences["id"].to_list()) == ("tigerxml", ["s5", "s6"])
    columns = ("position", "line", "form", "lemma", "coarse_tag", "features", "function", "parent")
    assert treebank.words.select(columns).rows() == [
        (1, 11, "Darüber", "darüber", "PROAV", "_", "MO", 2),
        (2, 12, "<muss>", "_", "VMFIN", "3.Sg", "HD", 1),
        (3, 15, "nachgedacht", "_", "VVPP", "number=Sg|tense=Past", "_", 2),
        (4, 16, ".", "_", "$.", "_", "_", 0),
        (1, 30, "Ja", "_", "ITJ", "_", "_", 0),
    ]
    columns = ("node", "parent", "line", "label", "function", "first", "last", "size")
    assert treebank.nodes.select(columns).rows() == [
        (1, 0, 19, "S", "_", 1, 3, 3),
        (2, 1, 23, "VP", "OC", 1, 3, 2),
    ]
    assert discontinuous(treebank.nodes).tolist() == [False, True]
    assert treebank.secondary_edges.rows() == [(0, 2, 0, 2, "SB")]
    assert not treebank.problems


def test_the_head_is_kept(tmp_path):
    treebank = read_text(tmp_path, SAMPLE)
    lines = to_bytes(treebank).decode().splitlines()
    assert lines[1:7] == SAMPLE.splitlines()[1:7]
    assert lines[0] == '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
    again = read_text(tmp_path, "\n".join(lines))
    assert details(again) == details(treebank)
    assert again.sentences["id"].equals(treebank.sentences["id"])


def test_namespaces_and_subcorpora(tmp_path):
    text = SAMPLE.replace('<corpus id="test">', '<corpus xmlns="http://example.org/tiger">')
    text = text.replace("<body>", '<body><subcorpus name="a"><subcorpus name="b" external="file:b.xml"/>')
    treebank = read_text(tmp_path, text.replace("</body>", "</subcorpus></body>"))
    assert len(treebank) == 2
    (problem,) = treebank.problems
    assert (problem.line, problem.severity) == (7, Severity.WARNING)
    assert problem.message == "the sentences in file:b.xml are not read"
    prefixed = SAMPLE.replace("<", "<x:").replace("<x:/", "</x:").replace("<x:?", "<?")
    treebank = read_text(tmp_path, prefixed.replace("<x:corpus ", '<x:corpus xmlns:x="http://example.org/" '))
    assert details(read_text(tmp_path, to_bytes(treebank).decode())) == details(treebank)
    assert len(treebank) == 2


@pytest.mark.parametrize("encoding", ["iso-8859-1", "windows-1252", "UTF-8", "us-ascii"])
def test_encodings_that_the_file_names(encoding, tmp_path):
    text = SAMPLE.replace("UTF-8", encoding)
    text = text.replace("ü", "&#252;").replace("Ü", "&#220;") if encoding == "us-ascii" else text
    treebank = read_text(tmp_path, text, encoding)
    assert treebank.words["form"][0] == "Darüber"
    again = tmp_path / "again.xml"
    again.write_bytes(to_bytes(treebank))
    assert details(read(again)) == details(treebank)


def test_an_encoding_that_the_user_names(tmp_path):
    treebank = read_text(tmp_path, SAMPLE, "iso-8859-1", encoding="iso-8859-1")
    assert treebank.words["form"][0] == "Darüber"
    assert b'encoding="iso8859-1"' in to_bytes(treebank)
    with pytest.raises(GoldleafError, match=r"trees\.xml:4: byte 0xdc is not utf-8"):
        read_text(tmp_path, SAMPLE, "iso-8859-1")


def test_encodings_that_are_wrong(tmp_path):
    with pytest.raises(FormatError, match=r"trees\.xml:1: encoding klingon is not known"):
        read_text(tmp_path, SAMPLE.replace("UTF-8", "klingon"))
    with pytest.raises(FormatError, match=r"trees\.xml:4: byte 0xc3 is not gb2312, which the file says it is in"):
        read_text(tmp_path, SAMPLE.replace("UTF-8", "gb2312").replace("Über", "Ü"))


FAULTS = [
    ('idref="s5_1" label="MO"', 'idref="s5_9" label="MO"', 24, "edge to s5_9, which is neither word nor constituent"),
    ('<edge idref="s5_2"', '<edge idref="s5_1"', 24, "s5_1 has two parents, s5_501 and s5_500"),
    ('<edge idref="s5_2"', '<edge idref="s5_501"', 19, "constituent s5_501 is its own ancestor"),
    ('id="s5_2" word', 'id="s5_1" word', 12, "the id 's5_1' is empty or was given before"),
    ('word="Darüber" ', "", 11, "<t> without word"),
    (' cat="VP"', "", 23, "<nt> without cat"),
    ('<nt id="s5_500"', "<nt", 23, "<nt> without id"),
    ('idref="s5_2" ', "", 21, "<edge> without idref"),
    ("<terminals>", '<terminals><edge idref="s5_4"/>', 10, "<edge> outside of a constituent"),
    ("<terminals>", '<terminals><secedge idref="s5_500"/>', 10, "<secedge> outside of a constituent"),
    ('<secedge idref="s5_500"', '<edge idref="s5_4"', 13, "<edge> outside of a constituent"),
]


@pytest.mark.parametrize(("old", "new", "line", "message"), FAULTS)
def test_a_sentence_that_is_no_tree(old, new, line, message, tmp_path):
    text = SAMPLE.replace(old, new, 1)
    assert text != SAMPLE
    treebank = read_text(tmp_path, text, strict=False)
    assert [problem.line for problem in treebank.problems] == [line]
    assert treebank.problems[0].message.startswith(message)
    assert treebank.sentences["readable"].to_list() == [False, True]
    with pytest.raises(FormatError, match=rf"trees\.xml:{line}: "):
        read_text(tmp_path, text)
    with pytest.raises(GoldleafError, match="could not be read, so the treebank cannot be written"):
        to_bytes(treebank)


def test_secondary_edges_to_words_are_warned_of(tmp_path):
    treebank = read_text(tmp_path, SAMPLE.replace('secedge idref="s5_500"', 'secedge idref="s5_1"'))
    assert [str(problem).partition("trees.xml:")[2] for problem in treebank.problems] == [
        "13: warning: secondary edge to s5_1, which is no constituent; it is left out"
    ]
    assert treebank.secondary_edges.height == 0


@pytest.mark.parametrize(
    ("old", "new", "place", "message"),
    [
        ("</terminals>", "</terminal>", "17:7", "mismatched tag"),
        ("&lt;muss", "&nope;muss", "12:7", "undefined entity"),
        ('word="Darüber"', "word=Darüber", "11:25", "not well-formed"),
        ("</corpus>\n", "", "32:1", "no element found"),
        ("</corpus>\n", "</corpus>x", "32:10", "junk after document element"),
    ],
)
def test_xml_that_is_not_well_formed(old, new, place, message, tmp_path):
    text = SAMPLE.replace(old, new, 1)
    with pytest.raises(FormatError, match=rf"trees\.xml:{place}: not well-formed XML: .*{message}"):
        read_text(tmp_path, text)
    treebank = read_text(tmp_path, text, strict=False)
    assert treebank.sentences["readable"].to_list()[-1] is False


def test_entities_do_not_explode(tmp_path):
    levels = "".join(f'<!ENTITY e{n} "{f"&e{n - 1};" * 10}">' for n in range(1, 12))
    text = SAMPLE.replace("<corpus", f'<!DOCTYPE corpus [<!ENTITY e0 "{"x" * 100}">{levels}]><corpus')
    with pytest.raises(FormatError, match="not well-formed XML"):
        read_text(tmp_path, text.replace("Über", "&e11;"))


def test_a_file_without_sentences(tmp_path):
    treebank = read_text(tmp_path, "<corpus><head/><body/></corpus>")
    assert (treebank.format, len(treebank)) == ("tigerxml", 0)
    assert [problem.message for problem in treebank.problems] == ["no sentences in the file"]
    assert len(read_text(tmp_path, "", format="tigerxml")) == 0


@given(drawn=st.lists(sentences(), min_size=1, max_size=3))
def test_random_trees(tmp_path, drawn):
    path = tmp_path / "random.export"
    path.write_text(export_text(drawn), encoding="utf-8")
    treebank = read(path)
    again = read_text(tmp_path, to_bytes(treebank).decode())
    assert again.format == "tigerxml"
    assert details(again) == details(treebank)
    path.write_bytes(FORMATS["export"].to_bytes(again))
    assert details(read(path)) == details(treebank)


@pytest.mark.parametrize("size", [1, 100])
def test_parts_do_not_matter(size, tmp_path, monkeypatch):
    whole = read_text(tmp_path, SAMPLE)
    monkeypatch.setattr("goldleaf.core.formats.source.Source.parts", parts_of(size))
    joined = concat([piece.treebank for piece in read_parts(tmp_path / "trees.xml")])
    for table in ("words", "sentences", "nodes", "secondary_edges", "other_lines"):
        assert getattr(joined, table).equals(getattr(whole, table)), table
    assert joined.problems == whole.problems


@given(edits=EDITS)
def test_damaged_files(tmp_path, edits):
    path = tmp_path / "damaged.xml"
    path.write_bytes(damaged(SAMPLE.encode(), edits))
    try:
        treebank = read(path, format="tigerxml", strict=False)
    except GoldleafError as error:
        assert str(error).startswith(f"{path}:")
        return
    assert len(treebank) <= 4
    try:
        read(path, format="tigerxml")
    except FormatError:
        assert not treebank.sentences["readable"].all()
    else:
        again = tmp_path / "again.xml"
        again.write_bytes(to_bytes(treebank))
        assert details(read(again, format="tigerxml")) == details(treebank)


@pytest.mark.shared
@pytest.mark.parametrize(
    ("name", "words", "nodes", "edges", "gaps"),
    [("COSUDE_SQUOIA_DE", 8991, 6267, 44, 947), ("LAI_SQUOIA_DE", 3354, 2324, 25, 347)],
)
def test_german_trees(name, words, nodes, edges, gaps, tmp_path):
    treebank = read(SHARED / "german" / f"{name}.xml")
    assert (treebank.words.height, treebank.nodes.height, treebank.secondary_edges.height) == (words, nodes, edges)
    assert discontinuous(treebank.nodes).sum() == gaps
    path = tmp_path / "again.xml"
    path.write_bytes(to_bytes(treebank))
    assert details(read(path)) == details(treebank)


def test_nothing_is_told_of_layout(tmp_path):
    treebank = read_text(tmp_path, SAMPLE)
    other = replace(treebank, layout=replace(treebank.layout, format="export", newline="\r\n"))
    assert to_bytes(other).count(b"\r\n") == to_bytes(other).count(b"\n")


def changed(treebank, table, **columns):
    """The treebank with other values in columns of a table, by row."""
    frame = getattr(treebank, table)
    for name, values in columns.items():
        column = frame[name].cast(pl.String) if frame[name].dtype == pl.Categorical else frame[name]
        new = column.scatter([*values], [*values.values()])
        frame = frame.with_columns(new.cast(frame[name].dtype).alias(name))
    return replace(treebank, **{table: frame})


@pytest.mark.parametrize(
    ("table", "columns", "before", "after"),
    [
        ("nodes", {"label": {1: "VZ"}}, 'cat="VP"', 'cat="VZ"'),
        ("nodes", {"function": {1: "PD"}}, 'idref="s5_500" label="OC"', 'idref="s5_500" label="PD"'),
        ("words", {"coarse_tag": {0: "ADV"}}, 'pos="PROAV"', 'pos="ADV"'),
        ("words", {"lemma": {1: "müssen"}}, 'lemma="--"', 'lemma="müssen"'),
        ("words", {"lemma": {0: "_"}}, 'lemma="darüber"', 'lemma="--"'),
        ("words", {"features": {1: "1.Sg"}}, "3.Sg", "1.Sg"),
        ("words", {"features": {2: "number=Pl|tense=Past"}}, 'case="--" number="Sg"', 'number="Pl"'),
        ("words", {"function": {1: "_"}}, 'idref="s5_2" label="HD"', 'idref="s5_2" label="--"'),
        ("secondary_edges", {"label": {0: "OA"}}, 'label="SB"', 'label="OA"'),
    ],
)
def test_what_was_changed_is_changed_alone(tmp_path, table, columns, before, after):
    """Identifiers stay, and morph, which says nothing here; so does the order of what stands there."""
    assert SAMPLE.count(before) == 1
    treebank = changed(read_text(tmp_path, SAMPLE), table, **columns)
    assert to_bytes(treebank).decode() == SAMPLE.replace(before, after)


def test_letters_that_are_written_as_numbers_stay_so(tmp_path):
    text = "".join(letter if letter.isascii() else f"&#{ord(letter)};" for letter in SAMPLE)
    treebank = changed(read_text(tmp_path, text), "nodes", label={1: "VZ"})
    assert to_bytes(treebank).decode() == text.replace('cat="VP"', 'cat="VZ"')


def test_a_tree_of_other_constituents_keeps_the_names_of_those_that_it_has(tmp_path):
    """Without the VP its words are S's; with one more, that gets a name that was not there."""
    treebank = read_text(tmp_path, SAMPLE.replace(' <secedge idref="s5_500" label="SB"/>', ""))
    words = treebank.words.with_columns(parent=pl.Series([1, 1, 1, 0, 0], dtype=pl.UInt32))
    flat = to_bytes(replace(treebank, words=words, nodes=treebank.nodes[:1])).decode()
    assert "s5_500" not in flat and '<nt id="s5_501" cat="S">' in flat and flat.count("<edge") == 3
    nodes = pl.concat(
        [treebank.nodes, treebank.nodes[1:].with_columns(node=pl.lit(3, pl.UInt32), parent=pl.lit(2, pl.UInt32))]
    )
    nodes = nodes.with_columns(label=pl.Series(["S", "VP", "VX"]).cast(nodes["label"].dtype))
    words = treebank.words.with_columns(parent=pl.Series([3, 1, 3, 0, 0], dtype=pl.UInt32))
    deep = tmp_path / "deep.xml"
    deep.write_bytes(to_bytes(replace(treebank, words=words, nodes=nodes)))
    text = deep.read_text(encoding="utf-8")
    for part in ('<nt id="s5_500" cat="VP">', '<nt id="s5_502" cat="VX">', 'label="OC" idref="s5_502"', 'morph="--"'):
        assert part in text, part
    again = read(deep)
    assert again.nodes["label"].to_list() == ["S", "VP", "VX"] and again.words["parent"].to_list() == [3, 1, 3, 0, 0]


def test_words_that_are_others_are_written_anew(tmp_path):
    treebank = changed(read_text(tmp_path, SAMPLE), "words", form={3: "!"})
    assert '<t id="s5_4" word="!" pos="$."/>' in to_bytes(treebank).decode()
