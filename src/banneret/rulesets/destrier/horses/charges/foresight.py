"""What an order would mean, as things stand: the path through its targets, and the chances."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.core.questions.choices import Preview

from ...basics.who import weapon_of
from ...melee import chances
from ...melee.defences import by_cards
from .orders import NONE, Order, read
from .paths import legs, rest
from .reckoning import at_leg, rows, struck
from .sketching import shapes

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ...basics.state import Battle, Figure, Part
    from .paths import Leg


def foresee(battle: Battle, figure: Figure, key: str) -> Preview:
    """The path of an order and what happens on it."""
    order = read(figure.id, key)
    if not order.targets:
        return Preview(legal=True, notes=("he may ride as on any half-move",))
    ridden = legs(battle, figure, order)
    if not ridden:
        return Preview(legal=True, notes=("no line leads there",))
    path = [(figure.x, figure.y), *[leg.there.centre for leg in ridden]]
    shares = {one.target: chance(battle, figure, order, one) for one in ridden}
    end = rest(battle, figure, ridden).snapped()
    return Preview(
        legal=True,
        notes=tuple([_said(battle, leg, shares[leg.target]) for leg in ridden]),
        leads=tuple(path),
        odds=_odds(battle, shares) or None,
        rows=rows(battle, figure, order, ridden),
        shapes=shapes(battle, figure, order, ridden, _at_targets(battle, figure, order, ridden)),
        ends=(end.x, end.y, end.facing),
    )


def _at_targets(battle: Battle, figure: Figure, order: Order, ridden: list[Leg]) -> dict[int, str]:
    """What stands at each target: the chance, or that it is not reached."""
    found = {}
    for leg in ridden:
        share = chance(battle, figure, order, leg)
        far = "farther off" if battle.scenario.courses else "out of reach"
        found[leg.target] = far if share is None else f"{share}%"
    return found


def chance(battle: Battle, figure: Figure, order: Order, leg: Leg) -> int | None:
    """The chance of the charger's blow at one target, before its defence."""
    if not weapon_of(battle, figure) or not leg.line.reaches:
        return None
    twin = at_leg(battle, figure, order, leg)
    own, target = twin.figures[figure.id], twin.figures[leg.target]
    return struck(twin, own, target, side=leg.line.side).chance


def exchange(
    battle: Battle, one: Figure, two: Figure, part: Part = "man", guard: str = ""
) -> Mapping[str, str]:
    """The chance that the first strikes the second behind this guard; a dodge by the guess."""
    weapon = weapon_of(battle, one)
    if not weapon:
        return {}
    attack = chances.Attack(one.id, "man", two.id, part, "DELIVER_BLOW", weapon)
    defence = by_cards(battle, two, (guard,) if part == "man" and guard else ())
    plain = f"{chances.chance(battle, attack, defence).chance} %"
    if not guard.startswith("DODGE"):
        return {"struck" if guard else "hit": plain}
    guessed = chances.chance(battle, attack, defence, chances.Moment(guessed=True)).chance
    return {"struck": plain, "if guessed": f"{guessed} %"}


def least(shares: Mapping[str, Mapping[str, str]]) -> str:
    """The answer that lets the fewest blows through."""
    return min(shares, key=lambda key: int(shares[key].get("struck", "0 %").removesuffix(" %")))


def _said(battle: Battle, leg: Leg, share: int | None) -> str:
    name = battle.figures[leg.target].name
    if not leg.line.reaches:
        tilt = battle.scenario.courses > 0
        return f"{name}: {'farther off, rides on' if tilt else 'out of reach, ends short'}"
    side = "dead ahead" if leg.line.side == "centre" else f"on the {leg.line.side}"
    much = f", {share} %" if share is not None else ""
    return f"{name} {side}{much}; {leg.left:.1f} inches left after it"


def odds(battle: Battle, figure: Figure, key: str) -> Mapping[str, str]:
    """The chances of an order at each target that it reaches."""
    if key == NONE:
        return {}
    order = read(figure.id, key)
    ridden = legs(battle, figure, order)
    return _odds(battle, {one.target: chance(battle, figure, order, one) for one in ridden})


def _odds(battle: Battle, shares: Mapping[int, int | None]) -> dict[str, str]:
    return {battle.figures[key].name: f"{one} %" for key, one in shares.items() if one is not None}
