"""What is in a report, and what is not: nothing unescaped, and nothing from elsewhere.

Also tests `making`, `tables`.
"""

from __future__ import annotations

import re
import zlib
from base64 import b64decode
from html.parser import HTMLParser
from importlib.resources import files
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from goldleaf.core.analysis.significance import Rounds
from goldleaf.core.analysis.versions import versions
from goldleaf.core.errors import OptionError
from goldleaf.core.formats import read
from goldleaf.core.metrics import create
from goldleaf.core.naming import names_of
from goldleaf.core.steps import finished
from goldleaf.viewer.diagram.theme import typewriter
from goldleaf.viewer.report import making
from goldleaf.viewer.report.making import Wish, element, report_steps, two_toned, versions_page
from goldleaf.viewer.report.tables import chosen_steps, comparison_tables, sentence_table, verdict
from goldleaf.viewer.session.filtering import filtered
from goldleaf.viewer.session.loading import loaded
from goldleaf.viewer.session.request import Request
from goldleaf.viewer.tables import Column, Table

pytestmark = pytest.mark.slow

DEMO = Path(str(files("goldleaf.assets"))) / "demo"
HOSTILE = (
    "</script>",
    "<img/src=x/onerror=alert(1)>",
    "\"'onload=alert(1)",
    "</style><b>",
    "]]>",
    "&lt;i&gt;",
    "\x1b[31m",
)


def word(number, form, head, label):
    return "\t".join([f"{number}", form, form, "X", "X", "_", f"{head}", label, "_", "_"])


def hostile(folder: Path) -> tuple[Path, Path]:
    """A gold and a parse whose forms, labels, ids and texts would do harm in a page that takes them as they are."""
    paths = []
    for name, heads in (("gold", (0, 1, 1, 1, 1, 1, 1)), ("<b>parse", (0, 1, 2, 3, 4, 5, 6))):
        forms = zip(range(1, 8), HOSTILE, heads, strict=True)
        lines = [word(number, form, head, form if head else "root") for number, form, head in forms]
        comments = ["# sent_id = <script>alert(1)</script>", "# text = <script>alert(2)</script>"]
        path = folder / f"{name}.conllu"
        path.write_text("\n".join([*comments, *lines]) + "\n\n", encoding="utf-8", newline="")
        paths.append(path)
    return paths[0], paths[1]


def document(gold, *parses, metrics=("attachment", "tedeval")):
    request = Request(gold, parses, tuple(names_of(parses)))
    return loaded(request, [create(name) for name in metrics], metrics)


def report(gold, *parses, metrics=("attachment", "tedeval"), **wish):
    return finished(report_steps(document(gold, *parses, metrics=metrics), Wish(**wish), typewriter))


class Elements(HTMLParser):
    """The elements of a page with what they have; raises where one is not closed."""

    def __init__(self, text):
        super().__init__()
        self.found, self.open = [], []
        self.feed(text)
        self.close()
        assert not self.open

    def handle_starttag(self, tag, attributes):
        self.found.append((tag, dict(attributes)))
        if tag not in ("meta", "input", "br", "link", "img", "wbr"):
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        self.found.append((tag, dict(attributes)))

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def of(self, tag):
        return [attributes for name, attributes in self.found if name == tag]


def pictures(page):
    """The packed pictures of a page, as the script unpacks them."""
    packed = [one["data-picture"] for one in page.of("details") if "data-picture" in one]
    return [zlib.decompress(b64decode(one)).decode() for one in packed]


@pytest.fixture(scope="module")
def demo():
    return report(DEMO / "gold.conllu", DEMO / "parse.conllu", DEMO / "gold.conllu", sentences=3)


def test_parses_are_compared_with_the_first_unless_each_two_are_asked_for():
    shown = document(DEMO / "gold.conllu", *[DEMO / "parse.conllu"] * 2, DEMO / "gold.conllu", metrics=["attachment"])
    names = [one.name for one in shown.parses]

    def compared(**wish):
        found = finished(making._compared(shown, Wish(rounds=Rounds(10), **wish), shown.metrics[0]))
        assert all(one.difference >= 0 and one.low <= one.difference <= one.high for one in found if one.score == "las")
        return [*dict.fromkeys((one.a, one.b) for one in found)]

    # The gold, which is the third, is better: what is told of it has its sign.
    assert compared() == [(names[2], names[0]), (names[0], names[1])]
    assert compared(all_pairs=True) == [(names[2], names[0]), (names[2], names[1]), (names[0], names[1])]


def test_two_parses_that_are_compared_have_their_names_in_the_headings_several_in_the_rows():
    shown = document(DEMO / "gold.conllu", *[DEMO / "parse.conllu"] * 2, DEMO / "gold.conllu", metrics=["attachment"])
    tests = finished(making._compared(shown, Wish(rounds=Rounds(10)), shown.metrics[0]))
    a, b = tests[0].a, tests[0].b
    [several] = comparison_tables(shown.parses, tests)
    assert [one.title for one in several.columns][:6] == ["Score", "A", "B", "A's", "B's", "A − B"]
    [two] = comparison_tables(shown.parses, [one for one in tests if (one.a, one.b) == (a, b)])
    assert [one.title for one in two.columns][:4] == ["Score", a, b, "Difference"]
    assert [row[:1] + row[3:] for row in several.values() if row[1:3] == [a, b]] == [*two.values()]
    [printed] = comparison_tables(shown.parses, [tests[0]], titled=False)
    assert [one.name for one in printed.columns][:3] == ["score", "a", "b"]


@pytest.mark.slow
def test_it_has_all_parts(demo):
    page = Elements(demo)
    names = [one["id"] for one in page.of("section")]
    assert names == ["scores", "comparison", "plots", "confusions", "tables", "pictures", "sentences"]
    assert "attachment|punctuation:exclude|labels:full|goldleaf:".replace("|", "|<wbr>") in demo
    assert len(page.of("article")) == 3
    assert len(page.of("svg")) == 6 + 2  # plots, confusion matrices
    drawn = [Elements(picture) for picture in pictures(page)]
    assert len(drawn) == 3 * 2
    assert all(one.of("svg")[0].get("aria-labelledby") for one in drawn)
    assert [one for one in page.of("details") if "data-picture" in one and "open" in one] == page.of("details")[-6:-4]
    # Sentences of a few words are as wide as they are, on narrow pages, too.
    assert min(float(one.of("svg")[0]["width"]) for one in drawn) < 700
    assert demo.count('aria-label="parse: ') >= 1
    assert 'aria-label="gold: ' not in demo  # which takes nothing for anything else
    assert all(one.get("role") == "img" for one in page.of("svg"))
    assert all(one.get("aria-label") or one.get("aria-labelledby") for one in page.of("svg"))
    assert all(("scope" in one) for one in page.of("th"))


def test_all_ids_are_there_once_and_what_is_named_is_there(demo):
    page = Elements(demo)
    page.found += [one for picture in pictures(page) for one in Elements(picture).found]
    ids = [one["id"] for _, one in page.found if "id" in one]
    assert len(ids) == len(set(ids))
    named = [name for _, one in page.found for name in (one.get("aria-labelledby") or "").split()]
    named += [one["href"][1:] for _, one in page.found if one.get("href", "").startswith("#")]
    named += [name for text in (demo, *pictures(page)) for name in re.findall(r"url\(#([^)]+)\)", text)]
    assert named and set(named) <= set(ids)


def test_nothing_is_taken_from_elsewhere(demo):
    page = Elements(demo)
    for _, one in [*page.found, *(one for picture in pictures(page) for one in Elements(picture).found)]:
        for name in ("src", "href", "xlink:href", "data", "action", "srcset"):
            assert (one.get(name) or "#").startswith("#"), one
    [policy] = [one["content"] for one in page.of("meta") if one.get("http-equiv") == "Content-Security-Policy"]
    assert policy.startswith("default-src 'none'; ")
    assert not re.search(r"@import|url\((?!#)", demo)


@pytest.mark.slow
def test_what_is_in_the_files_does_nothing(tmp_path):
    text = report(*hostile(tmp_path))
    page = Elements(text)
    assert len(page.of("script")) == 1 and not page.of("img") and not page.of("b")
    assert not any(name.startswith("on") for _, one in page.found for name in one)
    assert "&lt;/script&gt;" in text and "\x1b" not in text
    [picture] = pictures(page)
    drawn = Elements(picture)
    assert {"script", "img", "b", "style"}.isdisjoint(tag for tag, _ in drawn.found) and "&lt;/script&gt;" in picture
    assert not any(name.startswith("on") for _, one in drawn.found for name in one)
    assert len(page.of("article")) == 1


@pytest.mark.slow
def test_the_worst_sentences_come_first_and_a_filter_chooses():
    shown = document(DEMO / "gold.conllu", DEMO / "parse.conllu")
    text = finished(report_steps(shown, Wish(sentences=5), typewriter))
    counts = shown.parses[0].scored["attachment"].counts["wrong"].to_list()
    worst = sorted(range(len(counts)), key=lambda row: -counts[row])[:5]
    pictured = [int(number) - 1 for number in re.findall(r'<article id="sentence-(\d+)"', text)]
    assert [counts[row] for row in pictured] == [counts[row] for row in worst]
    most = int(shown.gold.sentences["words"].median() or 0)
    some = finished(report_steps(shown, Wish(where=f"words < {most}", sentences=100), typewriter))
    expected = (shown.gold.sentences["words"] < most).sum()
    assert len(re.findall("<article", some)) == expected > 0
    assert f"words &lt; {most}: {expected} sentences" in some and f"where words &lt; {most}" in some


@pytest.mark.slow
def test_the_sentences_say_what_they_are_sorted_by(demo):
    both = document(DEMO / "gold.conllu", DEMO / "parse.conllu", DEMO / "gold.conllu")
    table = sentence_table(both, finished(chosen_steps(both, "", filtered(both, "", 0), None)))
    [at] = [place for place, column in enumerate(table.columns) if column.descending]
    assert re.findall('aria-sort="descending">(.*?)<', demo) == [table.columns[at].title] == ["Diff. of all"]
    rows = [*table.values()]
    assert [row[at] for row in rows] == sorted((row[4] + row[6] for row in rows), reverse=True)


def test_a_long_table_has_its_title_before_its_filter(monkeypatch):
    monkeypatch.setattr(making, "FILTERED", 1)
    written = making.of_tables("one", [Table("Words", [Column("word")], [["sat"]])])
    assert written.index(">Words</strong>") < written.index("Filter rows")


def test_constituents_have_a_report():
    text = report(DEMO / "trees-gold.mrg", DEMO / "trees-parse.mrg", metrics=("parseval",))
    names = [one["id"] for one in Elements(text).of("section")]
    assert names == ["scores", "plots", "confusions", "tables", "pictures", "sentences"]
    assert 'aria-label="trees-parse: ParsEval: what is taken for what"' in text
    assert "Precision and recall of constituents" in text


@pytest.mark.slow
def test_what_there_is_no_room_for_is_said(monkeypatch):
    monkeypatch.setattr(making, "MOST_BYTES", 30_000)
    text = report(DEMO / "gold.conllu", DEMO / "parse.conllu", sentences=10)
    assert 0 < text.count("<article") < 10
    assert re.search(r"\d+ further sentences? would make this file larger than", text)


@pytest.mark.parametrize(
    ("wish", "said"),
    [
        ({"sentences": 501}, "from 0 to 500"),
        ({"where": "words > 1000"}, "no sentence of"),
        ({"where": "wrods > 3"}, "wrods"),
    ],
)
def test_what_cannot_be_wished(wish, said):
    with pytest.raises(OptionError, match=said):
        report(DEMO / "gold.conllu", DEMO / "parse.conllu", **wish)


def test_a_report_is_about_parses():
    with pytest.raises(OptionError, match="a report is about parses"):
        report(DEMO / "gold.conllu")


def test_it_begins_with_who_is_better_by_how_much():
    def told(*parses):
        lead = re.search(
            '<p class="lead" dir="auto">(.*?)</p>',
            report(DEMO / "gold.conllu", *parses, metrics=["attachment"], sentences=0),
        )
        return lead[1].replace("\u00a0", " ")

    over = "This is measured over 238 scored words of 268, in 17 sentences."
    assert told(DEMO / "parse.conllu") == f"parse has LAS 85.29. {over}"
    better = told(DEMO / "parse.conllu", DEMO / "gold.conllu")
    assert re.fullmatch(
        r"gold is better than parse by 14.71 points of LAS \(100.00 against 85.29, p = 0.00\d\d\). (.*)", better
    )
    again = told(DEMO / "gold.conllu", DEMO / "parse.conllu", DEMO / "parse.conllu")
    assert again.startswith("gold is better than demo/parse by 14.71 points of LAS") or "by 14.71 points" in again
    alike = told(DEMO / "parse.conllu", DEMO / "theories" / ".." / "parse.conllu")
    assert "do not differ significantly: LAS is 85.29 against 85.29, p = 1.0000." in alike


def test_of_annotators_none_is_better():
    request = Request.of_annotators([DEMO / "gold.conllu", DEMO / "parse.conllu"])
    shown = loaded(request, [create("attachment")], ["attachment"])
    said = verdict(shown, shown.metrics[0], ())
    assert said.startswith("LAS by gold: parse 85.29. This is measured over 238 scored words") and "better" not in said


def test_names_and_signs(demo):
    assert "Right both %" not in demo and ">UAS %" not in demo
    assert ">LAS without %" in demo and ">Without %" not in demo
    assert re.search(r'data-value="-\d\.\d+">(<strong>)?−\d', demo) and not re.search(
        r'data-value="-[^"]*">(<strong>)?-', demo
    )


def test_pictures_of_versions_say_where_a_sentence_was_split(tmp_path):
    before = (DEMO / "gold.conllu").read_text(encoding="utf-8").split("\n\n")[:3]
    lines = "1\there\t_\tX\t_\t_\t0\troot\t_\t_", "2\tthere\t_\tX\t_\t_\t1\tconj\t_\t_"
    after = [lines[0], lines[1].replace("2", "1", 1).replace("1\tconj", "0\troot")]
    for name, own in (("old", ["\n".join(lines)]), ("new", after)):
        (tmp_path / name).write_text("\n\n".join([*before, *own, ""]), encoding="utf-8")
    found = versions(*(read(tmp_path / name, format="conllu") for name in ("old", "new")))
    [picture] = pictures(Elements(versions_page(found, (), 5, typewriter)))
    assert ">#4<" in picture and ">#5<" in picture


def test_colors_of_two_pictures_become_one():
    light, dark = '<a fill="#ffffff" b="#123456">#abcdef</a>', '<a fill="#000000" b="#123456">#abcdef</a>'
    assert two_toned(light, dark) == '<a fill="light-dark(#ffffff,#000000)" b="#123456">#abcdef</a>'
    assert two_toned(light, dark + "#000000") == light


def test_ids_of_a_picture_get_a_name_of_their_own():
    given = (
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" aria-labelledby="a b">'
        '<title id="a">id="a"</title><desc id="b"/><metadata>x</metadata>'
        '<g clip-path="url(#c)"><use xlink:href="#d"/></g></svg>'
    )
    found = ET.fromstring(element(given, "p"))
    assert found.get("aria-labelledby") == "p-a p-b"
    title, _, group = found
    assert (title.get("id"), title.text, group.get("clip-path")) == ("p-a", 'id="a"', "url(#p-c)")
    assert group[0].get("{http://www.w3.org/1999/xlink}href") == "#p-d"


def test_without_matplotlib_a_report_has_all_but_plots_and_says_so(monkeypatch):
    monkeypatch.setattr("goldleaf.viewer.report.making.installed", lambda: False)
    page = report(DEMO / "gold.conllu", DEMO / "parse.conllu")
    assert "goldleaf[plots]" in page
    assert 'class="plots"' not in page
    assert "<table" in page
