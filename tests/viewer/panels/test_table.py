"""The model that tables in the window share."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPersistentModelIndex, Qt

from goldleaf.viewer.panels.table import Role, ShownCell, TableModel, TableView
from goldleaf.viewer.tables import Column, Kind

pytestmark = pytest.mark.usefixtures("qapp")

COLUMNS = (Column("name", "Name"), Column("las", "LAS", Kind.SHARE, description="Right head and label"))


@pytest.fixture
def model():
    model = TableModel()
    model.show_cells(COLUMNS, [[ShownCell("a"), ShownCell("85.00", "17 of 20", said="a: 85", bold=True, ink="faint")]])
    return model


def test_cells_and_headings_stand_at_the_side_of_their_kind(model):
    sides = [model.headerData(column, Qt.Orientation.Horizontal, Role.TextAlignmentRole) for column in (0, 1)]
    assert sides == [model.index(0, column).data(Role.TextAlignmentRole) for column in (0, 1)]
    assert sides[0] & Qt.AlignmentFlag.AlignLeft and sides[1] & Qt.AlignmentFlag.AlignRight


def test_what_a_cell_shows(model):
    cell = model.index(0, 1)
    roles = (Role.DisplayRole, Role.ToolTipRole, Role.AccessibleTextRole)
    assert [cell.data(role) for role in roles] == ["85.00", "17 of 20", "a: 85"]
    assert cell.data(Role.FontRole).bold() and cell.data(Role.ForegroundRole) == model.colour("faint")
    assert model.index(0, 0).data(Role.FontRole) is None
    assert model.headerData(1, Qt.Orientation.Horizontal, Role.ToolTipRole) == "Right head and label"


def test_new_figures_in_the_same_rows_keep_the_place_other_rows_do_not(model):
    place = QPersistentModelIndex(model.index(0, 1))
    model.renew_cells(COLUMNS, [[ShownCell("a"), ShownCell("90.00")]])
    assert place.isValid() and place.data() == "90.00"
    model.renew_cells(COLUMNS, [[ShownCell("b"), ShownCell("90.00")]])
    assert not place.isValid()


@pytest.mark.parametrize("frozen", [False, True])
def test_a_row_that_is_cut_off_at_the_foot_is_left_out_until_it_has_room(model, frozen):
    model.show_cells(COLUMNS, [[ShownCell("many words"), ShownCell("90.00")]] * 20)
    view = TableView(model, "Scores")
    if frozen:
        view.freeze()
    view.show()
    high = view.rowHeight(0)
    view.resize(300, view.height() - view.viewport().height() + 4 * high + high - 4)

    def written(top: int, bottom: int) -> bool:
        picture = view.viewport().grab().toImage()
        seen = {picture.pixelColor(x, y).rgb() for x in range(40) for y in range(top, bottom)}
        return len(seen) > 3

    assert written(3 * high, 4 * high) and not written(4 * high, view.viewport().height())
    view.scrollToBottom()
    end = view.visualRect(model.index(19, 0))
    assert end.bottom() < view.viewport().height() and written(end.top(), end.bottom())
