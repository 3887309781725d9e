"""A width is a promise: what a figure is as wide as, how large its text is, and what is said where that cannot be."""

from __future__ import annotations

import re
from dataclasses import replace
from importlib.resources import files
from pathlib import Path

import pytest

from goldleaf.core.errors import OptionError
from goldleaf.core.metrics import BY_DEFAULT, create
from goldleaf.viewer.diagram.options import Mode
from goldleaf.viewer.diagram.shapes import Role, Text
from goldleaf.viewer.diagram.theme import Extent, Font, ruler_for
from goldleaf.viewer.diagram.theme import typewriter as wide
from goldleaf.viewer.export import text_size
from goldleaf.viewer.export.pages import on_pages
from goldleaf.viewer.figures.figure import Figure
from goldleaf.viewer.figures.render import decided, render, warnings
from goldleaf.viewer.figures.wanted import Wanted
from goldleaf.viewer.session.document import Document
from goldleaf.viewer.session.loading import loaded
from goldleaf.viewer.session.request import Request
from goldleaf.viewer.views import VIEWS

# Nine constituents inside each other
DEEP = """(ROOT (S (PP (IN Last) (NP (NN winter))) (, ,) (NP (PRP she)) (VP (VBD was) (VP (VBN asked) (PP (TO to)
(NP (NP (DT the) (JJ old) (NN town)) (, ,) (SBAR (WHADVP (WRB where)) (S (NP (PRP she)) (VP (VBD painted) (PP (IN until)
(NP (NNP March) (CD 1912)))))))))) (, ,) (PRN (-LRB- [) (CD 6) (-RRB- ]))))\n"""
DEMO = Path(str(files("goldleaf.assets"))) / "demo"


def typewriter(text: str, font: Font, /) -> Extent:
    """As wide as most fonts for print are."""
    return wide(text, replace(font, size=0.85 * font.size))


def document(gold: str, parse: str | None = None) -> Document:
    parses = () if parse is None else (DEMO / parse,)
    names = tuple(path.stem for path in parses)
    return loaded(Request(DEMO / gold, parses, names), [create(name) for name in BY_DEFAULT])


@pytest.fixture(scope="module")
def arcs() -> Document:
    return document("gold.conllu", "parse.conllu")


@pytest.fixture(scope="module")
def trees() -> Document:
    return document("trees-gold.mrg", "trees-parse.mrg")


def made(known: Document, sentence: str = "1", **wanted: object) -> Figure:
    return render(known, int(sentence) - 1, Wanted(**wanted), typewriter)  # type: ignore[arg-type]


def size(figure: Figure) -> tuple[float, float]:
    """In centimetres."""
    scale = figure.options.scale(figure.diagram) * 2.54 / 96
    return figure.diagram.width * scale, figure.diagram.height * scale


def smallest(figure: Figure) -> float:
    return text_size(figure.diagram, figure.theme, figure.options) or 0.0


def said(figure: Figure) -> list[str]:
    return warnings(figure, lambda *_: None)


@pytest.mark.parametrize("width", ["column", "full", 12])
@pytest.mark.parametrize("sentence", ["1", "2", "3", "4"])
def test_a_figure_is_as_wide_as_asked_and_can_be_read(arcs, width, sentence):
    figure = made(arcs, sentence, width=width, legend=True)
    assert size(figure)[0] == pytest.approx({"column": 7.7, "full": 16.0}.get(width, width))
    assert smallest(figure) >= 7 - 1e-6


def test_the_first_sentence_of_the_demo_in_a_column(arcs):
    figure = made(arcs, width="column", legend=True)
    assert size(figure)[1] <= 9.0
    assert len({text.y for text in figure.diagram.shapes if isinstance(text, Text) and text.role == Role.WORD}) == 2
    assert decided(figure).endswith("closely spaced; gold and parse share one line of words; 2 rows of words")
    titles = [shape.text for shape in figure.diagram.shapes if isinstance(shape, Text) and shape.role == Role.TITLE]
    assert titles == ["gold above, parse below"]


def test_one_row_in_full_width_with_words_of_8_points(arcs):
    figure = made(arcs, width="full")
    assert [diagram.strips for diagram in figure.drawing.diagrams] == [(), ()]
    words = figure.theme.font(Role.WORD).size * 0.75 * figure.options.scale(figure.diagram)
    assert words == pytest.approx(8)
    assert "one line" not in decided(figure)


def test_words_are_a_little_smaller_where_that_saves_a_row(arcs):
    saved, large = made(arcs, "2", width=14), made(arcs, "2", width=14, font_size=8)
    assert saved.fit is not None and large.fit is not None
    assert (saved.fit.rows, large.fit.rows) == (2, 3)  # who has asked for 8 points has them
    assert smallest(saved) >= 7
    assert saved.diagram.height < large.diagram.height
    assert made(arcs, "2", width=15).fit == made(arcs, "2", width=15, font_size=8).fit  # where it saves none


def test_a_narrow_figure_stands_in_the_middle_of_its_width(arcs):
    figure = made(arcs, "8", width=30)
    xs = [shape.x for shape in figure.diagram.shapes if isinstance(shape, Text) and shape.role == Role.WORD]
    assert (min(xs) + max(xs)) / 2 == pytest.approx(figure.diagram.width / 2, rel=0.1)


def test_everything_stays_within_the_width(arcs):
    figure = made(arcs, "2", width="column", legend=True, caption="The words of a sentence. " * 5)
    for shape in figure.diagram.shapes:
        if isinstance(shape, Text):
            left = {"start": 0.0, "middle": 0.5, "end": 1.0}[shape.anchor] * shape.width
            assert shape.x - left >= -0.5 and shape.x - left + shape.width <= figure.diagram.width + 0.5


def test_what_somebody_has_chosen_is_kept_and_what_would_help_is_said(arcs):
    figure = made(arcs, width="column", compare="stacked", wrap=False)
    assert len(figure.drawing.diagrams) == 2 and not any(one.strips for one in figure.drawing.diagrams)
    assert size(figure)[0] == pytest.approx(7.7)
    (warning,) = said(figure)
    assert re.match(r"text of \d\.\d pt, less than 7; --layout upright or --wrap would help", warning)


def test_no_advice_names_another_width_or_sentence(arcs):
    """Words of 30 points are too large for any layout of so narrow a figure."""
    asked = {"compare": "stacked", "wrap": False, "font_size": 30, "rows": "none"}
    assert said(made(arcs, width=3, **asked))[0].endswith("no other choice would help")


def test_what_had_many_rows_or_small_text_runs_down_the_page(arcs, trees):
    """More than three rows of arcs nobody follows, and a tree of a long sentence is small however it is folded."""
    across, down = made(arcs, "2", width="column", layout="across"), made(arcs, "2", width="column")
    assert across.fit.rows > 3 and not across.drawing.upright
    assert down.drawing.upright and decided(down).endswith("words run down the page")
    assert size(down)[1] < size(across)[1] and smallest(down) >= 6.95
    assert not made(arcs, width="column").drawing.upright  # two rows
    assert not made(arcs, "2", width="full").drawing.upright
    assert not made(arcs, "2", width="column", compare="overlay").drawing.upright
    tree = made(trees, "4", width="column")
    assert smallest(made(trees, "4", width="column", layout="across")) < 6.95 <= smallest(tree)
    assert tree.drawing.upright and "words run down the page" in decided(tree)
    assert "--layout outline" in said(made(trees, "2", width=6, layout="across", only_differences=False))[0]


def test_a_legend_has_more_lines_rather_than_that_it_keeps_text_small(trees):
    asked = {"width": "column", "layout": "across"}
    bare, explained = made(trees, "2", **asked), made(trees, "2", legend=True, **asked)
    assert smallest(bare) > 6.9 and smallest(explained) == pytest.approx(smallest(bare), abs=0.15)
    legend = explained.around.legend
    assert legend is not None and len({shape.y for shape in legend.shapes if isinstance(shape, Text)}) > 1


def test_a_tree_becomes_an_outline_before_its_words_are_on_edge_or_folded_to_a_handful(trees):
    across, figure = made(trees, "2", width=12, layout="across"), made(trees, "2", width=12)
    assert "upwards" in decided(across) and not across.fit.lacking
    assert figure.drawing.upright and not figure.fit.lacking


def test_down_the_page_a_sentence_is_set_closer_where_that_saves_a_page(tmp_path):
    path = tmp_path / "long.conllu"
    heads = [0, *[max(1, n - 1 - n % 3) for n in range(2, 84)]]
    rows = (
        f"{n}\tword{n}\t_\tNOUN\t_\t_\t{head}\t{'obj' if head else 'root'}\t_\t_" for n, head in enumerate(heads, 1)
    )
    path.write_text("\n".join([*rows, "", ""]), encoding="utf-8")
    known = loaded(Request(path, (path,), ("parse",)), [create(name) for name in BY_DEFAULT])
    close, asked = made(known, "1", width="full"), made(known, "1", width="full", font_size=8)
    assert close.drawing.upright and "closely spaced" in decided(close) and smallest(close) >= 6.95
    assert size(close)[1] <= 24 < size(asked)[1]
    assert not said(close) and any("more than a page of 24 cm; a .pdf" in line for line in said(asked))


def test_a_figure_that_no_page_holds(arcs):
    figure = made(arcs, "4", width=4, layout="across")
    assert figure.fit is not None and figure.fit.too_tall is not None
    assert any("cm tall" in line for line in said(figure))


def test_words_as_large_as_asked(arcs):
    figure = made(arcs, width="full", font_size=10)
    assert figure.theme.font(Role.WORD).size * 0.75 * figure.options.scale(figure.diagram) == pytest.approx(10)
    natural = made(arcs, font_size=10)
    assert natural.theme.font(Role.WORD).size * 0.75 * natural.options.scale(natural.diagram) == pytest.approx(10)
    assert natural.fit is None and decided(natural) == ""
    with pytest.raises(OptionError, match="--font-size 0"):
        made(arcs, font_size=0)


def test_trees_become_narrow_by_upright_leaves_then_by_folding(trees):
    plain, folded = made(trees, width="column"), made(trees, "2", width=6, legend=True, layout="across")
    assert smallest(plain) >= 6 and smallest(folded) >= 6
    assert any(shape.upright for shape in folded.diagram.shapes if isinstance(shape, Text))
    assert "words run upwards" in decided(folded) and "folded" in decided(folded)
    assert any(shape.role == Role.FOLD for shape in folded.diagram.shapes)


def test_trees_below_each_other_have_their_words_on_a_line_where_a_width_holds_that(trees):
    def lines(**wanted: object) -> tuple[list[int], str]:
        figure = made(trees, **wanted)
        words = [shape for shape in figure.diagram.shapes if isinstance(shape, Text) and shape.role == Role.WORD]
        return sorted({round(word.y) for word in words}), decided(figure)

    assert len(lines(width="full", sentence="1")[0]) == 2
    slanted, said = lines(width="full", sentence="2")
    assert len(slanted) > 2 and said.endswith("closely spaced; words right under their tags")
    asked = made(trees, "2", width="full", layout="across", own={"style": "bottom"})
    assert "right under" not in decided(asked)


def test_nothing_is_folded_against_ones_will(trees):
    figure = made(trees, "2", width=6, only_differences=False, layout="across")
    assert not any(shape.role == Role.FOLD for shape in figure.diagram.shapes)
    assert "--only-differences" in said(figure)[0]


def test_functions_in_a_column(arcs):
    figure = made(arcs, view="function", width="column", legend=True)
    assert size(figure)[0] == pytest.approx(7.7) and smallest(figure) >= 6


def test_a_gold_alone_has_no_overlay():
    figure = made(document("gold.conllu"), width="column")
    assert "gold and parse" not in decided(figure)
    assert figure.drawing.diagrams[0].strips


def test_a_slide_is_filled(arcs):
    figure = made(arcs, "8", width="slide")
    wide, high = size(figure)
    assert wide == pytest.approx(30) and high <= 17.01 and smallest(figure) >= 14


def test_without_a_width_nothing_is_decided(arcs):
    figure = made(arcs, compare="overlay")
    assert figure.fit is None and figure.diagram.metadata["compare"] == Mode.OVERLAY.value


@pytest.fixture(scope="module")
def theories() -> Document:
    others = tuple(DEMO / "theories" / name for name in ("function-gold.conllu", "constituents-gold.mrg"))
    first, parse = (DEMO / "theories" / f"content-{name}.conllu" for name in ("gold", "parse"))
    return loaded(Request(first, (parse,), ("parse",), other_golds=others), [create(name) for name in BY_DEFAULT])


@pytest.mark.parametrize("sentence", ["2", "6"])
def test_functions_of_three_golds_in_a_column_are_folded_alike_or_not_at_all(theories, sentence):
    figure = made(theories, sentence, view="function", width="column")
    assert size(figure)[1] <= 13 and smallest(figure) >= 6
    folds = [
        {shape.text for shape in diagram.shapes if isinstance(shape, Text) and shape.role == Role.FOLD}
        for diagram in figure.drawing.diagrams
    ]
    assert folds[0] == folds[1] == folds[2]


def test_what_cannot_be_had_goes_in_turn(theories):
    """Ghosts that were asked for stay, and what would help is said."""
    order = ["without what the golds lost", "without tags", "what has no difference is folded"]
    said_of = [remedy.said for remedy in VIEWS["function"].remedies]
    assert [text for text in said_of if text in order] == order
    ghosts = made(theories, "2", view="function", width=6, layout="across", own={"ghosts": True})
    assert "lost" not in decided(ghosts) and ghosts.fit.lacking
    assert "--no-ghosts" in said(ghosts)[0]


def test_ghosts_in_a_column_stand_in_an_outline_below_that_of_gold_and_parse(theories):
    figure = made(theories, "6", view="function", width="column", own={"ghosts": True})
    assert figure.drawing.upright and not figure.drawing.beside and not figure.fit.lacking and smallest(figure) >= 6.9
    titles = [text.text for text in figure.diagram.shapes if isinstance(text, Text) and text.role == Role.TITLE]
    assert titles[:2] == ["content-gold", "parse"] and titles[2].startswith("generalized gold")  # each once


def test_gold_and_parse_stand_side_by_side_above_what_golds_share_where_there_is_room(theories):
    def tops(**wanted: object) -> list[float]:
        figure = made(theories, "2", view="function", **wanted)
        assert smallest(figure) >= 7
        return [text.y for text in figure.diagram.shapes if isinstance(text, Text) and text.role == Role.TITLE]

    gold, parse, common = tops(width="full")
    assert gold == parse < common
    assert len(set(tops(width="full", compare="stacked"))) == len(set(tops(width="column"))) == 3
    assert size(made(theories, "2", view="function", width="full"))[1] < 9


def test_on_a_slide_gold_and_parse_may_stand_beside_each_other(trees):
    figure = made(trees, width="slide")
    assert figure.drawing.beside and "side by side" in decided(figure) and smallest(figure) >= 12
    assert not made(trees, width="slide", compare="stacked").drawing.beside
    assert not made(trees, width="full").drawing.beside


def test_on_a_slide_words_run_down_several_columns_and_differences_stay_alone_only_where_all_is_too_much(arcs):
    whole = made(arcs, "2", width="slide")
    assert whole.drawing.upright and len(whole.drawing.diagrams) > 1 and not whole.fit.lacking
    assert "differences" not in decided(whole)
    words = [shape for shape in whole.diagram.shapes if isinstance(shape, Text) and shape.role == Role.WORD]
    assert len(words) == 32 and smallest(whole) >= 13.95
    column = made(arcs, "2", width="column", layout="upright")
    assert len(column.drawing.diagrams) == 1
    assert "differences" in decided(made(arcs, "4", width="slide", compare="overlay"))


def test_a_pdf_goes_on_on_further_slides_rather_than_fold_or_be_tiny(trees):
    figure = render(trees, 3, Wanted(width="slide"), typewriter, pages=True)
    slides = on_pages(figure.diagram, figure.options.page, ruler_for(figure.theme, typewriter))
    assert figure.fit.pages == len(slides) > 1 and decided(figure).startswith(
        f"{len(slides)} pages of 30.0 × 16.9 cm or less"
    )
    assert "folded" not in decided(figure) and smallest(figure) >= 13.95 and not said(figure)
    assert {slide.height for slide in slides} == {slides[0].height}
    assert slides[0].height * 16 / slides[0].width == pytest.approx(9)

    def texts(diagrams, role):
        return sorted(shape.text for one in diagrams for shape in one.shapes if getattr(shape, "role", None) is role)

    assert texts(slides, Role.WORD) == texts([figure.diagram], Role.WORD)
    numbers = [f"{number} / {len(slides)}" for number in range(1, len(slides) + 1)]
    assert texts(slides, Role.TITLE) == sorted(len(slides) * texts([figure.diagram], Role.TITLE) + numbers)
    for slide in slides:  # no constituent's name stands on another slide than its first word
        lines = {
            shape.y: shape.role for shape in slide.shapes if getattr(shape, "role", None) in (Role.WORD, Role.NODE)
        }
        assert lines[max(lines)] is Role.WORD
    # Other kinds of files have no further page, and say which one has.
    alone = made(trees, "4", width="slide")
    assert alone.fit.pages == 1 and ".pdf" in "".join(said(alone)) and smallest(alone) < 12


def test_words_down_the_page_have_whole_titles(tmp_path):
    file = tmp_path / "long.conllu"
    lines = [f"{n}\tword{n}\t_\tNOUN\t_\t_\t{n > 1:d}\t{'dep' if n > 1 else 'root'}\t_\t_\n" for n in range(1, 31)]
    file.write_text("".join(lines) + "\n")
    known = loaded(Request(file, (file,), ("parse",)), [create(name) for name in BY_DEFAULT])
    figure = made(known, width="column")
    assert figure.drawing.upright and "closely spaced" in decided(figure)
    size = figure.theme.size(Role.TITLE)
    for text in figure.diagram.texts:
        assert 0.7 * size <= text.y <= figure.diagram.height - 0.2 * size


def test_words_are_not_on_edge_on_a_slide_where_an_outline_can_be_read(tmp_path):
    file = tmp_path / "deep.mrg"
    file.write_text(DEEP)
    figure = made(loaded(Request(file, (file,), ("parse",)), [create(name) for name in BY_DEFAULT]), width="slide")
    assert figure.drawing.upright and "upwards" not in decided(figure) and 12 <= smallest(figure) < 15


@pytest.mark.parametrize("words", [24, 90])
def test_words_of_a_column_are_a_little_smaller_rather_than_cut(tmp_path, words):
    long = ["administration", "institutions", "provinces", "council"]
    forms = [long[number % 4] if number % 3 else "of" for number in range(words)]
    lines = [f"{n}\t{form}\t_\tNOUN\t_\t_\t{n - 1}\t{'dep' if n > 1 else 'root'}" for n, form in enumerate(forms, 1)]
    file = tmp_path / "long.conllu"
    file.write_text("".join(f"{line}\t_\t_\n" for line in lines) + "\n")
    known = loaded(Request(file, (file,), ("parse",)), [create(name) for name in BY_DEFAULT])
    large, free = (made(known, width=4, layout="upright", font_size=size) for size in (8, None))
    assert any("cut for want of width" in note for note in large.notes)
    cut = [
        sum(one.text.endswith("…") for one in figure.diagram.shapes if isinstance(one, Text))
        for figure in (large, free)
    ]
    assert cut[0] > cut[1] and smallest(free) >= 7 - 1e-6
