"""How a difference in a layer is told and drawn, of a gold and a parse and of annotators.

Also tests `diagram.quoting`, `views.view`.
"""

import pytest

from goldleaf.core.analysis.sides.layers import Layer
from goldleaf.viewer.diagram.annotators import Adjudication
from goldleaf.viewer.diagram.naming import REVIEW
from goldleaf.viewer.diagram.shapes import State
from goldleaf.viewer.views.layers import layer_difference


def difference(layer, gold, parse, wording):
    return layer_difference(
        layer, "1", word="word", gold=gold, parse=parse, place=1, places=[1], keys=(), wording=wording
    )


@pytest.mark.parametrize(
    ("layer", "gold", "parse", "judged", "not_judged"),
    [
        (Layer.TAG, "NOUN", "VERB", (State.WRONG_LABEL, State.WRONG_LABEL), (State.DIFFERS, State.DIFFERS)),
        (Layer.CONSTITUENT, "NP", "none", (State.MISSING, None), (State.ONLY_ONE, None)),
        (Layer.CONSTITUENT, "none", "NP", (None, State.EXTRA), (None, State.ONLY_OTHER)),
    ],
)
def test_each_side_is_drawn_in_the_lines_of_who_has_it(layer, gold, parse, judged, not_judged):
    for wording, states in ((REVIEW, judged), (Adjudication("anna", "ben"), not_judged)):
        found = difference(layer, gold, parse, wording)
        assert (found.gold_state, found.parse_state) == states
        assert {*found.word_states.values()} <= {state for state in states if state is not None}
