"""What is wrong with a call: numbers that are none, and sentences that say what would be right."""

from __future__ import annotations

from math import isfinite
from typing import TYPE_CHECKING, Any

import typer

if TYPE_CHECKING:
    from typer.exceptions import TyperException


def whole_number(text: str) -> int:
    """Read a whole number from the command line."""
    try:
        return int(text)
    except ValueError as no:
        raise typer.BadParameter(f"{text!r} is not a whole number") from no


def port_number(text: str) -> int:
    """Read a port."""
    port = whole_number(text)
    if not 0 <= port <= 65535:
        raise typer.BadParameter(f"{port} is no port, expected 0 to 65535")
    return port


def seconds(text: str) -> float:
    """Read a time."""
    try:
        time = float(text)
    except ValueError as no:
        raise typer.BadParameter(f"{text!r} is not a number of seconds") from no
    if not (isfinite(time) and time >= 0.0):
        raise typer.BadParameter(f"{text!r} seconds cannot be waited, expected 0 or more")
    return time


def sentence_of(no: TyperException) -> str:
    """Say what a call got wrong and what it could have been."""
    said = no.format_message().rstrip(".")
    context: Any = getattr(no, "ctx", None)
    if context is None or (isinstance(no, typer.BadParameter) and not _is_missing(no)):
        return said
    if said.startswith("No such command"):
        return f"{said}: expected one of {', '.join(context.command.commands)}"
    if said.startswith("No such option"):
        options = [name for one in context.command.get_params(context) for name in one.opts]
        flags = [name for name in options if name.startswith("--")]
        return f"{said}: expected one of {', '.join(flags)}"
    usage = context.command.get_usage(context).partition(": ")[2]
    return f"{said}: expected `{' '.join(usage.split())}`"


def _is_missing(no: TyperException) -> bool:
    return no.format_message().startswith("Missing")
