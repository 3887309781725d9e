"""Functions as nodes, and the edits between them."""

from dataclasses import replace

import pytest

from goldleaf.core.metrics import create
from goldleaf.core.metrics.tedeval.trees import edit_script, trees
from goldleaf.viewer.diagram.naming import NO_FUNCTION, Wording
from goldleaf.viewer.diagram.shapes import Key, Side, State
from goldleaf.viewer.views.functions.function_picture import function_differences, function_pictures
from goldleaf.viewer.views.trees.describe import constituent_description, tree_card_rows
from goldleaf.viewer.views.trees.shown import shown_trees
from goldleaf.viewer.views.trees.tree_picture import TreeOptions
from tests.core.metrics.phrases import phrases
from tests.core.trees import treebank

WORDING = Wording("UD")
NAMES = ("UD", "SUD")
GOLD = treebank("the/D/3/det old/A/3/amod house/N/0/root")
OTHER = treebank("the/D/0/root old/A/3/mod house/N/1/comp")
PARSE = treebank("the/D/3/det old/A/3/nmod house/N/0/root")


def pictures(gold, parse, **options):
    [found] = trees(create("tedeval"), gold, parse)
    script = edit_script(found)
    drawn = function_pictures(
        found, gold.sentence(0), parse.sentence(0), script, wording=WORDING, golds=NAMES, **options
    )
    return found, script, drawn


def states(picture):
    return {
        (picture.node_at[number].label, tuple(sorted(fact[1]))): picture.state(number)
        for fact, number in picture.node_of.items()
    }


def test_gold_and_parse():
    _, _, (gold, parse) = pictures(GOLD, PARSE)
    assert states(gold)[("amod", (2,))] == State.MISSING and states(parse)[("nmod", (2,))] == State.EXTRA
    assert states(gold)[("root", (1, 2, 3))] == states(parse)[("hd", (3,))] == State.MATCHED
    assert [word.parent for word in gold.sentence.words] == [
        gold.node_of[(label, frozenset({n}))] for n, label in ((1, "det"), (2, "amod"), (3, "hd"))
    ]
    assert gold.partners[gold.node_of[("det", frozenset({1}))]] == parse.node_of[("det", frozenset({1}))]


def test_what_several_golds_have_in_common_with_ghosts():
    _, _, (gold, parse, common) = pictures(replace(GOLD, other_golds=(OTHER,)), PARSE)
    assert common.side == Side.GENERALISED
    assert states(common)[("hd", (3,))] == State.GENERALISED
    assert states(common)[(NO_FUNCTION, (2,))] == State.GENERALISED
    assert common.asides[common.node_of[(None, frozenset({2}))]] == "¹amod ²mod"
    assert (common.name, common.title) == ("generalized gold", "generalized gold: ¹ UD, ² SUD")
    # The node over ‘the’ is in all golds, whatever each calls it.
    assert states(parse)[("det", (1,))] == State.FORGIVEN and states(gold)[("det", (1,))] == State.MATCHED
    det = gold.node_of[("det", frozenset({1}))]
    assert gold.verdict(det) == "in all golds, its functions differ" and det in gold.unscored
    lost = common.node_of[("comp", frozenset({2, 3}))]
    assert common.verdict(lost) == "lost in generalization (of SUD)" and common.node_at[lost].label == "²comp"
    assert parse.differs(parse.node_of[("nmod", frozenset({2}))])
    _, _, (*_, bare) = pictures(replace(GOLD, other_golds=(OTHER,)), PARSE, ghosts=False)
    assert State.NOT_SCORED not in states(bare).values() and not bare.asides and bare.title == "generalized gold"


def test_edits_made_one_by_one_end_in_the_gold():
    _, script, _ = pictures(GOLD, PARSE)
    drawn = [pictures(GOLD, PARSE, applied=count)[2][1] for count in range(len(script) + 1)]
    labels = [sorted(node.label for node in picture.sentence.nodes) for picture in drawn]
    assert labels[0] == ["det", "hd", "nmod", "root"]
    assert labels[1] == ["det", "hd", "root", NO_FUNCTION]
    assert labels[2] == ["amod", "det", "hd", "root"]
    assert set(states(drawn[-1]).values()) == {State.MATCHED}


def test_nodes_without_functions():
    bank = phrases("(S (NP (N a)) (N b))")
    found, script, (gold, _) = pictures(bank, bank)
    assert not found.lists_labels and script == ()
    assert {node.label for node in gold.sentence.nodes} == {NO_FUNCTION}


def test_edits_in_words():
    found, script, drawn = pictures(replace(GOLD, other_golds=(OTHER,)), PARSE)
    told = function_differences(found, script, GOLD.sentence(0), PARSE.sentence(0), drawn, NAMES)
    lines = {one.sentence: one for one in told}
    extra = lines["deleted: nmod over ‘old’; the parse has it, the generalized gold does not"]
    assert (extra.state, extra.scored, extra.place) == (State.EXTRA, True, 2)
    assert extra.about(extra.keys[0]) and extra.keys[0].side == Side.PARSE
    assert (extra.gold, extra.parse) == ("UD: amod · generalized: ∅", "parse: nmod")
    forgiven = lines["deleted: det over ‘the’; UD has it, too, the generalized gold does not: forgiven"]
    assert (forgiven.gold, forgiven.parse) == ("UD: det · generalized: ∅", "parse: det")
    assert (forgiven.state, forgiven.scored) == (State.FORGIVEN, False)
    assert {key.side for key in forgiven.keys} == {Side.GOLD, Side.PARSE, Side.GENERALISED}


def test_of_equal_words_and_of_signs_it_is_said_which_they_are():
    gold, parse = (treebank(f"so/A/5/x ,/P/5/{one} "
                            f",/P/2/y so/A/5/{one} went/V/0/root") for one in "ab")  # fmt: skip
    found, script, drawn = pictures(gold, parse)
    told = function_differences(found, script, gold.sentence(0), parse.sentence(0), drawn)
    assert {one.word for one in told} == {"‘, ,’ (2–3)", "‘so’ (4)"}
    gold, parse = (treebank(f"it/A/3/x ,/P/3/{one} went/V/0/root ,/P/2/y") for one in "ab")
    found, script, drawn = pictures(gold, parse)
    told = function_differences(found, script, gold.sentence(0), parse.sentence(0), drawn)
    assert {one.word for one in told} == {"‘, … ,’ (2, 4)"}, "and not 3"


def test_words_that_only_one_side_has_are_marked():
    gold = treebank("can/V/3/aux not/P/3/neg go/V/0/root")
    parse = treebank("cannot/V/2/aux go/V/0/root")
    metric = create("tedeval").fitted(gold, parse)
    [found] = trees(metric, gold, parse)
    script = edit_script(found)
    drawn = function_pictures(found, gold.sentence(0), parse.sentence(0), script, wording=WORDING)
    assert [picture.word_states for picture in drawn] == [{1: State.MISSING, 2: State.MISSING}, {1: State.EXTRA}]
    told = function_differences(found, script, gold.sentence(0), parse.sentence(0), drawn)
    [extra] = [one for one in told if one.sentence.startswith("deleted: the word cannot/V")]
    assert extra.keys == ((Side.PARSE, "word", "1"),) and extra.about(extra.keys[0])


def test_an_edit_is_of_the_same_nodes_whatever_was_applied():
    gold = replace(GOLD, other_golds=(OTHER,))
    found, script, drawn = pictures(gold, PARSE)
    before = function_differences(found, script, gold.sentence(0), PARSE.sentence(0), drawn, NAMES)
    for count in range(len(script) + 1):
        _, _, then = pictures(gold, PARSE, applied=count)
        told = function_differences(found, script, gold.sentence(0), PARSE.sentence(0), then, NAMES)
        assert [one.sentence for one in told] == [one.sentence for one in before]
        for edit, one in zip(script, told, strict=True):
            for key in one.keys:
                assert one in [other for other in told if other.about(key)]
                picture = next(picture for picture in then if picture.side is key.side)
                if int(key.name) in picture.node_at and key not in picture.ghost_at.values():
                    assert picture.node_of[(edit.label, edit.over)] == int(key.name)


def test_what_is_related_is_the_same_function_over_the_same_words():
    _, _, drawn = pictures(replace(GOLD, other_golds=(OTHER,)), PARSE)
    fact_at = {number: fact for picture in drawn for fact, number in picture.node_of.items()}
    assert len({(fact, number) for picture in drawn for fact, number in picture.node_of.items()}) == len(fact_at)
    for picture in drawn:
        assert all(number == partner for number, partner in picture.partners.items())


@pytest.mark.parametrize("labeled", ["true", "false"])
def test_the_generalized_gold_is_the_same_whichever_gold_comes_first(labeled):
    shown = []
    for first, other, swapped in ((GOLD, OTHER, ""), (OTHER, GOLD, "¹²")):
        [found] = trees(create("tedeval", labeled=labeled), replace(first, other_golds=(other,)), PARSE)
        drawn = function_pictures(found, GOLD.sentence(0), None, (), wording=WORDING, golds=NAMES)[-1]
        renumber = str.maketrans(swapped, swapped[::-1])
        known = {(label.translate(renumber), over): state for (label, over), state in states(drawn).items()}
        asides = {number: {*text.translate(renumber).split()} for number, text in drawn.asides.items()}
        shown.append((known, asides))
    assert shown[0] == shown[1]


# Tsarfaty et al. 2011, examples 5 and 6: heads are wildcards.
FLAT = treebank("earth/N/3/conj wind/N/3/conj and/C/0/dep fire/N/3/conj")
CHAIN = treebank("earth/N/0/dep wind/N/1/conj and/C/1/cc fire/N/1/conj")
BY_AUXILIARY = treebank("would/V/0/dep have/V/1/vg worked/V/2/vg")
BY_VERB = treebank("would/V/2/vg have/V/3/vg worked/V/0/dep")


@pytest.mark.parametrize(
    ("first", "other", "kept", "lost"),
    [
        (CHAIN, FLAT, ["dep", "conj", "conj", "cc", "conj"], {}),
        (FLAT, CHAIN, ["dep", "conj", "conj", "cc", "conj"], {}),
        (BY_AUXILIARY, BY_VERB, ["dep", "vg", "*", "vg"], {"¹vg": (2, 3), "²vg": (1, 2)}),
        (BY_VERB, BY_AUXILIARY, ["dep", "vg", "*", "vg"], {"¹vg": (1, 2), "²vg": (2, 3)}),
    ],
)
def test_a_wildcard_that_matches_is_lost_nowhere_and_what_crosses_is_a_bar(first, other, kept, lost):
    [found] = trees(create("tedeval", head="wildcard"), replace(first, other_golds=(other,)), first)
    script = edit_script(found)
    sentence = first.sentence(0)
    gold, parse, common = function_pictures(found, sentence, sentence, script, wording=WORDING, golds=NAMES)
    assert [node.label for node in common.sentence.nodes] == kept
    assert {bar.label: bar.positions for bar in common.expressions} == lost
    # An identical parse is labelled as the gold is; what is lost there is forgiven here.
    assert [node.label for node in gold.sentence.nodes] == [node.label for node in parse.sentence.nodes]
    faint = [over for (_, over), state in states(gold).items() if state is State.NOT_SCORED]
    assert faint == [over for (_, over), state in states(parse).items() if state is State.FORGIVEN]
    assert faint == [over for label, over in lost.items() if label.startswith("¹")]
    told = function_differences(found, script, sentence, sentence, (gold, parse, common), NAMES)
    assert [bar.key for bar in common.expressions if any(one.about(bar.key) for one in told)] == [
        bar.key for bar in common.expressions if bar.label == "¹vg"
    ]


def test_what_a_gold_lost_beside_what_stayed_makes_no_node():
    """However the functions are called, nodes hang by nodes above them."""
    gold, other = treebank("a/X/0/zz b/X/1/aa"), treebank("a/X/0/aa b/X/1/aa")
    [found] = trees(create("tedeval"), replace(gold, other_golds=(other,)), gold)
    common = function_pictures(found, gold.sentence(0), None, (), wording=WORDING, golds=NAMES)[-1]
    assert all(node.parent < node.number for node in common.sentence.nodes)
    assert common.asides == {common.sentence.nodes[0].number: "¹zz ²aa"}


def test_a_name_that_several_golds_have_and_none_has_otherwise_is_told_but_not_drawn():
    """Beside a third, without it, there is nothing to compare it with."""
    third = treebank("the/D/3/det old/A/3/_ house/N/0/_")
    _, _, (*_, common) = pictures(replace(GOLD, other_golds=(OTHER, third)), PARSE)
    beside = {tuple(sorted(over)): common.node_of[(None, over)] for label, over in common.node_of if label is None}
    assert {over: common.asides[node] for over, node in beside.items() if node in common.told_only} == {
        (1, 2, 3): "¹·²root"
    }
    drawn = {item.number: item.index for item in shown_trees([common], TreeOptions())[0].items if item.is_node}
    assert drawn[beside[(1, 2, 3)]] == "" and drawn[beside[(2,)]] == "¹amod ²mod"
    assert "not in all golds: ¹·²root" in constituent_description(common, beside[(1, 2, 3)])


def test_without_labels_the_generalized_gold_has_no_functions():
    brackets, parse = phrases("(S (NP (N the) (N old)) (N house))"), phrases("(S (N the) (NP (N old) (N house)))")
    gold = replace(brackets, other_golds=(GOLD,))
    found, _, (*_, common) = pictures(gold, parse)
    assert not found.lists_labels
    labels = {label for label, _ in states(common)}
    assert labels == {NO_FUNCTION, f"¹{NO_FUNCTION}"}
    kept = {over for (label, over), state in states(common).items() if state is State.GENERALISED}
    assert kept == {tuple(sorted(over)) for over in found.target.nodes}


def test_the_old_and_the_new_label_of_a_relabelling_are_one_node():
    """As the picture has it: a wrong label on either side, not a node that the other lacks."""
    [found] = trees(create("tedeval", relabel="1"), GOLD, PARSE)
    script = edit_script(found)
    gold, parse = function_pictures(found, GOLD.sentence(0), PARSE.sentence(0), script, wording=WORDING)
    ours, theirs = gold.node_of[("amod", frozenset({2}))], parse.node_of[("nmod", frozenset({2}))]
    assert (gold.partners[ours], parse.partners[theirs]) == (theirs, ours)
    card = tree_card_rows(Key(Side.GOLD, "node", f"{ours}"), (gold, parse), "")
    assert [text for _, text in card] == [f"{label} over ‘old’ (word 2) – wrong label" for label in ("amod", "nmod")]


def test_words_that_are_edited_are_no_nodes():
    retagged = treebank("the/D/3/det old/X/3/amod house/N/0/root")
    [found] = trees(create("tedeval", words="true"), GOLD, retagged)
    script = edit_script(found)
    assert [edit.label for edit in script if edit.word] == ["old/X", "old/A"]
    drawn = function_pictures(found, GOLD.sentence(0), retagged.sentence(0), script, applied=len(script))
    assert [node.label for node in drawn[1].sentence.nodes] == ["root", "det", "amod", "hd"]


def test_what_crosses_has_a_bar_under_the_words_that_the_first_gold_has():
    gold = treebank("a/D/2/x b/N/0/root c/D/4/y d/N/2/z")
    cut_otherwise = treebank("ab/D/2/x c/N/0/root d/D/2/y")
    *_, common = pictures(replace(gold, other_golds=(cut_otherwise,)), gold)[2]
    assert {position for bar in common.expressions for position in bar.positions} <= {*common.word_at}


def test_where_a_side_lacks_a_function_it_is_said_which_it_has_there():
    found, script, drawn = pictures(GOLD, PARSE)
    rows = function_differences(found, script, GOLD.sentence(0), PARSE.sentence(0), drawn, NAMES)
    assert {(row.gold, row.parse, row.verdict) for row in rows} == {
        ("amod", "nmod", "missing"),
        ("amod", "nmod", "extra"),
    }
    assert [row.parse_state for row in rows if row.verdict == "missing"] == [None], "without a line, which it has not"
