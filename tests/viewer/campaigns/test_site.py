"""The site of a campaign: its pages lead to one another, say what the tables say, and do nothing that files say."""

from __future__ import annotations

import json
import re
from html import unescape
from itertools import pairwise

import pytest

from goldleaf.core.campaigns.jobs import here
from goldleaf.core.campaigns.reading import load
from goldleaf.core.campaigns.results import as_object
from goldleaf.core.steps import finished
from goldleaf.viewer.campaigns.site import INDEX, LONGEST, page_names, site_steps
from goldleaf.viewer.diagram.theme import typewriter
from tests.core.campaigns.support import SYSTEMS, TREEBANKS, conllx, folder, run, written
from tests.viewer.report.test_report import Elements, pictures

pytestmark = pytest.mark.slow

HOSTILE = "../<script>alert(1)</script>"
ABOUT = """[campaign]
title = "A <b>task</b>"
date = 2026-05-01
description = '''One
<i>paragraph</i>,

and another one.'''
metrics = "attachment"
rounds = 200
"""


@pytest.fixture(scope="module")
def results(tmp_path_factory):
    place = folder(tmp_path_factory.mktemp("campaign"))
    systems = SYSTEMS.replace('name = "B"', 'name = "a"').replace('name = "C"', f'name = "{HOSTILE}"')
    systems += '[[system]]\nname = "نظام"\nparses = { one = "one/none.conllx", "two" = "two/broken.conllx" }\n'
    systems += '[[system]]\nname = "part"\nparses = { one = "one/part.conllx" }\n'
    (place / "one" / "part.conllx").write_text(conllx(30, 3), encoding="utf-8")
    (place / "two" / "broken.conllx").write_text("1 a", encoding="utf-8")
    return run(load(written(place, ABOUT + TREEBANKS + systems)), here)


@pytest.fixture(scope="module")
def site(results):
    made = finished(site_steps(results, typewriter))
    return {name: content.decode() for name, content in made.items()}


def rows(page: str) -> list[list[str]]:
    """The cells of the rows of all tables, as they are read."""
    found = re.findall(r"<tr>(.*?)</tr>", page)
    cells = (re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row) for row in found)
    return [[unescape(re.sub(r"<sup>.*?</sup>|<[^>]+>", "", cell)) for cell in row] for row in cells]


def test_each_name_has_a_page_of_its_own():
    names = ["a", "A", "a/b", "a.b", "..", "", "con", "نظام", "x" * 300, "x" * 301, "Zürich"]
    pages = page_names("system", names)
    assert [*pages] == names and len({page.casefold() for page in pages.values()}) == len(names)
    assert all(re.fullmatch(r"system-[a-z0-9-]+\.html", page) and len(page) <= LONGEST + 5 for page in pages.values())
    assert pages["Zürich"] == "system-11-zurich.html" and pages["نظام"] == "system-8.html"


def test_pages_lead_to_one_another_and_can_be_read_by_all(site):
    pages = {name: Elements(text) for name, text in site.items() if name.endswith(".html")}
    assert len(pages) == 1 + 1 + 5 + 2
    reached = {INDEX}
    for name, page in pages.items():
        ids = [one["id"] for _, one in page.found if "id" in one]
        assert len(ids) == len(set(ids))
        for link in page.of("a"):
            file, _, part = link["href"].partition("#")
            assert (file or name) in site and (not part or part in ids or part == "main"), link
            reached.add(file or name)
        assert len(page.of("caption")) == len(page.of("table")) and all("scope" in one for one in page.of("th"))
        levels = [int(tag[1]) for tag, _ in page.found if re.fullmatch("h[1-6]", tag)]
        assert levels[0] == 1 == levels.count(1)
        assert all(after <= before + 1 for before, after in pairwise(levels))
        assert page.of("a")[0]["class"] == "skip" and page.of("html")[0]["lang"] == "en"
        assert not [one for tag, one in page.found if tag != "a" and ("src" in one or "href" in one)]
    assert reached == {*site}


def test_what_files_say_is_text(site):
    for text in site.values():
        if text.startswith("<!DOCTYPE"):
            page = Elements(text)
            assert len(page.of("script")) == 1 and not page.of("b") and not page.of("i")
    index = site[INDEX]
    assert '<h1 dir="auto">A &lt;b&gt;task&lt;/b&gt;</h1>' in index and "<dd>2026-05-01</dd>" in index
    assert re.findall(r'<p class="lead"[^>]*>(.*?)</p>', index) == [
        "One &lt;i&gt;paragraph&lt;/i&gt;,",
        "and another one.",
    ]


def test_the_figures_are_those_of_the_object_for_scripts(site, results):
    whole = as_object(results)
    assert json.loads(site["tables.json"]) == json.loads(json.dumps(whole))
    averages = {row["system"]: row["average"] for row in whole["averages"] if row["score"] == "las"}
    values = {(row["system"], row["treebank"]): row["value"] for row in whole["figures"] if row["score"] == "las"}
    main = site[INDEX].partition('id="treebanks"')[0]
    shown = {row[0]: row for row in rows(main) if row[0] != "system"}
    assert {*shown} == {"A", "a", HOSTILE, "نظام", "part"}
    for one in whole["ranking"]:
        system = one["system"]
        on_each = [values.get((system, treebank)) for treebank in ("one", "two")]
        figures = [f"{100 * value:.2f}" if value is not None else "–" for value in (averages[system], *on_each)]
        assert shown[system][1:5] == [f"{one['rank']}", *figures]
    assert shown["نظام"][1:] == ["–", "–", "–", "–", "1 broken, 1 absent"]
    assert shown["part"][5] == "1 partial, 1 absent"
    # Each system's page, and each treebank's, has the same.
    pages = {name: rows(text) for name, text in site.items()}
    assert ["A", "1", "4", shown["A"][3]] in [row[:4] for row in pages["treebank-1-one.html"]]
    assert ["two", "2", "2", shown["a"][4]] in [row[:4] for row in pages["system-2-a.html"]]


def test_a_system_has_its_errors_its_worst_sentences_and_its_files(site, results):
    best, broken = site["system-1-a.html"], site["system-4.html"]
    page = Elements(best)
    assert [one["id"] for one in page.of("section")] == ["figures", "most-frequent-errors", "worst-sentences", "files"]
    assert len(page.of("article")) == len(pictures(page)) == 4  # of two sentences on either treebank
    assert "rank 1 of" in best and len(re.findall(r">[0-9a-f]{64}<", best)) == 2
    assert "without a rank" in broken and "<article" not in broken and "broken" in broken
    worst = Elements(site["system-3-script-alert-1-script.html"])
    assert len(worst.of("article")) == 10  # of twenty
    assert len(Elements(site["system-5-part.html"]).of("article")) == 3  # not those that it lacks
    pages = "".join(text for name, text in site.items() if name.endswith(".html"))
    assert f"{results.campaign.path.parent}" not in pages  # where they are is nobody's business
