"""What is drawn: points where their figures are, what they say, what is at a place.

Also tests `colors`, `description`.
"""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from goldleaf.viewer.diagram.theme import NAMES, load
from goldleaf.viewer.plots.colors import colors_of
from goldleaf.viewer.plots.description import Axis, Bars, HeatMap, LineChart, Plot, Point, Series
from goldleaf.viewer.plots.drawing import Drawn, draw
from tests.viewer.plots.samples import BARS, BUBBLES, HEAT_MAP, LINES, PLOTS


def drawn(plot: Plot, theme: str = "light") -> Drawn:
    figure = Figure(figsize=(6, 4), dpi=100)
    FigureCanvasAgg(figure)
    done = draw(plot, figure, load(theme))
    figure.canvas.draw()
    return done


def at_middle(done: Drawn, number: int) -> tuple[float, float]:
    x, y = done.axes.transData.transform(done.targets[number].middle)
    return float(x), float(y)


@pytest.mark.parametrize("name", PLOTS)
def test_each_point_is_found_where_it_is_drawn(name):
    done = drawn(PLOTS[name])
    found = [done.at(*at_middle(done, number)) for number in range(len(done.targets))]
    assert found == list(done.targets)


def test_nothing_is_found_beside_the_points():
    done = drawn(LINES)
    assert done.at(2, 2) is None
    x, y = at_middle(done, 0)
    assert done.at(x + 8, y) is done.targets[0]
    assert done.at(x + 30, y) is None


@pytest.mark.parametrize(("plot", "number"), [(LINES, 6), (BARS, 6), (BUBBLES, 3), (HEAT_MAP, 7)])
def test_all_points_can_be_pointed_at_with_their_conditions(plot, number):
    wanted = (
        {cell.condition for cell in plot.cells}
        if isinstance(plot, HeatMap)
        else {point.condition for series in plot.series for point in series.points}
    )
    targets = drawn(plot).targets
    assert len(targets) == number
    assert {target.condition for target in targets} == wanted


def test_a_point_says_its_series_its_place_its_figure_and_interval():
    told = drawn(LINES).targets[1].text
    assert told == "a_x 50% · Words: nmod:poss · LAS: 80.00 % (75.00 % to 85.00 %)"


def test_a_cell_says_its_row_and_column():
    assert drawn(HEAT_MAP).targets[1].text == "Gold: PRP$ WP$ · Parse: nmod:poss · 2"


def test_bars_are_walked_from_above_whatever_their_series():
    assert [target.condition for target in drawn(BARS).targets] == [
        "a = 0",
        "b = 0",
        "a = 1",
        "b = 1",
        "a = 2",
        "b = 2",
    ]


def test_a_bubble_has_the_area_of_its_size():
    drawn_ones = (one for one in drawn(BUBBLES).axes.collections if len(one.get_offsets()))
    sizes = {size for collection in drawn_ones for size in collection.get_sizes()}
    largest, middle, smallest = sorted(sizes, reverse=True)
    assert middle / largest == pytest.approx(400 / 900)
    assert smallest / largest == pytest.approx(100 / 900)


@pytest.mark.parametrize("series", [2, 1])
def test_bubbles_say_what_their_size_is(series):
    """By the smallest and the largest; a single series is not named."""
    plot = replace(BUBBLES, series=BUBBLES.series[:series])
    [legend] = drawn(plot).axes.figure.legends
    names = ["Base", "Malt"] if series > 1 else []
    assert [text.get_text() for text in legend.get_texts()] == [*names, "Words: 100", "Words: 900"]
    largest, smallest = legend.legend_handles[-1], legend.legend_handles[-2]
    assert smallest.get_sizes()[0] / largest.get_sizes()[0] == pytest.approx(100 / 900)


def test_names_with_dollars_are_no_formulas():
    texts = [label.get_text() for label in drawn(LINES).axes.get_xticklabels()]
    assert texts[0] == r"PRP\$ WP\$"


def test_the_title_does_not_lie_on_the_axes_nor_the_legend_on_the_labels():
    done = drawn(LINES)
    renderer = done.axes.figure.canvas.get_renderer()
    boxes = [
        done.axes.title.get_window_extent(renderer),
        done.axes.get_window_extent(renderer),
        done.axes.xaxis.label.get_window_extent(renderer),
        done.axes.figure.legends[0].get_window_extent(renderer),
    ]
    for upper, lower in pairwise(boxes):
        assert upper.y0 >= lower.y1 - 1


@pytest.mark.parametrize("theme", NAMES)
def test_series_differ_in_color_and_in_line_mark_or_hatching(theme):
    colors = colors_of(load(theme))
    styles = [colors.style(number) for number in range(4)]
    assert len({style.color for style in styles}) == len({style.marker for style in styles}) == 4
    assert len({f"{style.dash}" for style in styles}) == len({style.hatch for style in styles}) == 4


@pytest.mark.parametrize("theme", ["light", "dark", "high-contrast"])
def test_figures_in_cells_are_read_on_their_color(theme):
    colors = colors_of(load(theme))
    scale = colors.scale(signed=True)
    for strength in np.linspace(0, 1, 21):
        color = scale(strength)
        assert contrast(colors.on(color), color) > 3.5


def contrast(text: str, color: tuple[float, ...]) -> float:
    """By the formula of WCAG, written apart from ours."""

    def luminance(parts) -> float:
        red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    one = luminance(int(text[place : place + 2], 16) / 255 for place in (1, 3, 5))
    other = luminance(color[:3])
    return (max(one, other) + 0.05) / (min(one, other) + 0.05)


def test_empty_plots_can_be_drawn():
    nothing = Axis(title="")
    assert drawn(LineChart(title="", x=nothing, y=nothing, series=())).targets == []
    assert drawn(Bars(title="", x=nothing, y=nothing, series=())).targets == []
    assert drawn(HeatMap(title="", x=nothing, y=nothing, cells=())).targets == []


def test_points_without_intervals_have_no_band():
    plain = replace(LINES, series=(Series("a", (Point(x=0, y=1), Point(x=1, y=0.5))),))
    assert not drawn(plain).axes.collections
    assert drawn(LINES).axes.collections


def test_no_line_crosses_an_empty_class():
    points = tuple(Point(x=place, y=0.5, low=0.4, high=0.6) for place in (0, 1, 3))
    plot = replace(LINES, x=LINES.x._replace(names=("a", "b", "c", "d")), series=(Series("a", points),))
    _, line = drawn(plot).axes.lines  # the points, and what joins them
    assert [*map(bool, np.isnan(line.get_ydata()))] == [False, False, True, False]
    few = replace(plot, series=(Series("a", (*points[:2], Point(x=2, y=1), points[2])),))
    dots, line = drawn(few).axes.lines
    assert np.isnan(line.get_ydata()[2]) and dots.get_ydata()[2] == 1, "nor one that has too few for an interval"
    _, lone = drawn(plot).axes.collections
    assert [path[:, 0].tolist() for path in lone.get_segments()] == [[3, 3]], "one class alone has its interval, too"


def test_matplotlib_is_not_loaded_before_a_plot_is_drawn():
    code = "import sys, goldleaf.viewer.plots.writing; print('matplotlib' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=300)
    assert done.stdout.strip() == "False"
