"""Small deeds: getting up, weapons and shields, reloading, healing, fetching, horses."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from banneret.core.book.clauses import Refusal, clause

from ..basics import who
from ..basics.state import BROKEN, NONE, OK
from ..basics.tables import LEVELS, WEAPONS
from ..fight.wounds import eased, throw_heal
from ..fortune import virtue
from ..fortune.checks import throw_luck
from ..ground import horses
from ..screen import events as e

if TYPE_CHECKING:
    from banneret.core.play.table import Table

    from ..basics.state import Battle, Model

DWARF_NEAR = 8.0  # AR-EQUIP-12


@clause("AR-STATE-02")
def stand(table: Table[Battle], model: Model, _which: str) -> None:
    """Getting up costs the move action, and is allowed while engaged."""
    model.prone = False
    table.tell(e.Stood(model.id))


@clause("AR-MOVE-06")
def dismount(table: Table[Battle], model: Model, _which: str) -> None:
    """Dismounting costs the move action; the horse stands beside him."""
    horses.dismount(table.state, model)
    table.tell(e.Took(model.id, "dismounted"))


@clause("AR-EQUIP-03", "AR-MEVENT-30")
def change(table: Table[Battle], model: Model, weapon: str) -> None:
    """Take another weapon in hand."""
    if WEAPONS[weapon].str_bonus > WEAPONS[model.in_hand].str_bonus:
        virtue.goes_back(table, model, "armed")
    model.in_hand = weapon
    table.tell(e.Took(model.id, f"took his {weapon.replace('_', ' ')}"))


@clause("AR-MEVENT-30")
def take_up(table: Table[Battle], model: Model, _which: str) -> None:
    """Take up the shield that was laid aside: it breaks the choice of chivalry."""
    model.shield = OK
    table.tell(e.Took(model.id, "took up his shield again"))
    virtue.goes_back(table, model, "shield")


@clause("AR-EQUIP-10")
def reload(table: Table[Battle], model: Model, _which: str) -> None:
    """Ready a weapon that was shot."""
    model.loaded = True
    table.tell(e.Took(model.id, "reloaded"))


# -- healing


@clause("AR-HEAL-01")
def patients(battle: Battle, model: Model) -> list[Model]:
    """Friends in contact with a healer who are hurt."""
    if not model.profile.healer:
        return []
    own = who.in_play(battle, model.side)
    hurt = [one for one in own if one.id != model.id and (one.shock or one.wound != "none")]
    return [one for one in hurt if who.touch(one, model)]


@clause("AR-HEAL-01", "AR-HEAL-02")
def why_not_heal(battle: Battle, model: Model, patient: Model) -> Refusal | None:
    """Neither of them engaged, and once per patient and round."""
    if who.engaged(battle, model) or who.engaged(battle, patient):
        return Refusal("neither of them may be engaged", "AR-HEAL-01")
    if patient.healed_in == battle.round:
        return Refusal(f"{patient.name} was tended this round", "AR-HEAL-02")
    return Refusal("he is down", "AR-STATE-02") if model.prone else None


@clause("AR-HEAL-02", "AR-WOUND-20")
def heal(table: Table[Battle], model: Model, which: str) -> None:
    """4 or more: no shock, and the wound a step better."""
    patient = table.state[int(which)]
    patient.healed_in = table.state.round
    done = throw_heal(table, model.side)
    if done:
        patient.shock, patient.shock_new = 0, False
        ease(patient)
    table.tell(e.Healed(model.id, patient.id, patient.wound, done))


def ease(model: Model) -> None:
    """One step better; of several wounds the worst is eased."""
    if model.wounds:
        worst = max(model.wounds, key=LEVELS.index)
        rest = list(model.wounds)
        rest.remove(worst)
        if eased(worst) != "none":
            rest.append(eased(worst))
        model.wounds = tuple(rest)
    model.wound = eased(model.wound)
    if model.wound == "none":
        model.wound_at = "none"


# -- the dwarf's spares, and horses


@clause("AR-EQUIP-12")
def to_fetch(battle: Battle, model: Model) -> list[str]:
    """What a PC lacks and his dwarf carries."""
    del battle
    if not model.pc:
        return []
    found = ["shield"] if model.spare_shield and model.shield in {BROKEN, NONE} else []
    if model.spare_weapon and model.spare_weapon not in model.weapons:
        found.append("weapon")
    return found


@clause("AR-EQUIP-12")
def why_not_fetch(battle: Battle, model: Model) -> Refusal | None:
    """Later attempts: unengaged, within 8 inches of the dwarf, who is in play and unbroken."""
    dwarf = who.dwarf_of(battle, model)
    if dwarf is None:
        return Refusal("his dwarf is not there", "AR-EQUIP-12")
    if who.engaged(battle, model):
        return Refusal("he is engaged", "AR-EQUIP-12")
    if who.gap(model, dwarf) > DWARF_NEAR:
        return Refusal("his dwarf is more than 8 inches away", "AR-EQUIP-12")
    return None


@clause("AR-EQUIP-12", "AR-LUCK-01")
def fetch(table: Table[Battle], model: Model, what: str) -> None:
    """A Luck Test for a spare, which is used up when obtained."""
    if not throw_luck(table, model.luck, model.side):
        table.tell(e.Took(model.id, f"got no spare {what} from his dwarf"))
        return
    if what == "shield":
        model.shield = OK
        model.spare_shield -= 1
    else:
        model.weapons = (model.spare_weapon, *model.weapons)
        model.in_hand, model.spare_weapon = model.spare_weapon, ""
    table.tell(e.Took(model.id, f"got a spare {what} from his dwarf"))


@clause("AR-MOVE-06", "AR-MEVENT-30")
def mount(table: Table[Battle], model: Model, _which: str) -> None:
    """Mount the living horse that stands by."""
    horses.mount(table.state, model)
    table.tell(e.Took(model.id, "mounted his horse"))
    virtue.goes_back(table, model, "mounted")


@clause("AR-MEVENT-31", "AR-MEVENT-30")
def spare(table: Table[Battle], model: Model, _which: str) -> None:
    """A Luck Test for the spare horse; mounting it uses it up."""
    if not throw_luck(table, model.luck, model.side):
        table.tell(e.Took(model.id, "could not catch his spare horse"))
        return
    horses.mount(table.state, model, spare=True)
    table.tell(e.Took(model.id, "mounted his spare horse"))
    virtue.goes_back(table, model, "mounted")


Deed = Callable[["Table[Battle]", "Model", str], None]
DEEDS: dict[str, Deed] = {
    "stand": stand,
    "dismount": dismount,
    "weapon": change,
    "shield": take_up,
    "reload": reload,
    "heal": heal,
    "fetch": fetch,
    "mount": mount,
    "spare": spare,
}
