from html import unescape

import pytest

from goldleaf.viewer.panels.parts import MessageBar


def test_says_and_offers(qtbot):
    bar, done = MessageBar("News"), []
    qtbot.addWidget(bar)
    bar.say("info", "changed", [("Reload", lambda: done.append(1))])
    assert not bar.isHidden() and bar.text == "changed" and bar.accessibleDescription() == "changed"
    bar._buttons[0].click()
    assert done == [1] and bar.isHidden()


def test_another_message_takes_the_old_offers_away(qtbot):
    bar = MessageBar("News")
    qtbot.addWidget(bar)
    bar.say("info", "one", [("A", lambda: None)])
    bar.say("error", "two")
    assert bar._buttons == [] and bar.property("kind") == "error"


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("/home/me/ud/gold.conllu:3: no head", "ud/gold.conllu:3: no head"),
        ("/home/a.conllu: warning: 2 sentences of /home/me/b.conllu are missing",
         "home/a.conllu: 2 sentences of me/b.conllu are missing"),
        ("C:\\data\\ud\\gold.conllu: no head", "ud\\gold.conllu: no head"),
        ("a/b.conllu: yes/no, 1 / 2 (/a/b/c.x)", "a/b.conllu: yes/no, 1 / 2 (b/c.x)"),
    ],
)  # fmt: skip
def test_a_bar_says_files_with_their_folder_and_that_it_warns_by_its_icon(qtbot, text, seen):
    bar = MessageBar("News")
    qtbot.addWidget(bar)
    bar.say("warning", text)
    assert (bar.text, bar.accessibleDescription()) == (seen, seen)
    assert (text in unescape(bar._text.toolTip())) == (text != seen)
