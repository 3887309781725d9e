from goldleaf.viewer.panels.messages import MessageBar


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
