"""The squire: stands, strikes and parries, round after round."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..basics import who
from ..ground.contact import enemies_touched
from ..ground.stands import nearest_first
from . import cards, field

if TYPE_CHECKING:
    from banneret.core.questions.choices import Pick, Play

    from ..basics.state import Battle


def hand(battle: Battle, choice: Play) -> Any:
    """Close with the nearest, strike the one in reach, and bear the shield."""
    figure = battle.figures[choice.about[0]]
    foes = [one for one in who.enemies(battle, figure) if who.on_feet(one)]
    foe = next(iter(nearest_first(figure, foes)), None)
    tac: tuple[str, ...] = ()
    if battle.card_round == 0:
        wanted = [
            cards.offered(choice, name, foe.id if foe is not None and name == "CLOSE" else None)
            for name in ("CLOSE", "STAND_GROUND", "CHARGE")
        ]
        tac = tuple([key for key in wanted if key is not None][:1])
    for keys in [*cards.first_needs(figure, choice), *_blows(battle, choice, figure, foe), ()]:
        whole = choice.lawful((*tac, *keys))
        if whole is not None:
            return whole
    return choice.first()


def charge(battle: Battle, choice: Pick[str]) -> Any:
    """Along the tilt the usual course; elsewhere as the captain does."""
    return choice.proposal if battle.scenario.courses else field.charge(battle, choice)


def _blows(battle: Battle, choice: Play, figure: Any, foe: Any) -> list[tuple[str, ...]]:
    if foe is None or (battle.card_round > 0 and not enemies_touched(battle, figure)):
        return cards.afar(battle, figure, choice)
    names = ("DELIVER_BLOW", "FEROCITY")
    blow = next((got for name in names if (got := cards.offered(choice, name, foe.id))), None)
    parry = cards.offered(choice, "ACTIVE_SHIELD_PARRY")
    if blow is None:
        armed = who.weapon_of(battle, figure)
        return [] if armed else cards.unarmed(battle, figure, choice, foe)
    return [(blow, parry), (blow,)] if parry is not None else [(blow,)]
