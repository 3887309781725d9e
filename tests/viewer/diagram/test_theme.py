"""Every theme keeps the classes apart without colour, and its texts readable."""

from itertools import combinations
from math import dist, prod

import pytest

from goldleaf.viewer.diagram.annotators import READERS as EVERYONE
from goldleaf.viewer.diagram.shapes import Role, State
from goldleaf.viewer.diagram.theme import NAMES, Theme, load

LINES = (
    Role.ARC,
    Role.ARROWHEAD,
    Role.CROSS,
    Role.LABEL_BOX,
    Role.BRANCH,
    Role.EDGE_BOX,
    Role.EDGE,
    Role.PATH,
    Role.FUNCTION,
    Role.HATCH,
    Role.RIBBON,
    Role.SHADE,
)
GREY_APART = 0.1  # of relative luminance's range


def luminance(colour: str) -> float:
    """WCAG 2's relative luminance."""
    channels = [int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5)]
    linear = [value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4 for value in channels]
    return sum(weight * value for weight, value in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def contrast(one: str, other: str) -> float:
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def marks(theme: Theme, state: State) -> tuple[object, ...]:
    """What a grey copy shows of a class, besides how dark it is."""
    line, arrow = theme.paint(Role.ARC, state), theme.paint(Role.ARROWHEAD, state)
    return (
        line.dash,
        theme.paint(Role.LABEL_BOX, state).stroke is not None,
        theme.paint(Role.CROSS, state).stroke is not None,
        arrow.fill == theme.background,
        line.stroke_width > 2 * theme.paint(Role.ARC).stroke_width,
    )


def grey(theme: Theme, state: State) -> float:
    stroke = theme.paint(Role.ARC, state).stroke
    assert stroke is not None
    return luminance(stroke)


@pytest.fixture(params=NAMES)
def theme(request: pytest.FixtureRequest) -> Theme:
    return load(request.param)


ANNOTATORS = (State.ONE_HEAD, State.OTHER_HEAD, State.DIFFERS, State.ONLY_ONE, State.ONLY_OTHER, State.OTHER_CROSSING)
READERS = (State.THIRD_HEAD, State.FOURTH_HEAD, State.FIFTH_HEAD, State.SIXTH_HEAD)
ALIKE = (State.MATCHED, State.FORGIVEN, State.NOT_SCORED)  # for a parse and for annotators
RIVALS = (State.ONE_RIGHT, State.OTHER_RIGHT, State.ONE_WRONG, State.OTHER_WRONG)
FOR_PARSES = tuple(state for state in State if state not in (*ANNOTATORS, *READERS, *RIVALS))
BESIDE_GOLD = (State.MATCHED, State.MISSING, State.WRONG_HEAD, State.NOT_SCORED, *RIVALS)


@pytest.mark.parametrize(
    "drawn",
    [FOR_PARSES, (*ALIKE, *ANNOTATORS), (*ALIKE, *EVERYONE, State.DIFFERS), BESIDE_GOLD],
    ids=["parses", "annotators", "everyone", "two parses"],
)
def test_classes_stay_apart_in_greyscale(theme, drawn):
    for one, other in combinations(drawn, 2):
        apart = marks(theme, one) != marks(theme, other) or abs(grey(theme, one) - grey(theme, other)) >= GREY_APART
        assert apart, f"{theme.name}: {one} and {other} look alike in grey"


@pytest.mark.parametrize("ground", ["background", "hover", "selection", "hit"])
def test_texts_are_readable(theme, ground):
    for role in (role for role in Role if role not in LINES):
        for state in State:
            fill = theme.paint(role, state).fill
            assert fill is not None
            assert contrast(fill, getattr(theme, ground)) >= 4.5, f"{theme.name}: {role}, {state}"


@pytest.mark.parametrize(
    ("boxed", "labeled"),
    [
        (State.WRONG_LABEL, State.WRONG_LABEL), (State.WRONG_LABEL, State.WRONG_HEAD), (State.DIFFERS, State.DIFFERS),
        (State.DIFFERS, State.ONE_HEAD), (State.DIFFERS, State.OTHER_HEAD),
    ],
)  # fmt: skip
def test_boxed_labels_are_readable_on_their_box(theme, boxed, labeled):
    box, text = theme.paint(Role.LABEL_BOX, boxed), theme.paint(Role.LABEL, labeled)
    assert box.fill is not None and text.fill is not None
    assert contrast(text.fill, box.fill) >= 4.5


def test_words_are_readable_on_the_darkest_shade(theme):
    shade = theme.paint(Role.SHADE)
    left = (1 - shade.opacity) ** 4
    mixed = (
        round(left * int(theme.background[at : at + 2], 16) + (1 - left) * int(shade.fill[at : at + 2], 16))
        for at in (1, 3, 5)
    )
    assert contrast(theme.paint(Role.WORD).fill, "#" + "".join(f"{part:02x}" for part in mixed)) >= 4.5


def test_lines_carry_the_codes_of_the_design(theme):
    def dash(state):
        return theme.paint(Role.ARC, state).dash

    assert dash(State.MATCHED) == dash(State.WRONG_LABEL) == dash(State.NOT_SCORED) == ()
    assert len(dash(State.WRONG_HEAD)) == len(dash(State.MISSING)) == 2
    assert len(dash(State.CROSSING)) == 4
    assert max(dash(State.MISSING)) < min(dash(State.WRONG_HEAD))
    assert dash(State.EXTRA) == dash(State.WRONG_HEAD)
    assert theme.paint(Role.CROSS, State.EXTRA).stroke
    assert not theme.paint(Role.CROSS, State.WRONG_HEAD).stroke
    assert theme.paint(Role.ARROWHEAD, State.FORGIVEN).fill == theme.background


@pytest.mark.parametrize("name", ["light", "paper-color"])
def test_colours_of_the_design(name):
    theme = load(name)
    assert theme.paint(Role.ARC, State.WRONG_HEAD).stroke == "#D55E00"
    assert theme.paint(Role.ARC, State.EXTRA).stroke == "#D55E00"
    assert theme.paint(Role.ARC, State.MISSING).stroke == "#0072B2"


DICHROMACIES = {  # the linear colors that people see who lack a cone, from linear ones (Machado et al. 2009, Table 1)
    "protan": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deutan": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
}


def lab(colour: str, seen: tuple[tuple[float, ...], ...]) -> tuple[float, float, float]:
    """CIE L*a*b* of a color as it is seen."""
    channels = [int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5)]
    linear = [value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4 for value in channels]
    red, green, blue = (min(max(sum(map(prod, zip(row, linear, strict=True))), 0.0), 1.0) for row in seen)
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.95047
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.08883
    fx, fy, fz = (part ** (1 / 3) if part > 0.008856 else 7.787 * part + 16 / 116 for part in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def test_thin_lines_are_seen_on_a_dark_ground():
    """What is not scored was 2.1 : 1, and whole arcs were not seen at night; WCAG asks 3 of graphics."""
    for name in NAMES:
        theme = load(name)
        lines = {state: theme.paint(Role.ARC, state).stroke for state in State}
        faint = [state for state, line in lines.items() if theme.dark and contrast(line, theme.background) < 3]
        assert not faint, f"{name}: {faint}"


@pytest.mark.parametrize("kind", DICHROMACIES)
@pytest.mark.parametrize("name", sorted({*NAMES} - {"paper-bw"}))
def test_what_differs_is_no_grey_for_who_sees_two_colors(name, kind):
    """Purple and green would turn into the grey of what matches, is forgiven or is not scored."""
    theme, seen = load(name), DICHROMACIES[kind]

    def line(state):
        stroke = theme.paint(Role.ARC, state).stroke
        assert stroke is not None
        return lab(stroke, seen)

    greys = [line(state) for state in (State.MATCHED, State.FORGIVEN, State.NOT_SCORED)]
    for state in (State.CROSSING, State.WRONG_HEAD, State.MISSING, State.ONE_RIGHT, State.OTHER_RIGHT):
        assert min(dist(line(state), other) for other in greys) >= 10


def test_no_annotator_has_the_colour_of_what_is_wrong(theme):
    def lines(*states):
        return [theme.paint(Role.ARC, state).stroke for state in states]

    one, other = lines(State.ONE_HEAD, State.ONLY_ONE), lines(State.OTHER_HEAD, State.ONLY_OTHER, State.OTHER_CROSSING)
    assert len({*one}) == len({*other}) == 1
    if theme.name != "paper-bw":
        assert not {*one} & {*other} and not {*lines(State.WRONG_HEAD, State.EXTRA)} & {*one, *other}
    assert all(theme.paint(Role.CROSS, state).stroke is None for state in ANNOTATORS)


def test_black_and_white_has_no_colour():
    theme = load("paper-bw")
    colours = {colour for paint in theme.paints.values() for colour in (paint.stroke, paint.fill) if colour}
    assert all(colour[1:3] == colour[3:5] == colour[5:7] for colour in colours)


def test_every_role_has_a_font_and_every_state_a_paint(theme):
    assert {role for role in Role if theme.font(role).size > 0} == set(Role)
    assert all(theme.paint(role, state) for role in Role for state in State)
    assert theme.dark == (luminance(theme.background) < 0.5)


def test_scaled_fonts():
    theme = load("light").scaled(1.5)
    assert theme.font(Role.WORD).size == 1.5 * load("light").font(Role.WORD).size
    assert theme.paint(Role.ARC) == load("light").paint(Role.ARC)


def test_unknown_theme():
    with pytest.raises(ValueError, match=r"^theme: 'nonesuch' is not one of light"):
        load("nonesuch")
