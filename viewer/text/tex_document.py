"""What stands around a figure for TeX: a note on what it needs, or a whole document."""

from __future__ import annotations

import re
from collections.abc import Sequence

from goldleaf.viewer.diagram.shapes import Diagram
from goldleaf.viewer.text.tex import needs_unicode, preamble
from goldleaf.viewer.text.tex_example import Example

# With varwidth several figures stand below one another.
FIGURE = r"\documentclass[border=0pt, varwidth=\maxdimen]{standalone}"

_COLOUR = re.compile(r"\bgoldleaf([0-9A-F]{6})\b")


def wrap(
    body: Sequence[str],
    texts: Sequence[str],
    *,
    packages: Sequence[str],
    styles: Sequence[str] = (),
    right_to_left: bool,
    standalone: bool,
    example: Example | None = None,
    document: str = FIGURE,
) -> str:
    """``body`` as a document that can be compiled (``standalone``), or as a part to be input, with a note.

    ``texts`` are those of the figure, which decide on fonts and engine; ``styles`` go before the body. An
    ``example`` has the figure under its lines; ``document`` is the class of one that is not.
    """
    if example is not None:
        packages = [*packages, *example.packages]
        texts, body = [*texts, *example.texts], example.around(body)
    setup = [*packages, *preamble(texts, right_to_left=right_to_left)]
    # The colors that are named in some line; see `viewer.export.tikz.colour`.
    colors = sorted({name for line in (*styles, *body) for name in _COLOUR.findall(line)})
    styles = [*(rf"\definecolor{{goldleaf{name}}}{{HTML}}{{{name}}}" for name in colors), *styles]
    note = []
    if needs_unicode(texts) or right_to_left:
        note.append("% Compile with XeLaTeX or LuaLaTeX: the text is not all Latin.")
    if standalone:
        page = r"\documentclass{article}"
        opening = [document if example is None else page, *setup, *styles, r"\begin{document}"]
        lines = [*note, *opening, *body, r"\end{document}"]
    else:
        needed = ["% The document's preamble needs:", *(f"%   {line}" for line in setup)]
        lines = [*note, *needed, *(f"{style}%" for style in styles), *body]
    return "\n".join(lines) + "\n"


def told(diagram: Diagram) -> str:
    """What a figure is about, as comments."""
    about = (_comment(f"{name}: {value}") for name, value in diagram.metadata.items())
    return "\n".join([_comment(f"Goldleaf. {diagram.title}"), *about, ""])


def _comment(text: str) -> str:
    return "% " + " ".join(text.split())
