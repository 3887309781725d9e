"""Tables in every format: the same figures, nothing that breaks out of its cell.

Also tests `table`, `values`, `text`, `latex`, `html`.
"""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Callable
from html.parser import HTMLParser
from io import StringIO
from pathlib import Path

import polars as pl
import pytest

from goldleaf.core.errors import GoldleafError, OptionError
from goldleaf.viewer.tables import FORMATS, Cell, Column, Kind, Table, beside, encode, format_of, of_frame, save
from goldleaf.viewer.tables.html import element

TABLE = Table(
    "LAS & more",
    (
        Column("system"),
        Column("da", "Danish", Kind.SHARE, "CoNLL-X"),
        Column("nl", "Dutch_x", Kind.SHARE, "CoNLL-X"),
        Column("drop", kind=Kind.SHARE, signed=True),
        Column("words", kind=Kind.COUNT),
    ),
    [
        ["A<b>", Cell(0.85126, bold=True), 0.5, Cell(-0.0125, note="not 100%"), 12345],
        ["B_1", Cell(0.8, note="not 100%"), None, 0.02, 3],
    ],
    note="Bold: the best.",
    blocks={0: "gold", 1: "raw #2"},
)

WRITTEN = """\
LAS & more
        CoNLL-X
system   Danish  Dutch_x     drop   words
gold
A<b>    85.13*     50.00  -1.25 a  12,345

raw #2
B_1     80.00 a        –  +2.00         3
a  not 100%
* the best.
"""


class Reader(HTMLParser):
    """Cells, and tags that were opened and not closed."""

    def __init__(self) -> None:
        super().__init__()
        self.cells: list[tuple[str, dict[str, str | None], str]] = []
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        if tag not in ("meta", "wbr"):
            self.open.append(tag)
        if tag in ("td", "th"):
            self.cells.append((tag, dict(attributes), ""))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if {"td", "th"} & {*self.open}:
            tag, attributes, text = self.cells.pop()
            self.cells.append((tag, attributes, text + data))


def read(text: str) -> Reader:
    reader = Reader()
    reader.feed(text)
    reader.close()
    assert not reader.open
    return reader


def test_text_has_columns_blocks_and_notes():
    assert encode("text", [TABLE]).decode() == WRITTEN


def test_csv_has_the_values_as_they_are():
    rows = [*csv.reader(StringIO(encode("csv", [TABLE]).decode()))]
    assert rows == [
        ["block", "system", "CoNLL-X.da", "CoNLL-X.nl", "drop", "words"],
        ["gold", "A<b>", "0.85126", "0.5", "-0.0125", "12345"],
        ["raw #2", "B_1", "0.8", "", "0.02", "3"],
    ]


def test_several_tables_of_csv_are_apart():
    two = Table("Two\nlines", [Column("a,b")], [["c"]])
    assert encode("csv", [two, two]).decode() == '# Two lines\n"a,b"\nc\n\n# Two lines\n"a,b"\nc\n'


def test_json_has_the_values_and_what_is_special():
    [found] = json.loads(encode("json", [TABLE]))["tables"]
    assert (found["title"], found["note"]) == ("LAS & more", "Bold: the best.")
    assert found["columns"][2] == {"name": "CoNLL-X.nl", "heading": "Dutch_x", "kind": "share", "group": "CoNLL-X"}
    first, second = found["rows"]
    assert (first["block"], first["CoNLL-X.da"], first["words"]) == ("gold", 0.85126, 12345)
    assert (first["bold"], first["notes"]) == (["CoNLL-X.da"], {"drop": "not 100%"})
    assert second["CoNLL-X.nl"] is None and "bold" not in second


def test_html_tells_rows_and_columns_and_escapes():
    page = encode("html", [TABLE]).decode()
    reader = read(page)
    scopes = {text: attributes.get("scope") for _, attributes, text in reader.cells}
    assert scopes["CoNLL-X"] == "colgroup"
    assert scopes["Danish"] == "col"
    assert scopes["raw #2"] == "rowgroup"
    assert scopes["A<b>"] == "row"
    assert "<caption>LAS &amp; more</caption>" in page
    assert "<strong>85.13</strong>" in page
    bare = {text: attributes.get("data-value") for _, attributes, text in reader.cells}
    assert (bare["50.00"], bare["12,345"], bare["–"]) == ("0.5", "12345", None)


def test_every_row_of_html_is_as_wide_as_the_table():
    reader = read(element(TABLE))
    assert sum(int(attributes.get("colspan") or 1) for _, attributes, _ in reader.cells) == 6 * len(TABLE.columns)


def test_html_has_no_control_characters():
    page = encode("html", [Table("a\x1b[31m", [Column("b\x00")], [["c\x9b"]])]).decode()
    assert not [character for character in page if not character.isprintable() and character != "\n"]


def test_latex_needs_booktabs_and_escapes():
    source = encode("latex", [TABLE]).decode()
    assert r"%   \usepackage{booktabs}" in source
    assert r"\caption{LAS \symbol{38} more}" in source
    assert r"\textbf{85.13}" in source
    assert r"\cmidrule(lr){2-3}" in source
    assert "$-$1.25" in source
    assert r"\documentclass" not in source


def test_latex_compiles(compile_tex: Callable[[str, str], str]):
    odd = Table("^~\\{}$#", [Column("50%"), Column("n", kind=Kind.COUNT)], [["a_b–„Straße“ →", -1]], note="α <<x>>")
    latin = Table(odd.title, odd.columns, odd.rows, note="<<x>>")
    text = compile_tex(encode("latex", [TABLE, latin], standalone=True).decode(), "pdflatex")
    assert "LAS & more" in text
    assert "85.13" in text
    assert "12,345" in text
    assert "XeLaTeX" in encode("latex", [odd]).decode()


def test_many_tables_compile(compile_tex: Callable[[str, str], str]):
    assert "LAS" in compile_tex(encode("latex", [TABLE] * 40, standalone=True).decode(), "pdflatex")


@pytest.mark.parametrize("name", FORMATS)
def test_a_table_without_rows_is_written(name: str):
    assert b"heading" in encode(name, [Table("T", [Column("heading"), Column("b")], [])])


@pytest.mark.parametrize("name", FORMATS)
def test_a_file_is_of_the_format_that_its_ending_says(name: str, tmp_path: Path):
    path = tmp_path / f"table{FORMATS[name].endings[0].upper()}"
    save(path, [TABLE])
    assert path.read_bytes() == encode(name, [TABLE], stem="table")


def test_labels_of_two_files_differ(tmp_path: Path):
    for name in ("one", "two (2)"):
        save(tmp_path / f"{name}.tex", [TABLE])
    labels = [re.findall(r"\\label\{(.+)\}", path.read_text(encoding="utf-8")) for path in sorted(tmp_path.iterdir())]
    assert [one[0].partition("-")[0] for one in labels] == ["tab:one", "tab:two"]


def test_half_a_surrogate_pair_is_written():
    for name in FORMATS:
        assert encode(name, [Table("T", [Column("a")], [["x\ud800"]])])


def test_what_there_is_not_is_said(tmp_path: Path):
    with pytest.raises(OptionError, match=r"table\.xls: no ending of tables; end the name in \.txt, \.csv"):
        format_of("table.xls")
    with pytest.raises(OptionError, match="--format xls: no such format of tables; there are text, csv"):
        encode("xls", [TABLE])
    with pytest.raises(GoldleafError, match="cannot be written"):
        save(tmp_path / "gone" / "table.csv", [TABLE])


def test_a_row_has_a_cell_for_each_column():
    with pytest.raises(ValueError, match="a row of 1 cells for 2 columns"):
        Table("T", [Column("a"), Column("b")], [["x"]])


def test_kinds_of_a_frame_are_told_by_name_and_type():
    frame = pl.DataFrame(
        {"tag": ["N"], "sentence": [1234], "n": [1234], "f1": [0.5], "agreed_share": [0.25], "x": [1.5]}
    )
    table = of_frame("T", frame, "Note.")
    assert [column.title for column in table.columns] == ["tag", "sentence", "n", "f1 %", "agreed %", "x"]
    assert [cell.text for cell in table.written()[0]] == ["N", "1234", "1,234", "50.00", "25.00", "1.50"]


def test_frames_beside_one_another_are_groups():
    keys, one = pl.DataFrame({"tag": ["N"]}), pl.DataFrame({"n": [3]})
    table = beside("T", [("", keys), ("a", one), ("none", pl.DataFrame()), ("a – b", one)])
    assert [column.key for column in table.columns] == ["tag", "a.n", "a – b.n"]
    assert [cell.text for cell in table.written()[0]] == ["N", "3", "+3"]


def test_a_cell_may_be_of_another_kind():
    table = Table("T", [Column("a", kind=Kind.SHARE)], [[Cell(2, kind=Kind.ORDINAL)], [Cell(0.5, signed=True)], ["–"]])
    assert [row[0].text for row in table.written()] == ["2", "+50.00", "–"]


def test_notes_have_letters():
    table = Table("T", [Column("a")], [[Cell(None, note=f"{number}")] for number in range(28)])
    assert [*table.notes.values()][24:] == ["y", "z", "aa", "ab"]


def test_bins_are_words_for_readers_and_names_for_programs():
    frame = pl.DataFrame(
        {"gold_direction": ["to_root", "self"], "distance": ["3-6", "7-..."], "length": ["1-10", None]}
    )
    table = of_frame("", frame)
    assert [[cell.text for cell in row] for row in table.written()] == [
        ["root", "3–6", "1–10"],
        ["self", "7 and more", "–"],
    ]
    assert encode("csv", [table]).decode().splitlines()[1] == "to_root,3-6,1-10"
    assert json.loads(encode("json", [table]))["tables"][0]["rows"][1]["distance"] == "7-..."


def test_numbers_and_columns_of_the_users_are_no_bins():
    table = of_frame("", pl.DataFrame({"length": [12], "deprel": ["to_root"]}))
    assert [cell.text for cell in table.written()[0]] == ["12", "to_root"]


def test_a_documents_tables_fit_on_its_pages():
    columns = [Column("row"), *(Column(f"c{number}", kind=Kind.COUNT) for number in range(12))]
    rows = [[f"r{number}", *range(12)] for number in range(70)]
    table = Table("Many", columns, rows, note="The end.", blocks={0: "first", 65: "last"})
    first, second = encode("latex", [table], standalone=True).decode().split(r"\clearpage")[:2]
    assert r"\caption{Many}" in first and "r48" in first and "The end." not in first
    assert r"\caption{Many (continued)}" in second and "r49" in second and r"\textit{last}" in second
    assert "The end." in second
    assert second.index(r"\textit{first}") < second.index("r49")


def test_rows_of_long_texts_take_more_room_on_a_page():
    rows = [[f"r{number}", "word " * 30] for number in range(20)]
    source = encode("latex", [Table("Many", [Column("row"), Column("text")], rows)]).decode()
    assert source.count(r"\begin{tabular}{lp{") == 2


def test_long_ids_may_be_broken_on_a_page_so_that_the_text_beside_them_has_room():
    source = encode("html", [Table("Many", [Column("id"), Column("text")], [["a" * 30, "word " * 30], ["b", "c"]])])
    assert source.count(b'class="text solid"') == source.count(b'class="text long"') == 1


def test_signatures_go_on_in_another_line_behind_a_choice():
    signature = "attachment|punctuation:exclude|goldleaf"
    source = encode("html", [Table("One", [Column("a"), Column("b")], [["a", signature]], signature)]).decode()
    assert source.count(signature.replace("|", "|<wbr>")) == 2


@pytest.mark.parametrize(
    ("columns", "where", "letters"),
    [
        (3, "table", "small"),
        (6, "table", "footnotesize"),
        (10, "table*", "small"),
        (14, "table*", "footnotesize"),
        (16, "table*", "scriptsize"),
    ],
)
def test_a_table_of_latex_has_a_column_or_a_page_and_letters_that_fit(columns, where, letters):
    source = latex([Column("row"), *(Column(f"c{number}", kind=Kind.SHARE) for number in range(columns))])
    assert source.count(rf"\begin{{{where}}}") == source.count(rf"\end{{{where}}}") == 1
    assert rf"\{letters}\setlength" in source
    assert r"\resizebox" not in source


def latex(columns):
    return encode("latex", [Table("T", columns, [["r", *[0.5] * (len(columns) - 1)]], note="N")]).decode()


def test_columns_beyond_a_page_go_on_in_another_table_with_the_names_of_the_rows():
    source = latex([Column("row"), *(Column(f"c{number}", kind=Kind.SHARE) for number in range(20))])
    first, second = source.split(r"\end{table*}")[:2]
    assert "row & c0 &" in first and "c19" not in first
    assert r"\caption{T (continued)}" in second
    assert r"row & c1" in second and r"c19 \\" in second
    assert "{\\footnotesize N}" in second and "{\\footnotesize N}" not in first


def test_words_of_headings_stand_below_one_another_where_figures_are_short():
    source = latex([Column("row of names"), Column("soft average", kind=Kind.SHARE)])
    assert r"row~of~names & \begin{tabular}[b]{@{}r@{}}soft\\average\end{tabular} \\" in source


def test_what_several_rows_of_latex_begin_with_stands_above_them_once():
    columns = (Column("gold"), Column("score"), Column("A", kind=Kind.SHARE))
    rows = [["UD", "UAS", 0.9], ["UD", "LAS", 0.8], ["SUD", "UAS", 0.7], ["SUD", "LAS", 0.6]]
    source = encode("latex", [Table("T", columns, rows, blocks={2: ""})]).decode()
    assert "score & A" in source and "gold" not in source
    assert source.index(r"\multicolumn{2}{l}{\textit{UD}}") < source.index("90.00")
    assert source.index("80.00") < source.index(r"\multicolumn{2}{l}{\textit{SUD}}") < source.index("70.00")
    assert "UD & UAS" in encode("latex", [Table("T", columns, rows[::2])]).decode()  # where nothing is repeated


def test_rows_of_many_names_are_not_in_latex():
    columns = (Column("property"), Column("UD", kind=Kind.FIGURE))
    rows = [["words", 268], ["frequent relations", "det 0.15, punct 0.11, obj 0.11, nsubj 0.10"], ["roots", 17]]
    table = Table("T", columns, rows, blocks={0: "Size", 2: "Trees"})
    source = encode("latex", [table]).decode()
    assert "det" not in source and "17" in source
    assert source.index("268") < source.index(r"\textit{Trees}") < source.index("17")
    assert "det 0.15" in encode("html", [table]).decode()
