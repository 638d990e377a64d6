"""Other acts of a phase: getting up, doors, drawing, reloading, lifting friends, surrender."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.core.book.clauses import clause
from banneret.core.questions.choices import Pick

from ..basics import who
from ..basics.state import Card, card, moved, other, written
from ..ground.stands import area, gap
from ..host.moving import activity_share
from ..melee import harm
from ..melee.cards.deck import to_draw, to_halt
from ..melee.stepping import halt
from ..movement.doing import DOINGS, do, get_up, place_to_rise
from ..movement.doing import why_not as why_not_do
from ..screen import told
from .missiles import PASS, reload_card
from .order import next_phase

if TYPE_CHECKING:
    from banneret.core.play.table import Table

    from ..basics.state import Battle, Figure

NEAR = 1.0  # inch from which one surrenders (DE-END-02)
HARDLY_MEANT = ("fall_down", "surrender")  # lawful at any time, and seldom anybody's wish


def acts_winner(table: Table[Battle]) -> None:
    """The winner's other acts."""
    segment(table, table.state.winner)


def acts_loser(table: Table[Battle]) -> None:
    """The loser's other acts."""
    segment(table, other(table.state.winner))


@clause("DE-ACT-09", "DE-ACT-11", "DE-GEN-11", "DE-SEQ-02")
def segment(table: Table[Battle], side: str) -> None:
    """Let one figure of a side do one thing, in the order its owner likes."""
    battle = table.state
    keys = [key for one in who.of_side(battle, side) for key in keys_of(battle, one)]
    if not keys:
        next_phase(battle)
        return
    alone = len(who.of_side(battle, side)) == 1
    whoever = who.of_side(battle, side)[0].name if alone else "anybody"
    chosen = table.ask(
        Pick(
            side,
            "act",
            f"Does {whoever} do something other than move?",
            [PASS, *keys],
            label=lambda key: _label(battle, key),
            usual=next((key for key in keys if plain_need(battle, key)), PASS),
            seldom=all(hardly_meant(key) for key in keys),
            aside=hardly_meant,
        )
    )
    if chosen == PASS:
        next_phase(battle)
        return
    one = card(chosen)
    act(table, battle.figures[int(one.name)], one)


def hardly_meant(key: str) -> bool:
    """Whether an act is one that a screen folds away: to fall down, to give oneself up."""
    return card(key).detail in HARDLY_MEANT


@clause("DE-ACT-03", "DE-ACT-07")
def plain_need(battle: Battle, key: str) -> bool:
    """Whether an act puts a man on his feet, or a weapon into empty hands, which is free here."""
    one = card(key)
    what, _, thing = one.detail.partition(":")
    if what in ("stand_up", "wriggle_free"):
        return True
    figure = battle.figures[int(one.name)]
    empty = not (who.weapon_of(battle, figure) or who.missile_of(battle, figure))
    return what == "draw" and thing != "shield" and empty


def _label(battle: Battle, key: str) -> str:
    if key == PASS:
        return "Nothing more"
    one = card(key)
    what, _, thing = one.detail.partition(":")
    said = f"{what} {thing}".replace("_", " ").strip()
    to = " to" if what == "surrender" else ""
    whom = f"{to} {battle.figures[one.target].name}" if one.target >= 0 else ""
    return f"{battle.figures[int(one.name)].name}: {said}{whom}"


def keys_of(battle: Battle, figure: Figure) -> list[str]:
    """What a figure may do here: one thing in a phase."""
    if figure.activity or who.stunned(figure):
        return []
    held = bool(figure.restrained_by)
    found = [] if held else [Card(str(figure.id), what) for what in _own(battle, figure)]
    if not who.helpless(figure):
        found += [Card(str(figure.id), "halt", one.id) for one in to_halt(battle, figure)]
        found += [
            Card(str(figure.id), lift_of(battle, figure, one), one.id)
            for one in fallen(battle, figure)
        ]
    found += [Card(str(figure.id), "surrender", one.id) for one in captors(battle, figure)]
    return [written(one) for one in found]


def _own(battle: Battle, figure: Figure) -> list[str]:
    """What a figure may do with itself and what is at hand."""
    if figure.pinned:
        return ["wriggle_free"]
    if figure.posture != "standing" and not figure.mounted:
        return [] if place_to_rise(battle, figure) is None else ["stand_up"]
    if figure.berserk or not who.humanoid(figure) or who.helpless(figure):
        return []
    found = [what for what in DOINGS if why_not_do(battle, figure, what) is None]
    found += [f"draw:{thing}" for thing in to_draw(figure)]
    if any(figure.unloaded.values()) and not figure.acted:
        found.append("reload")
    if not figure.mounted:
        found.append("fall_down")
    return found


def fallen(battle: Battle, figure: Figure) -> list[Figure]:
    """The friends lying in contact whom a figure could lift (DE-ACT-10)."""
    if not who.humanoid(figure) or figure.berserk or figure.mounted:
        return []
    return [
        one
        for one in who.friends(battle, figure)
        if one.posture == "prone"
        and not one.pinned
        and gap(figure, one) < 0.02
        and place_to_rise(battle, one) is not None
    ]


@clause("DE-ACT-10")
def lift_of(battle: Battle, figure: Figure, friend: Figure) -> str:
    """Which lift a friend is: lighter or on a smaller stand, like, or heavier."""
    mine, theirs = who.own_weight(battle, figure), who.own_weight(battle, friend)
    if area(friend) < area(figure) or 3 * theirs < 2 * mine:
        return "lift_smaller"
    return "lift_larger" if theirs > mine else "lift_same_size"


@clause("DE-END-02", "DE-BERS-10")
def captors(battle: Battle, figure: Figure) -> list[Figure]:
    """The enemies to whom a figure may surrender: within an inch, and not berserk."""
    if not who.intelligent(figure) or figure.berserk:
        return []
    return [
        one
        for one in who.enemies(battle, figure)
        if who.on_feet(one)
        and who.intelligent(one)
        and not one.berserk
        and one.side != figure.side
        and gap(figure, one) <= NEAR
    ][:1]


@clause("DE-ACT-03", "DE-ACT-06", "DE-ACT-07", "DE-ACT-09")
def act(table: Table[Battle], figure: Figure, one: Card) -> None:
    """Do something and take its cost from the coming half-move."""
    battle = table.state
    what, _, thing = one.detail.partition(":")
    figure.activity = what
    cost = float(activity_share(battle.tables, _priced(what), figure.encumbrance))
    figure.activity_cost = min(1.0, round(figure.activity_cost + cost, 3))
    figure.still_turn = figure.still_turn and cost == 0.0
    if what in DOINGS:
        do(table, figure, what)
    elif what == "halt":
        halt(table, figure, battle.figures[one.target])
    elif what.startswith("lift_"):
        _lift(table, figure, battle.figures[one.target])
    elif what == "surrender":
        surrender(table, figure, battle.figures[one.target])
    elif what == "draw":
        _draw(table, figure, thing)
    elif what == "reload":
        figure.reloading = True
        reload_card(table, figure)
    elif what == "wriggle_free":
        figure.pinned = 0
        table.tell(told.Did(figure.id, "got free of the fallen horse"))
    elif what == "stand_up":
        get_up(table, figure)
        table.tell(told.Did(figure.id, "stood up"))
    else:
        figure.posture = "prone"
        moved(battle)
        table.tell(told.Did(figure.id, "dropped to the ground"))


def _priced(what: str) -> str:
    """The name by which the table of penalties knows an act."""
    prices = {"draw": "draw_weapon_ready", "surrender": "none", "reload": "none"}
    return prices.get(what, "other" if what in ("wriggle_free", "halt", "shut_door") else what)


def _lift(table: Table[Battle], figure: Figure, friend: Figure) -> None:
    get_up(table, friend)
    table.tell(told.Did(figure.id, f"lifted {friend.name} to his feet"))


@clause("DE-ACT-07")
def _draw(table: Table[Battle], figure: Figure, thing: str) -> None:
    """Draw a ready weapon outside the melee: free, what was held is put away."""
    if thing == "shield":
        figure.shield_slung = False
    else:
        held = tuple(one for one in figure.in_hand if one not in figure.profile.natural)
        figure.in_hand = tuple(one for one in figure.in_hand if one in figure.profile.natural)
        harm.take_up(figure, thing)
        figure.weapons = (*figure.weapons, *held)
    harm.burden(table.state, figure)
    table.tell(told.Drew(figure.id, thing))


@clause("DE-END-02")
def surrender(table: Table[Battle], figure: Figure, captor: Figure) -> None:
    """Give oneself up: the weapon is dropped, and the figure is out."""
    harm.drop_all(table, figure)
    table.tell(told.Surrendered(figure.id, captor.id))
    harm.fell(table, figure, "surrendered")
