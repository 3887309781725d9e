"""The report in a real browser: it asks for nothing, says nothing on the console, sorts, filters, and turns dark."""

from __future__ import annotations

import time
from base64 import b64decode

import pytest
from PySide6.QtGui import QImage

from tests.browser import browser, needs_browser
from tests.viewer.report.test_report import DEMO, hostile, report

pytestmark = [pytest.mark.slow, needs_browser, pytest.mark.timeout(300)]

CELLS = "[...document.querySelectorAll('#sentences-1 tbody tr:not([hidden])')].map(row => row.cells[{}].textContent)"
BUTTON = "document.querySelectorAll('#sentences-1 thead tr:last-child th')[2].querySelector('button')"


@pytest.fixture(scope="module")
def opened(tmp_path_factory):
    """The demo's report; tests go on with it in the state in which the one before has left it."""
    folder = tmp_path_factory.mktemp("browser")
    path = folder / "report.html"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("goldleaf.viewer.report.making.FILTERED", 5)
        path.write_text(report(DEMO / "gold.conllu", DEMO / "parse.conllu", sentences=2), encoding="utf-8")
    with browser(folder / "profile") as page:
        page.open(path)
        yield page


def test_it_asks_for_nothing_and_complains_of_nothing(opened):
    asked = [one["request"]["url"] for one in opened.of("Network.requestWillBeSent")]
    assert len(asked) == 1 and asked[0].endswith("report.html")
    assert not opened.of("Log.entryAdded") and not opened.of("Runtime.exceptionThrown")


def test_a_picture_is_drawn_when_it_is_opened(opened):
    drawn = "[...document.querySelectorAll('article')].map(one => one.querySelectorAll('svg').length)"
    until(lambda: opened.tell(drawn) == [1, 0])
    opened.tell("document.querySelectorAll('article')[1].querySelector('summary').click()")
    until(lambda: opened.tell(drawn) == [1, 1])
    assert opened.tell("document.querySelector('article svg').namespaceURI") == "http://www.w3.org/2000/svg"


def test_tables_are_sorted_by_mouse_and_keyboard(opened):
    opened.tell(f"{BUTTON}.click()")
    words = [int(cell) for cell in opened.tell(CELLS.format(2))]
    assert words == sorted(words, reverse=True) and len(set(words)) > 1
    assert opened.tell(f"{BUTTON}.parentElement.getAttribute('aria-sort')") == "descending"
    opened.tell(f"{BUTTON}.focus()")
    opened.press("Enter", 13, "\r")
    assert [int(cell) for cell in opened.tell(CELLS.format(2))] == sorted(words)
    assert opened.tell(f"{BUTTON}.parentElement.getAttribute('aria-sort')") == "ascending"


def test_a_long_text_has_two_lines_until_all_of_it_is_wanted(opened):
    opened.send("Emulation.setDeviceMetricsOverride", width=700, height=600, deviceScaleFactor=1, mobile=False)
    cut = "[...document.querySelectorAll('#sentences-1 .cut > :has(+ button:not([hidden]))')]"
    until(lambda: opened.tell(f"{cut}.length"))
    heights = f"[{cut}[0].clientHeight, {cut}[0].scrollHeight]"
    shown, whole = opened.tell(heights)
    assert shown < whole
    opened.tell(f"{cut}[0].nextSibling.click()")
    client, scroll = opened.tell(heights)
    assert shown < client == scroll
    opened.tell(f"{cut}[0].nextSibling.click()")
    assert opened.tell(heights) == [shown, whole]
    opened.send("Emulation.clearDeviceMetricsOverride")


def test_tables_are_filtered(opened):
    everything = opened.tell(CELLS.format(0))
    opened.tell("document.querySelector('input[data-of=sentences-1]').focus()")
    opened.send("Input.insertText", text="the")
    found = opened.tell(CELLS.format(0))
    assert 0 < len(found) < len(everything)
    said = opened.tell("document.querySelector('output[for=sentences-1]').textContent")
    assert said == f"{len(found)} of {len(everything)}"


def test_colors_follow_the_screen_and_the_switch(opened):
    ground = "getComputedStyle(document.body).backgroundColor"
    arc = "getComputedStyle(document.querySelector('article svg path.arc')).stroke"
    light = opened.tell(ground), opened.tell(arc)
    opened.send("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": "dark"}])
    dark = opened.tell(ground), opened.tell(arc)
    assert light[0] == "rgb(255, 255, 255)" != dark[0] and light[1] != dark[1]
    opened.tell(
        "const chosen = document.getElementById('colors'); chosen.value = 'light';"
        "chosen.dispatchEvent(new Event('change'))"
    )
    assert (opened.tell(ground), opened.tell(arc)) == light
    opened.send("Emulation.setEmulatedMedia", media="print", features=[])
    assert opened.tell("getComputedStyle(document.querySelector('nav')).display") == "none"
    opened.send("Emulation.setEmulatedMedia", media="")


def until(happened):
    """Wait for what the page does by and by."""
    end = time.monotonic() + 30
    while not happened():
        assert time.monotonic() < end
        time.sleep(0.02)


def _edge(page) -> set[tuple[int, int, int]]:
    """The colors at the right edge of the table of sentences, in a line between its rows and its end."""
    found = page.tell(
        "(() => { const one = document.getElementById('sentences-1'); one.scrollIntoView();"
        "const box = one.getBoundingClientRect(); return [box.right, box.bottom + scrollY]; })()"
    )
    clip = {"x": found[0] - 3, "y": found[1] - 6, "width": 2, "height": 4, "scale": 1}
    image = QImage.fromData(b64decode(page.send("Page.captureScreenshot", format="png", clip=clip)["data"]))
    return {image.pixelColor(x, y).getRgb()[:3] for x in range(image.width()) for y in range(image.height())}


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_shade_says_that_there_is_more_but_not_on_paper(opened, scheme):
    opened.send("Emulation.setDeviceMetricsOverride", width=500, height=800, deviceScaleFactor=1, mobile=True)
    style = "Object.assign(document.createElement('style'), {textContent: '*::-webkit-scrollbar { display: none }'})"
    opened.tell(f"document.head.append({style})")  # some versions of Chromium draw them over the edge
    opened.tell(f"document.documentElement.style.colorScheme = '{scheme}'")
    ground = {(255, 255, 255)} if scheme == "light" else {(27, 30, 35)}
    until(lambda: not _edge(opened) & ground)
    opened.tell("document.getElementById('sentences-1').scrollLeft = 10000")
    until(lambda: _edge(opened) == ground)
    opened.tell("document.getElementById('sentences-1').scrollLeft = 0")
    opened.send("Emulation.setEmulatedMedia", media="print")
    assert opened.tell("getComputedStyle(document.getElementById('sentences-1')).backgroundImage") == "none"
    opened.send("Emulation.setEmulatedMedia", media="")
    opened.tell("document.documentElement.style.colorScheme = ''")
    opened.send("Emulation.clearDeviceMetricsOverride")


def test_it_is_as_wide_as_a_phone(opened):
    opened.send("Emulation.setDeviceMetricsOverride", width=390, height=800, deviceScaleFactor=1, mobile=True)
    opened.tell("document.querySelector('article h3').append('weblog_'.repeat(20))")  # an id without a place to break
    assert opened.tell("document.documentElement.scrollWidth") <= 390
    opened.send("Emulation.clearDeviceMetricsOverride")


def test_it_can_be_printed(opened):
    printed = b64decode(opened.send("Page.printToPDF", printBackground=True)["data"])
    assert printed.startswith(b"%PDF") and len(printed) > 20_000


def test_what_is_in_the_files_does_nothing(tmp_path):
    path = tmp_path / "report.html"
    path.write_text(report(*hostile(tmp_path)), encoding="utf-8")
    with browser(tmp_path / "profile") as page:
        page.open(path)
        assert not page.of("Page.javascriptDialogOpening") and not page.of("Log.entryAdded")
        assert len(page.of("Network.requestWillBeSent")) == 1
        until(lambda: page.tell("document.querySelector('article svg') !== null"))
        assert page.tell("document.scripts.length") == 1 and not page.of("Page.javascriptDialogOpening")
        assert "</script>" in page.tell("document.querySelector('article').textContent")
