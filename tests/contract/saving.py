"""A battle that is saved, closed and opened again goes on as if nothing had happened."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from banneret.core.chance.dice import RandomDice
from banneret.core.play.game import Game
from banneret.core.record import save
from banneret.core.record.journal import PERSON, Journal, Seeded
from contract.play import (
    WHOLE,
    Case,
    Chooser,
    checkpoints,
    choose,
    decisions,
    give,
    log,
    play,
    standing,
)


def saved_goes_on(case: Case, picks: list[int], seed: int) -> None:
    """Play, undo once, close the file, open it again and play on: equal to playing through."""
    after = case.most // 3
    if case.late:  # a file begins at the beginning: follow the battle up to some moment
        case = case._replace(late=False, most=WHOLE)
    ruleset = case.ruleset
    info = ruleset.scenarios[case.scenario]
    seats = save.seats_of(info, save.chosen_forces(info, case.forces))
    header = save.header_for(
        ruleset,
        case.scenario,
        dice=Seeded(case.dice_seed(seed)),
        seats=dict.fromkeys(seats, PERSON),
        forces=case.forces,
        options=case.options,
    )
    before = RandomDice(f"closed {seed}").die(case.length(seed)) - 1
    with TemporaryDirectory() as folder:
        path = Path(folder) / "battle.banneret"
        written = save.begin(ruleset, header, path=path, durable=False)
        _play_with_undo(written, _led_so_far(case, picks, seed, before), before)
        _close(written)
        opened = save.resume(path, ruleset, {}, durable=False)
        plain = save.begin(ruleset, header)
        chooser = _led_so_far(case, picks, seed, before)
        _play_with_undo(plain, chooser, before)
        assert standing(opened) == standing(plain)
        play(opened, chooser.copy(), after)
        play(plain, chooser, after)
        _close(opened)
        assert standing(opened) == standing(plain)
        assert log(opened) == log(plain)
        again = save.replay(save.read(path), ruleset)
        assert checkpoints(again) == checkpoints(plain)


def _led_so_far(case: Case, picks: list[int], seed: int, before: int) -> Chooser:
    """Choose as in the battle that is followed, up to a moment, then anything."""
    chooser = case.chooser(picks, seed)
    chooser.lead = chooser.lead[:before]
    return chooser


def _play_with_undo(game: Game[Any], chooser: Chooser, most: int) -> None:
    """Answer so many questions; the last answer is taken back and given again."""
    play(game, chooser, most)
    for question in decisions(game, 1):
        answers = choose(question, chooser)
        give(game, answers)
        game.advance()
        game.undo(question.choice.side, agreed=True)
        game.advance()
        give(game, answers)
    game.advance()


def _close(game: Game[Any]) -> None:
    assert isinstance(game.journal, Journal)
    game.journal.close()
