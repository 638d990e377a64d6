"""A chance row by row, as a screen shows it before the blow: its parts in words of the table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.core.show.overlay import Note
from banneret.tabletop.screen.words import plain

from ..basics.who import armour_class
from ..melee import chances

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..basics.state import Battle, Figure
    from ..host.hitting import AttackChance
    from ..melee.chances import Attack


def reckoned(
    battle: Battle,
    attack: Attack,
    found: AttackChance,
    title: str,
    clause: str = "DE-ATT-10",
    *,
    matrix: str = "",
) -> Iterator[Note]:
    """The sum of a chance, then its parts: the table's row and the attacker's own first.

    `matrix` says which TAC cards the matrix was read for.
    """
    own, target = battle.figures[attack.attacker], battle.figures[attack.target]
    words = _words(battle, own, target, attack)
    if matrix:
        words["tactical matrix"] = matrix
    yield Note("", f"{found.chance} %", clause, title=title)
    couched = chances.couches(own, attack.weapon)
    for i, reason in enumerate(found.tally):
        value = f"{reason.value:+d}" if i else f"{reason.value}"
        by = "DE-HOST-26" if couched and reason.label == "other" else reason.clause
        yield Note(words.get(reason.label, reason.label), value, by, title=title)


def _words(battle: Battle, own: Figure, target: Figure, attack: Attack) -> dict[str, str]:
    profile = own.profile
    aimed = "the steed, " if attack.part == "steed" else ""
    words = {
        "to hit": f"{plain(attack.weapon)} against {aimed}"
        f"AC {armour_class(battle, target, attack.part)}",
        "other": "the side of the steed",
    }
    if attack.by == "man":
        attributes = f"Str {profile.strength}, Dex {profile.dexterity}"
        words["hit bonus"] = f"{plain(profile.training)}, level {profile.level}, {attributes}"
    if own.steed is not None and chances.couches(own, attack.weapon):
        words["other"] = f"{own.steed.speed}, the side of the lance"
    return words
