"""One battle, computer against computer."""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from banneret import players
from banneret.cli import chronicle
from banneret.cli.books import (
    FORCES,
    HOST,
    Book,
    Json,
    find_book,
    find_scenario,
    read_forces,
    read_options,
    read_tables,
    refuse_to_replace,
    seat_names,
)
from banneret.cli.out import console, print_json, say
from banneret.cli.wrong import whole_number
from banneret.core.record import save
from banneret.core.record.journal import Header, Journal, Seeded

if TYPE_CHECKING:
    from banneret.core.book.ruleset import Ruleset
    from banneret.core.play.game import Game

Scenario = Annotated[str | None, typer.Argument(help="The scenario; the book's first if left out.")]


def fight(
    book: Book,
    scenario: Scenario = None,
    *,
    seed: Annotated[
        int | None, typer.Option(parser=whole_number, help="The seed of dice and players.")
    ] = None,
    players: Annotated[str | None, typer.Option(help="Who plays: captain,chance.")] = None,
    forces: Annotated[list[str] | None, typer.Option(help=FORCES)] = None,
    option: Annotated[list[str] | None, typer.Option(help="KEY=VALUE, repeatable.")] = None,
    host: Annotated[Path | None, typer.Option(help=HOST)] = None,
    save_to: Annotated[Path | None, typer.Option("--save", help="Keep the battle here.")] = None,
    force: Annotated[bool, typer.Option(help="Let --save replace a file.")] = False,
    json: Json = False,
) -> None:
    """Fight one battle, computer against computer, and tell it."""
    ruleset = find_book(book)
    info = find_scenario(ruleset, scenario)
    seed = secrets.randbits(32) if seed is None else seed
    options = read_options(ruleset, option or [])
    brought = read_forces(ruleset, forces or [], options)
    chosen = save.chosen_forces(info, *brought)
    header = save.header_for(
        ruleset,
        info.key,
        dice=Seeded(seed),
        seats=seat_names(ruleset, save.seats_of(info, chosen), players),
        forces=chosen,
        options=options,
        rolls=brought.rolls,
        tables=read_tables(ruleset, host),
    )
    if save_to is not None:
        refuse_to_replace(save_to, force=force)
    game = fought(ruleset, header, save_to)
    summary = summary_of(game, header)
    if json:
        print_json(summary)
        return
    _tell(game, f"{ruleset.title}: {info.title} (seed {seed})")


def _tell(game: Game[Any], title: str) -> None:
    """Print the chronicle of a battle and how it ended."""
    out = console()
    out.print(title, style="bold")
    chronicle.show(out, chronicle.tell(game.ruleset, game.state, game.events(everything=True)))
    assert game.result is not None
    names = chronicle.names_of(game.ruleset.scene(game.view(None), None))
    say(chronicle.result_text(game.result, game.ruleset.counted, names), "bold")
    say(f"{game.decisions} decisions, digest {game.digest()}")


def fought(ruleset: Ruleset[Any], header: Header, path: Path | None = None) -> Game[Any]:
    """Fight a battle to its end; the file appears, whole, when it is over."""
    assert isinstance(header.dice, Seeded)
    seed = header.dice.seed
    seated = {s: players.player(ruleset, s, name, seed) for s, name in header.seats.items()}
    if path is None:
        game = save.begin(ruleset, header, players=seated)
        game.advance()
        return game
    part = path.with_name(f".{path.name}.{secrets.token_hex(4)}.part")
    try:
        game = save.begin(ruleset, header, players=seated, path=part, durable=False)
        game.advance()
        assert isinstance(game.journal, Journal)
        game.journal.close()
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)
    return game


def summary_of(game: Game[Any], header: Header) -> dict[str, Any]:
    """Sum a finished battle up as plain data."""
    result = game.result
    assert result is not None
    return {
        "book": header.ruleset,
        "scenario": header.scenario,
        "seed": header.dice.seed if isinstance(header.dice, Seeded) else None,
        "players": header.seats,
        "forces": header.forces,
        "options": header.options,
        "winner": result.winner,
        "reason": result.reason,
        "clause": result.clause,
        "rounds": result.rounds,
        "losses": result.losses,
        "score": result.score,
        "decisions": game.decisions,
        "digest": game.digest(),
    }
