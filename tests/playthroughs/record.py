"""Record the golden battles again: `make golden REASON="what changed and why"`.

Battles that still lead where they led are kept as they are. One that does not is fought anew, or
played by its old tape if only what is told changed; the engine's version must have been raised for
it, unless no battle was ever given out with it (`UNRELEASED=1`). The reason is noted in
docs/golden.md.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sized
from pathlib import Path

from banneret import __version__
from playthroughs import golden
from playthroughs.wanted import TOLD, WANTED

NOTES = Path(__file__).parents[2] / "docs" / "golden.md"


def main() -> int:
    """Record what is new or changed, and note why."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--reason", default="", help="what changed and why")
    parser.add_argument("--unreleased", action="store_true", help="no need of a new version")
    given = parser.parse_args()
    new, changed, gone = _sorted()
    retold = [name for name in TOLD if name not in {*new, *changed} and _retold(name)]
    if not (new or changed or gone or retold):
        sys.stdout.write(f"All {len(WANTED)} golden battles lead where they led.\n")
        return 0
    reason = " ".join(given.reason.split())
    if not reason:
        return _refuse(f'{_count(new, changed, gone, retold)}: say REASON="what changed and why"')
    stale = [name for name in changed if golden.read(name).engine == __version__]
    if stale and not given.unreleased:
        return _refuse(
            f"{', '.join(stale)}: changed, but the engine is still {__version__}: raise "
            "__version__ in src/banneret/__init__.py first (or UNRELEASED=1 if no battle was "
            "ever given out with it)"
        )
    for name in new:
        golden.write(name, golden.fight(WANTED[name]))
    for name in changed:
        golden.write(name, _anew(name))
    for path in gone:
        path.unlink()
    for name in TOLD:
        _chronicle(name).write_text(golden.told(golden.read(name)), encoding="utf-8")
    with NOTES.open("a", encoding="utf-8") as notes:
        notes.write(f"| {__version__} | {_count(new, changed, gone, retold)} | {reason} |\n")
    sys.stdout.write(f"{_count(new, changed, gone, retold)}; noted in docs/golden.md.\n")
    return 0


def _sorted() -> tuple[list[str], list[str], list[Path]]:
    new, changed = [], []
    for name, battle in WANTED.items():
        if not golden.path_of(name).exists():
            new.append(name)
        elif golden.read(name).battle != battle or not _same(name):
            changed.append(name)
    kept = {golden.path_of(name) for name in WANTED}
    return new, changed, [path for path in sorted(golden.FOLDER.glob("*")) if path not in kept]


def _anew(name: str) -> golden.Golden:
    old = golden.read(name)
    return golden.told_anew(old) if old.battle == WANTED[name] else golden.fight(WANTED[name])


def _same(name: str) -> bool:
    try:
        golden.again(golden.read(name))
    except AssertionError as no:
        sys.stdout.write(f"{name}: {str(no).removesuffix(golden.WHAT_TO_DO)}\n")
        return False
    return True


def _chronicle(name: str) -> Path:
    golden.CHRONICLES.mkdir(exist_ok=True)
    return golden.CHRONICLES / f"{name}.txt"


def _retold(name: str) -> bool:
    path = _chronicle(name)
    return not path.exists() or path.read_text("utf-8") != golden.told(golden.read(name))


def _count(new: list[str], changed: list[str], gone: list[Path], retold: list[str]) -> str:
    kinds: dict[str, Sized] = {"new": new, "changed": changed, "gone": gone, "retold": retold}
    return ", ".join(f"{len(found)} {kind}" for kind, found in kinds.items() if found)


def _refuse(why: str) -> int:
    sys.stderr.write(f"make golden: {why}\n")
    return 2


if __name__ == "__main__":
    sys.exit(main())
