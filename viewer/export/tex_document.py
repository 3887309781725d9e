"""What stands around a figure for TeX: a note on what it needs, or a whole document."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from goldleaf.core.treebank import Sentence
from goldleaf.viewer.export.tex_text import needs_unicode, preamble


def wrap(
    body: Sequence[str],
    texts: Sequence[str],
    *,
    packages: Sequence[str],
    styles: Sequence[str] = (),
    right_to_left: bool,
    title: str,
    metadata: Mapping[str, str],
    standalone: bool,
) -> str:
    """``body`` as a document that can be compiled (``standalone``), or as a part to be input, with a note.

    ``texts`` are those of the figure, which decide on fonts and engine; ``styles`` go before the body.
    """
    setup = [*packages, *preamble(texts, right_to_left=right_to_left)]
    note = [_comment(f"Goldleaf. {title}"), *(_comment(f"{name}: {value}") for name, value in metadata.items())]
    if needs_unicode(texts) or right_to_left:
        note.append("% Compile with XeLaTeX or LuaLaTeX: the text is not all Latin.")
    if standalone:
        # With varwidth several figures stand below one another.
        opening = [r"\documentclass[border=0pt, varwidth=\maxdimen]{standalone}", *setup, *styles, r"\begin{document}"]
        lines = [*note, *opening, *body, r"\end{document}"]
    else:
        needed = ["% The document's preamble needs:", *(f"%   {line}" for line in setup)]
        lines = [*note, *needed, *(f"{style}%" for style in styles), *body]
    return "\n".join(lines) + "\n"


def about(sentence: Sentence, kind: str, names: Iterable[str]) -> dict[str, str]:
    """Metadata of a figure: the sentence's number and id, and the names of the pictures, which are of a kind."""
    known = {"sentence": f"{sentence.number}", "id": sentence.id or "", kind: ", ".join(names)}
    return {name: value for name, value in known.items() if value}


def joined(parts: Iterable[Sequence[str]], between: str) -> list[str]:
    """The lines of several figures with a line between each two."""
    lines: list[str] = []
    for part in parts:
        lines += [between, *part] if lines else part
    return lines


def _comment(text: str) -> str:
    return "% " + " ".join(text.split())
