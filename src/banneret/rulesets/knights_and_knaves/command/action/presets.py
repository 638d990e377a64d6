"""One word for the whole force: chits by preset, which single men may then differ from.

| preset | men in contact | shooters | others |
|---|---|---|---|
| Advance and fight | move and fight | half a move and shoot | full move and fight |
| Hold | parry | stay | stay |
| Shoot and hold | parry | shoot, else stay | stay |
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from banneret.core.book.ruleset import Preset

from ...ground import contact

if TYPE_CHECKING:
    from collections.abc import Sequence

    from banneret.core.questions.choices import Choice

    from ...basics.state import Battle, Man

_ADVANCE: Final = "Advance and fight"
_HOLD: Final = "Hold"
_SHOOT: Final = "Shoot and hold"
_CHITS: Final = {  # in contact, with something to shoot, any other; what is refused, the next
    _ADVANCE: (
        ("move_half_melee", "move_full_melee"),
        ("move_half_shoot", "shoot", "move_full_melee", "move_full"),
        ("move_full_melee", "move_full"),
    ),
    _HOLD: (("parry",), ("stay",), ("stay",)),
    _SHOOT: (("parry",), ("shoot", "stay"), ("stay",)),
}
_ICONS: Final = {_ADVANCE: "chit-move-full", _HOLD: "chit-stay", _SHOOT: "arms-bow"}


def presets(view: Battle, _side: str, choices: Sequence[Choice[Any]]) -> tuple[Preset, ...]:
    """What may be said to all men who get a chit; of anything else, nothing."""
    if not all(choice.key == "chit" for choice in choices):
        return ()
    return tuple(
        Preset(
            title,
            tuple(_chit(view, choice, kinds) for choice in choices),
            _ICONS[title],
            rest=title == _HOLD,
        )
        for title, kinds in _CHITS.items()
    )


def _chit(view: Battle, choice: Choice[Any], kinds: tuple[tuple[str, ...], ...]) -> str | None:
    man = view.men[choice.about[0]]
    touching, shooting, other = kinds
    wishes = touching if _in_contact(view, man) else shooting if man.profile.missile else other
    return next((chit for chit in (*wishes, "stay") if choice.lawful(chit) is not None), None)


def _in_contact(view: Battle, man: Man) -> bool:
    return contact.in_melee(view, man)
