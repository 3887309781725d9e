"""A plot of each kind, with names that formulas, TeX and XML would take for something else."""

from __future__ import annotations

from goldleaf.viewer.plots.description import Axis, Bars, Bubbles, HeatCell, HeatMap, LineChart, Point, Series

NAMES = ("PRP$ WP$", "nmod:poss", "R&D <x>")

LINES = LineChart(
    title="LAS by length",
    x=Axis(title="Words", names=NAMES),
    y=Axis(title="LAS", percent=True),
    series=tuple(
        Series(
            name,
            tuple(
                Point(
                    x=place,
                    y=0.9 - 0.1 * place - drop,
                    low=0.85 - 0.1 * place - drop,
                    high=0.95 - 0.1 * place - drop,
                    condition=f"words > {10 * place}",
                )
                for place in range(3)
            ),
        )
        for name, drop in (("a_x 50%", 0.0), ("b", 0.2))
    ),
    note="Bands: 95 %.",
)
BARS = Bars(
    title="Error mass",
    x=Axis(title="Share", percent=True),
    y=Axis(title="Relation", names=NAMES),
    series=tuple(
        Series(name, tuple(Point(x=share - place / 10, y=place, condition=f"{name} = {place}") for place in range(3)))
        for name, share in (("a", 0.5), ("b", 0.4))
    ),
)
BUBBLES = Bubbles(
    title="Systems",
    x=Axis(title="TedEval", percent=True),
    y=Axis(title="LAS", percent=True),
    size="Words",
    series=(
        Series("Base", (Point(x=0.8, y=0.7, size=900, label="French"), Point(x=0.6, y=0.5, size=100, label="Basque"))),
        Series("Malt", (Point(x=0.7, y=0.6, size=400, label="French", condition="las < 1"),)),
    ),
)
HEAT_MAP = HeatMap(
    title="Confusions",
    x=Axis(title="Parse", names=NAMES),
    y=Axis(title="Gold", names=NAMES),
    cells=tuple(
        HeatCell(
            row=row, column=column, value=figure, text=f"{figure}", plain=row == column, condition=f"{row}-{column}"
        )
        for row, figures in enumerate(((90, 2, 0), (5, 80, 1), (0, 7, 70)))
        for column, figure in enumerate(figures)
        if figure
    ),
)
PLOTS = {"lines": LINES, "bars": BARS, "bubbles": BUBBLES, "heat-map": HEAT_MAP}
