"""Figures as files. A new format is a module here and a line in `FORMATS`. Qt is imported only by those that paint."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple, Protocol

from goldleaf.core.errors import OptionError
from goldleaf.core.files import write_whole
from goldleaf.core.registry import Registry
from goldleaf.viewer.diagram.shapes import Diagram
from goldleaf.viewer.diagram.theme import Theme, ruler_for
from goldleaf.viewer.export import svg
from goldleaf.viewer.export.pages import on_pages
from goldleaf.viewer.export.sizes import CM_PER_PIXEL, POINTS_PER_PIXEL, PRESETS, FigureSize
from goldleaf.viewer.export.tikz import write as write_tikz
from goldleaf.viewer.text.tex import Example, comments

__all__ = ["PRESETS"]


@dataclass(frozen=True, slots=True, kw_only=True)
class FigureOptions:
    """How a figure is written.

    page
        The width that the figure has, and what it is for. Without one a pixel is 1/96 of an inch times ``natural``.
    pixels
        PNG: pixels to a pixel of the picture, from 1 to 8.
    transparent
        No background. TeX has none anyway where the theme's is white.
    standalone
        TeX: a document that can be compiled, instead of a part of one.
    example
        TeX: the numbered example that the figure is a part of.
    dark
        SVG: the colors that it has where the reader's screen is dark.
    """

    page: FigureSize | None = None
    natural: float = 1.0
    pixels: int = 2
    transparent: bool = False
    standalone: bool = False
    example: Example | None = None
    dark: Theme | None = None

    def scale(self, diagram: Diagram) -> float:
        if self.page is None:
            return self.natural
        return self.page.width / (diagram.width * CM_PER_PIXEL) if diagram.width > 0 else 1.0


class TikzSource(Protocol):
    """Makes LaTeX that an author can go on editing; None where there are only lines to be had."""

    def __call__(self, theme: Theme, scale: float, *, standalone: bool) -> str | None:
        """The source; at ``scale`` 1 a pixel is 1/96 of an inch."""


class FigureFormat(NamedTuple):
    """A kind of file. ``heeds`` are the fields of `FigureOptions` that not every kind of file has, and this one does;
    ``pages`` if it can hold several figures."""

    suffix: str
    title: str
    encode: Callable[[Sequence[Diagram], Theme, FigureOptions, TikzSource | None], bytes]
    heeds: frozenset[str] = frozenset()
    pages: bool = False


def _svg(diagrams: Sequence[Diagram], theme: Theme, options: FigureOptions, _: TikzSource | None) -> bytes:
    diagram, scale = diagrams[0], options.scale(diagrams[0])
    width = None if scale == 1 else diagram.width * CM_PER_PIXEL * scale
    return svg.write(diagram, theme, width_cm=width, transparent=options.transparent, dark=options.dark).encode()


def _pdf(diagrams: Sequence[Diagram], theme: Theme, options: FigureOptions, _: TikzSource | None) -> bytes:
    from goldleaf.viewer.canvas.fonts import measure
    from goldleaf.viewer.export import painted

    page, ruler = options.page, ruler_for(theme, measure)
    pages = [part for diagram in diagrams for part in ([diagram] if page is None else on_pages(diagram, page, ruler))]
    scales = [options.scale(diagram) for diagram in pages]
    return painted.write_pdf(pages, theme, scales=scales, transparent=options.transparent)


def _png(diagrams: Sequence[Diagram], theme: Theme, options: FigureOptions, _: TikzSource | None) -> bytes:
    from goldleaf.viewer.export import painted

    scale = options.scale(diagrams[0])
    return painted.write_png(diagrams[0], theme, pixels=options.pixels, scale=scale, transparent=options.transparent)


def _tex(diagrams: Sequence[Diagram], theme: Theme, options: FigureOptions, source: TikzSource | None) -> bytes:
    scale, standalone = options.scale(diagrams[0]), options.standalone
    text = source(theme, scale, standalone=standalone) if source is not None else None
    if text is None:
        text = write_tikz(diagrams[0], theme, scale=scale, standalone=standalone, example=options.example)
    return f"{comments(diagrams[0])}{text}".encode()


_OWN = (
    FigureFormat("svg", "SVG", _svg, frozenset({"transparent"})),
    FigureFormat("pdf", "PDF", _pdf, frozenset({"transparent"}), pages=True),
    FigureFormat("png", "PNG", _png, frozenset({"transparent", "pixels"})),
    FigureFormat("tex", "TikZ", _tex, frozenset({"standalone", "example"})),
)
FORMATS: Registry[FigureFormat] = Registry({entry.suffix: entry for entry in _OWN}, "goldleaf.figures")


def format_of(path: str | Path) -> FigureFormat:
    """The format that a file's name asks for. Raises OptionError if there is none."""
    suffix = Path(path).suffix.lstrip(".").lower()
    if suffix not in FORMATS:
        known = ", ".join(f".{name}" for name in FORMATS)
        raise OptionError(f"{path}: a figure is one of {known}, not {f'.{suffix}' if suffix else 'without an ending'}")
    return FORMATS[suffix]


def encode(
    suffix: str, diagrams: Diagram | Sequence[Diagram], theme: Theme, options: FigureOptions | None = None, *,
    tikz: TikzSource | None = None,
) -> bytes:  # fmt: skip
    """A figure as the content of a file. Several diagrams become the pages of a PDF; other formats hold only one. PNG
    and PDF need a QGuiApplication."""
    chosen = format_of(f"figure.{suffix}")
    pages = [diagrams] if isinstance(diagrams, Diagram) else list(diagrams)
    if not pages:
        raise OptionError("There is nothing to draw.")
    if len(pages) > 1 and not chosen.pages:
        raise OptionError(f".{suffix}: holds one figure, not {len(pages)}; a .pdf can have a page for each")
    return chosen.encode(pages, theme, options or FigureOptions(), tikz)


def save(
    path: str | Path, diagrams: Diagram | Sequence[Diagram], theme: Theme, options: FigureOptions | None = None, *,
    tikz: TikzSource | None = None,
) -> None:  # fmt: skip
    """Writes a figure in the format of the file's ending, whole or not at all. Raises OptionError for an unknown ending
    or option, GoldleafError if the file cannot be written."""
    write_whole(path, encode(format_of(path).suffix, diagrams, theme, options, tikz=tikz))


def text_size(diagrams: Diagram | Sequence[Diagram], theme: Theme, options: FigureOptions) -> float | None:
    """The size in points of a figure's smallest text on paper; None without text."""
    sizes = []
    for diagram in [diagrams] if isinstance(diagrams, Diagram) else diagrams:
        scale = options.scale(diagram)
        roles = {text.role for text in diagram.texts if text.text}
        sizes += [theme.font(role).size * POINTS_PER_PIXEL * scale for role in roles]
    return min(sizes, default=None)
