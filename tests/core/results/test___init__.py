"""What is asked about sentences."""

from __future__ import annotations

import pytest

from goldleaf.core.errors import OptionError
from goldleaf.core.results import LONGEST, ScoreChoice


@pytest.mark.parametrize("length", [-1, LONGEST + 1, 10**30, -(10**400)])
def test_lengths_out_of_all_bounds(length):
    with pytest.raises(OptionError, match=r"--max-length -?\d+…?: expected a number of words from 0 to ") as raised:
        ScoreChoice(max_length=length)
    assert len(str(raised.value)) < 200
