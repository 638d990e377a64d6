"""A battle that is saved, closed and opened again goes on as if nothing had happened."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from banneret.core import save
from banneret.core.game import Game
from banneret.core.journal import PERSON, Journal, Seeded
from contract.play import Case, Chooser, checkpoints, choose, decisions, give, log, play, standing


def saved_goes_on(case: Case, picks: list[int], seed: int) -> None:
    """Play, undo once, close the file, open it again and play on: equal to playing through."""
    ruleset = case.ruleset
    info = ruleset.scenarios[case.scenario]
    seats = save.seats_of(info, save.chosen_forces(info, case.forces))
    header = save.header_for(
        ruleset,
        case.scenario,
        dice=Seeded(seed),
        seats=dict.fromkeys(seats, PERSON),
        forces=case.forces,
        options=case.options,
    )
    before, after = seed % max(1, case.most // 2), case.most // 3
    with TemporaryDirectory() as folder:
        path = Path(folder) / "battle.banneret"
        written = save.begin(ruleset, header, path=path, durable=False)
        _play_with_undo(written, Chooser(picks, seed), before)
        _close(written)
        opened = save.resume(path, ruleset, {}, durable=False)
        plain = save.begin(ruleset, header)
        chooser = Chooser(picks, seed)
        _play_with_undo(plain, chooser, before)
        assert standing(opened) == standing(plain)
        play(opened, chooser.copy(), after)
        play(plain, chooser, after)
        _close(opened)
        assert standing(opened) == standing(plain)
        assert log(opened) == log(plain)
        again = save.replay(save.read(path), ruleset)
        assert checkpoints(again) == checkpoints(plain)


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
