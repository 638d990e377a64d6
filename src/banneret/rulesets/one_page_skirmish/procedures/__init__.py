"""The book's dice procedures: each usable alone, and the same code that the battle calls."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from banneret.core.ruleset import Procedure, Ruled
from banneret.rulesets.one_page_skirmish.procedures import (
    actions,
    cards,
    charge,
    lance,
    leader,
    melee,
    morale,
    movement,
    paths,
    placement,
    points,
    shooting,
    victory,
    weapon,
    wounds,
)

if TYPE_CHECKING:
    import msgspec

    from banneret.core.table import Table


def _chances(
    name: str,
    situation: type[msgspec.Struct],
    distribution: Callable[[Any], dict[str, Fraction]],
    summary: str,
) -> Procedure:
    """A procedure that gives exact chances, written as fractions."""

    def written(given: Any) -> dict[str, str]:
        return {outcome: str(chance) for outcome, chance in distribution(given).items()}

    def rule(_table: Table[None], given: Any) -> Ruled:
        return Ruled(written(given))

    return Procedure(name, situation, rule, written, summary)


_ALL = (
    Procedure(
        "morale",
        morale.MoraleSituation,
        morale.morale,
        summary="A morale test: one d10 against the modified morale of a unit.",
    ),
    Procedure(
        "move",
        movement.MoveSituation,
        movement.move,
        summary="A movement roll: 2 to 5 d6, the lowest dropped on a road.",
    ),
    Procedure(
        "path",
        paths.PathSituation,
        paths.path,
        summary="How far along a path of ground and obstacles an allowance goes.",
    ),
    Procedure(
        "placement",
        placement.PlacementSituation,
        placement.placement,
        summary="Whether a follower may be set down somewhere after his leader's move.",
    ),
    Procedure(
        "charge",
        charge.ChargeSituation,
        charge.charge,
        summary="A charge: both tests, the defender's retreat, the charge roll.",
    ),
    Procedure(
        "lance",
        lance.LanceSituation,
        lance.lance,
        summary="Whether a lance counts after a run of so many inches.",
    ),
    Procedure(
        "shot",
        shooting.ShotSituation,
        shooting.shot,
        summary="A shot: to hit, rider or mount, armour save.",
    ),
    Procedure(
        "weapon",
        weapon.WeaponSituation,
        weapon.weapon,
        summary="A shooter's loading, aiming and firing, turn by turn.",
    ),
    Procedure(
        "melee",
        melee.MeleeSituation,
        melee.melee,
        summary="One fight of one to three attackers against a defender.",
        outcomes=melee.melee_outcomes,
    ),
    Procedure(
        "wounds",
        wounds.WoundsSituation,
        wounds.wounds,
        summary="What hits do to a figure of a rank.",
    ),
    Procedure(
        "turn_order",
        cards.TurnOrderSituation,
        cards.turn_order,
        summary="The turns of a round from the shuffled deck, with held units in the gaps.",
    ),
    Procedure(
        "deployment",
        cards.DeploymentSituation,
        cards.deployment,
        summary="Who deploys first: a d10 each, ties again, the lower first.",
    ),
    Procedure(
        "actions",
        actions.ActionsSituation,
        actions.actions,
        summary="What a unit in this condition may do.",
    ),
    Procedure(
        "leader",
        leader.LeaderSituation,
        leader.leader,
        summary="Whether a Knight may name a new Sergeant.",
    ),
    Procedure(
        "rally",
        leader.RallySituation,
        leader.rally,
        summary="Whether a Knight lends his +2 to a test.",
    ),
    Procedure(
        "points",
        points.PointsSituation,
        points.points,
        summary="What a figure costs.",
    ),
    Procedure(
        "victory",
        victory.VictorySituation,
        victory.victory,
        summary="Whether the battle is over at the end of a round, and who has won.",
    ),
    _chances(
        "morale_distribution",
        morale.MoraleSituation,
        morale.morale_distribution,
        "Exact chances of a morale test by outcome.",
    ),
    _chances(
        "move_distribution",
        movement.MoveSituation,
        movement.move_distribution,
        "Exact chances of a movement roll by allowance.",
    ),
    _chances(
        "reach_distribution",
        movement.ReachSituation,
        movement.reach_distribution,
        "Exact chance that a movement roll covers a whole path.",
    ),
    _chances(
        "charge_distribution",
        charge.ChargeSituation,
        charge.charge_distribution,
        "Exact chances of a charge by the tests and contact.",
    ),
    _chances(
        "shot_distribution",
        shooting.ShotSituation,
        shooting.shot_distribution,
        "Exact chances of a shot by result.",
    ),
    _chances(
        "melee_distribution",
        melee.MeleeSituation,
        melee.melee_distribution,
        "Exact chances of a fight: defender, last effect, each attacker.",
    ),
    _chances(
        "melee_summary",
        melee.MeleeSituation,
        melee.melee_summary,
        "Exact chances of a duel: hit, pushed, tie, attacker loses.",
    ),
    _chances(
        "turn_order_distribution",
        cards.TurnOrderSituation,
        cards.turn_order_distribution,
        "Exact chances of every order of the turn cards.",
    ),
)

PROCEDURES: dict[str, Procedure] = {procedure.name: procedure for procedure in _ALL}
