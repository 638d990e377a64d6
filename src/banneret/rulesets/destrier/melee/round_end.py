"""The end of a card round: what wears off, and whether another is played."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.core.book.clauses import clause
from banneret.core.questions.choices import Pick

from ..basics import who
from ..basics.state import card
from ..ground.stands import gap
from ..host.cards import passive_limit
from ..movement.going import fast
from ..screen import told
from .cards.deck import PASSIVE, SIX_INCHES, TAC_NAMES

if TYPE_CHECKING:
    from banneret.core.play.table import Table

    from ..basics.state import Battle, Figure

NEARLY = 14.0  # inches between middles beyond which nobody is within six


@clause("DE-MSEQ-08", "DE-MSEQ-10", "DE-MSEQ-11", "DE-HOST-21", "DE-MAG-16", "DE-GRAP-16")
def round_end(table: Table[Battle]) -> None:
    """End a card round: stuns run down, spells are ready, stalling is counted; go on or end."""
    battle = table.state
    for figure in battle.figures:
        if figure.status == "active":
            _wind_down(table, figure)
    if goes_on(table):
        battle.card_round += 1
        battle.phase = "choose"
        return
    table.tell(told.MeleeEnded(battle.card_round + 1))
    for figure in battle.figures:
        figure.hand = ()
        figure.shown = "none"
        figure.blows_left = 0
        figure.tac = ""
        if figure.steed is not None:
            figure.steed.hand = ()
            figure.steed.blows_left = 0
    battle.phase = "turn_end"


def _wind_down(table: Table[Battle], figure: Figure) -> None:
    from ..turn.missiles import reload_card  # noqa: PLC0415  # and weapons reloaded
    from ..turn.spells import prepared  # noqa: PLC0415  # spells are prepared by cards

    battle = table.state
    names = [card(key).name for key in figure.hand]
    if figure.stun and figure.stun < 90:
        figure.stun -= 1
        battle.memo.known.clear()
    figure.passive_run = figure.passive_run + 1 if idle(figure) else 0
    if "PREPARE_SPELL" in names:
        prepared(battle, figure)
    if "RELOAD_MISSILE" in names:
        figure.fired = True
        reload_card(table, figure)
    if figure.opportunity >= 0 and figure.opportunity_round < battle.card_round:
        figure.opportunity = -1


@clause("DE-MSEQ-11")
def idle(figure: Figure) -> bool:
    """Whether PASSIVE SHIELD PARRY was his only card in this round."""
    names = [card(key).name for key in figure.hand]
    return [name for name in names if name not in TAC_NAMES] == [PASSIVE] and not figure.tac_played


@clause("DE-MSEQ-12")
def passed(figure: Figure) -> bool:
    """Whether neither he nor his steed did anything in this round."""
    if figure.status != "active" or figure.dropped_out:
        return True
    still = figure.steed is None or not figure.steed.hand
    return still and (idle(figure) or who.stunned(figure))


@clause("DE-MSEQ-08", "DE-MSEQ-12", "DE-MSEQ-14")
def goes_on(table: Table[Battle]) -> bool:
    """Whether the MELEE phase stays open: somebody who can spend blows has some."""
    battle = table.state
    sides = {one.side for one in battle.figures if who.on_table(one)}
    if len(sides) < 2 and not any(one.turned_on for one in battle.figures):
        return False
    if not any(keeps_open(one) and not has_stalled(battle, one) for one in battle.figures):
        return False
    if not any_near(battle):
        why = "No enemy is within six inches"
    elif all(passed(one) for one in battle.figures):
        why = "Nobody did anything in this round"
    else:
        return True
    asked = [
        Pick(
            side,
            "end_melee",
            f"{why}: end the melee?",
            ["end", "go on"],
            label=str.capitalize,
            usual="end",
        )
        for side in ("a", "b")
    ]
    return table.ask_all(asked) != ["end", "end"]


@clause("DE-MSEQ-14")
def keeps_open(figure: Figure) -> bool:
    """Whether a figure has blows it can spend, or a fast steed that must MOVE."""
    if figure.status != "active":
        return False
    steed = figure.steed
    if steed is not None and fast(steed.speed) and steed.blows_left > 0:
        return steed.posture == "standing"
    able_to = not who.stunned(figure) and not figure.dropped_out
    return able_to and figure.blows_left > 0


@clause("DE-MSEQ-14", "DE-MSEQ-10")
def has_stalled(battle: Battle, figure: Figure) -> bool:
    """Whether he passed oftener than he may: he had no card to spend a blow on."""
    before = figure.passive_run - 1
    return not passive_limit(battle.tables, consecutive=before, blows_left=figure.blows_left)


def any_near(battle: Battle) -> bool:
    """Whether any two enemies are within six inches of each other."""
    standing = [one for one in battle.figures if who.on_feet(one)]
    return any(
        who.hostile(one, two)
        and abs(one.x - two.x) <= NEARLY
        and abs(one.y - two.y) <= NEARLY
        and gap(one, two) <= SIX_INCHES
        for i, one in enumerate(standing)
        for two in standing[i + 1 :]
    )
