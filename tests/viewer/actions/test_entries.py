import pytest

from goldleaf.viewer.actions.entries import matching


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("only diff", "view.only-differences"),
        ("exfig", "figure.export"),
        ("reload", "file.reload"),
        ("tikz", "figure.copy-tikz"),
    ],
)
def test_matching_finds_the_closest_first(empty_window, text, first):
    actions = [*empty_window.actions_.table.values()]
    place, title = matching(text, [(action.title,) for action in actions])[0]
    assert (actions[place].id, actions[place].title) == (first, title)


def test_matching_nothing_and_everything():
    titles = [("Alpha",), ("Beta",)]
    assert matching("xyz", titles) == []
    assert matching("", titles) == [(0, "Alpha"), (1, "Beta")]


def test_a_thing_is_found_by_each_of_its_names():
    things = [("Last sentence",), ("Attachment", "UAS", "LAS")]
    assert matching("las", things) == [(1, "LAS"), (0, "Last sentence")]


def test_whole_words_come_first_then_beginnings_of_words():
    things = [("Show the measure",), ("Unthemed",), ("Themes",), ("View › Theme › Dark",)]
    assert [name for _, name in matching("theme", things)] == [
        "View › Theme › Dark", "Themes", "Show the measure", "Unthemed",
    ]  # fmt: skip
    assert matching("dark the", [("The dark thing",), ("Dark the",)])[0] == (1, "Dark the")


def test_what_stands_between_menus_need_not_be_typed_nor_left_out():
    things = [("View › Panels › Errors",)]
    assert matching("Panel: Errors", things) == matching("view panels errors", things) == [(0, things[0][0])]
