"""Measure what should hold the state: msgspec Structs, or plain classes that mypyc can compile.

    python -m bench.state_classes        # makes the twins, compiles some of them, prints a table

The twins of `Figure`, `Unit`, `Mount` and `Battle` are written from their fields, so they cannot
drift from the rules: dataclasses with slots, and plain classes as mypyc likes them, both with a
copy written out field by field. Each kind is filled from the same battle of forty figures, then
measured in two ways: a whole copy, and a loop as the rules have it (who stands near whom, who is
awake, one mark set for each man), which both reads and writes. What came of it:
docs/decisions/0001-state-classes.md.
"""

from __future__ import annotations

import importlib
import subprocess
import sys
import sysconfig
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any

from bench.ours import half_way
from rich.console import Console
from rich.table import Table

from banneret.rulesets.one_page_skirmish.basics import state

if TYPE_CHECKING:
    from collections.abc import Callable

REPETITIONS = 9
COPIES = 400
LOOPS = 200

HEAD = '''"""Written by bench.state_classes; do not edit."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

'''

# A walk over the figures such as the rules make for every question: reads many times, writes once.
LOOP = '''

def look_round(figures: list[{figure}]) -> int:
    """Count pairs of enemies within 12 inches, and mark everybody who is awake."""
    near = 0
    for man in figures:
        if man.fate != "table" or man.stun >= 0:
            continue
        man.acted = not man.acted
        x: float = man.base.x
        y: float = man.base.y
        for other in figures:
            if other.side != man.side and other.fate == "table":
                dx: float = other.base.x - x
                dy: float = other.base.y - y
                if dx * dx + dy * dy < 144.0:
                    near += 1
    return near
'''

COPY_BATTLE = '''

def clone(battle: Battle) -> Battle:
    """Copy what changes, share what does not."""
    twin = battle.twin()
    twin.figures = [figure.twin() for figure in battle.figures]
    twin.units = [unit.twin() for unit in battle.units]
    twin.mounts = [mount.twin() for mount in battle.mounts]
    return twin
'''

PLAIN = {"int": "int", "str": "str", "bool": "bool"}
LISTS = {"figures": "list[Figure]", "units": "list[Unit]", "mounts": "list[Mount]"}
KINDS = (state.Figure, state.Unit, state.Mount, state.Battle)


def types_of(kind: type[Any]) -> dict[str, str]:
    """Give the fields of a Struct with the types that a twin needs."""
    fields = kind.__struct_fields__
    types = {name: PLAIN.get(str(kind.__annotations__[name]), "Any") for name in fields}
    return types | {name: LISTS[name] for name in fields if kind is state.Battle and name in LISTS}


def as_dataclass(kind: type[Any]) -> list[str]:
    """Write the head of a twin: a dataclass with slots."""
    fields = [f"    {name}: {of}" for name, of in types_of(kind).items()]
    return ["@dataclass(slots=True)", f"class {kind.__name__}:", *fields, ""]


def as_plain_class(kind: type[Any]) -> list[str]:
    """Write the head of a twin: a plain class with its first values written out."""
    types = types_of(kind)
    slots = ", ".join(f'"{name}"' for name in types)
    parameters = ", ".join(f"{name}: {of}" for name, of in types.items())
    lines = [f"class {kind.__name__}:", f"    __slots__ = ({slots})", ""]
    lines += [f"    def __init__(self, {parameters}) -> None:"]
    return [*lines, *[f"        self.{name} = {name}" for name in types], ""]


def write_twins(folder: Path, name: str, head: Callable[[type[Any]], list[str]]) -> None:
    """Write a module of twins with their copies, and the loop."""
    lines: list[str] = []
    for kind in KINDS:
        fields = ", ".join(f"self.{name}" for name in kind.__struct_fields__)
        lines += [*head(kind), f"    def twin(self) -> {kind.__name__}:"]
        lines += [f"        return {kind.__name__}({fields})", "", ""]
    source = HEAD + "\n".join(lines) + LOOP.format(figure="Figure") + COPY_BATTLE
    (folder / f"{name}.py").write_text(source)


def compile_module(folder: Path, name: str) -> None:
    """Compile one module by mypyc beside its source, which is then set aside."""
    setup = folder / "setup.py"
    setup.write_text(
        "from mypyc.build import mypycify\nfrom setuptools import setup\n"
        f'setup(name="{name}", ext_modules=mypycify(["{name}.py"], opt_level="3"))\n'
    )
    command = [sys.executable, "setup.py", "build_ext", "--inplace"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)  # noqa: S603
    suffix = sysconfig.get_config_var("EXT_SUFFIX")
    if not (folder / f"{name}{suffix}").exists():
        raise SystemExit(f"mypyc made nothing of {name}:\n{done.stdout}\n{done.stderr}")
    (folder / f"{name}.py").unlink()


def as_twins(module: Any, battle: state.Battle) -> Any:
    """Fill the twins from a battle."""

    def twin(thing: Any) -> Any:
        kind = getattr(module, type(thing).__name__)
        return kind(*[getattr(thing, name) for name in thing.__struct_fields__])

    made = twin(battle)
    made.figures = [twin(figure) for figure in battle.figures]
    made.units = [twin(unit) for unit in battle.units]
    made.mounts = [twin(mount) for mount in battle.mounts]
    return made


def cost(call: Callable[[], object], times: int) -> float:
    """Give the microseconds of processor time of one call, the middle of several runs."""
    runs = []
    for _ in range(REPETITIONS):
        start = time.process_time()
        for _ in range(times):
            call()
        runs.append((time.process_time() - start) / times * 1e6)
    return median(runs)


def measure() -> dict[str, tuple[float, float]]:
    """Measure each kind: a copy, and the loop, in microseconds."""
    battle = half_way(seed=1).now
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        write_twins(folder, "data_twins", as_dataclass)
        write_twins(folder, "plain_twins", as_plain_class)
        write_twins(folder, "compiled_twins", as_plain_class)
        for name in ("loop", "compiled_loop"):
            (folder / f"{name}.py").write_text(HEAD + LOOP.format(figure="Any"))
        compile_module(folder, "compiled_twins")
        compile_module(folder, "compiled_loop")
        sys.path.insert(0, place)
        data, plain, native, loop, native_loop = map(importlib.import_module, MODULES)
        sys.path.remove(place)
    datas, plains, natives = (as_twins(module, battle) for module in (data, plain, native))
    seen = loop.look_round(battle.figures)
    assert seen == data.look_round(datas.figures) == native.look_round(natives.figures)

    def row(copy: Callable[[Any], Any], look: Callable[[Any], int], it: Any) -> tuple[float, float]:
        return cost(lambda: copy(it), COPIES), cost(lambda: look(it.figures), LOOPS)

    return {
        "Structs, all interpreted": row(state.clone, loop.look_round, battle),
        "slots dataclasses, all interpreted": row(data.clone, loop.look_round, datas),
        "plain classes, all interpreted": row(plain.clone, loop.look_round, plains),
        "Structs, rules compiled": row(state.clone, native_loop.look_round, battle),
        "plain classes compiled, rules interpreted": row(native.clone, loop.look_round, natives),
        "plain classes and rules compiled": row(native.clone, native.look_round, natives),
    }


MODULES = ("data_twins", "plain_twins", "compiled_twins", "loop", "compiled_loop")


def main() -> None:
    """Print the table."""
    table = Table("state classes", "copy of the battle", "loop over 40 figures")
    for name, (copy, loop) in measure().items():
        table.add_row(name, f"{copy:.1f} us", f"{loop:.0f} us")
    Console().print(table)


if __name__ == "__main__":
    main()
