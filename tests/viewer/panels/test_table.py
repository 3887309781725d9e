"""The model that tables in the window share."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPersistentModelIndex, Qt

from goldleaf.viewer.panels.table import Role, ShownCell, TableModel
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
