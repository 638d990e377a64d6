import { read, write } from "./keep.svelte";
import type { Ui } from "./ui.svelte";

/** A word at the place it is about, said once to a person. */
export interface Mark {
  key: string;
  title: string;
  text: string;
  /** What it points at on the page, if it has its place now. */
  at: (ui: Ui) => Element | null;
  /** Whether the thing is done, so that nobody need be told. */
  done: (ui: Ui, shown: boolean) => boolean;
}

const here = (selector: string): Element | null => document.querySelector(selector);
const piece = (id: number | undefined): Element | null => (id === undefined ? null : here(`.men [data-piece="${id}"] .edge`));

/** The newest line that is in sight of its window. */
function line(): Element | null {
  const room = here(".chron")?.getBoundingClientRect();
  const seen = (one: Element): boolean => {
    const box = one.getBoundingClientRect();
    const fits = room !== undefined && box.top >= room.top && box.bottom <= room.bottom;
    return fits && one.contains(document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2));
  };
  return [...document.querySelectorAll(".chron [aria-expanded]")].findLast(seen) ?? null;
}

/** The greatest of those who may be taken into the hand: he leads. */
function leader(ui: Ui): number | undefined {
  const men = ui.pieces.filter((one) => ui.gesture.may(one));
  return (men.find((one) => one.rank && !/common|soldier/.test(one.rank)) ?? men[0])?.id;
}

/** How many units may be chosen among; what has odds, a spell or a shot, is done to a man and leads none. */
const units = (ui: Ui): number => ui.pick?.options.filter((one) => one.because === undefined && !one.odds && one.pieces?.some((id) => ui.piece(id)?.side === ui.table.you)).length ?? 0;

const foe = (ui: Ui): number | undefined => ui.pieces.find((one) => one.side !== ui.table.you)?.id;

export const MARKS: Mark[] = [
  {
    key: "force",
    title: "One word for all",
    text: "Say to the whole force what it does; then tap a single man to give him something else.",
    at: (ui) => (ui.table.asking?.question.presets?.length ? here("[data-preset]") : null),
    done: (ui) => ui.table.asking?.preset !== null && ui.table.asking?.preset !== undefined,
  },
  {
    key: "drag",
    title: "Drag a man",
    text: "Whoever goes with him comes along by himself. Or tap him, and then a place. Nothing happens before you commit it.",
    at: (ui) => (ui.gesture.allowed && !ui.gesture.active && units(ui) > 1 ? piece(leader(ui)) : null),
    done: (ui) => ui.gesture.active,
  },
  {
    key: "commit",
    title: "As a ghost first",
    text: "Enter or this button does it, Esc lets go of it, and U takes it back.",
    at: (ui) => (ui.gesture.active ? here("[data-carry]") : null),
    done: (ui, shown) => shown && !ui.gesture.active,
  },
  {
    key: "aim",
    title: "Drag a man onto an enemy",
    text: "If he can shoot or charge him, he does. The odds stand there before any die is thrown.",
    at: (ui) => (ui.gesture.allowed && !ui.gesture.active && seen().includes("commit") ? piece(foe(ui)) : null),
    done: (ui) => ui.gesture.target !== null,
  },
  {
    key: "why",
    title: "Why did that happen?",
    text: "Open any line: it shows its dice, its reckoning and its rule.",
    at: (ui) => (ui.table.events.some((one) => one.event.event === "rolled") ? line() : null),
    done: () => false,
  },
  {
    key: "hint",
    title: "At a loss?",
    text: "The captain says what he would do, and why.",
    at: () => (seen().includes("drag") || seen().includes("force") ? here("[data-hint]") : null),
    done: (ui) => ui.table.counsel !== null,
  },
];

const MOST = 6;
const LATEST = 2; // rounds in which one is coached

export function seen(): string[] {
  return read<string[]>("coached", []);
}

/** The next word to be said, and how many were before it. */
export class Coach {
  #seen: string[] = $state.raw(seen());
  #shown = "";

  constructor(private readonly ui: Ui) {}

  get count(): number {
    return this.#seen.length;
  }

  get most(): number {
    return MOST;
  }

  /** The mark whose place is on the page just now. */
  now(): { mark: Mark; at: Element } | null {
    const { table } = this.ui;
    if (!table.now || table.watching || table.show.busy || this.ui.briefing || (table.now.scene.round ?? 0) > LATEST) return null;
    for (const mark of MARKS) {
      if (this.#seen.includes(mark.key)) continue;
      if (mark.done(this.ui, this.#shown === mark.key)) {
        this.see(mark.key);
        continue;
      }
      const at = mark.at(this.ui);
      if (at) {
        this.#shown = mark.key;
        return { mark, at };
      }
    }
    return null;
  }

  see(key: string): void {
    if (this.#seen.includes(key)) return;
    this.#seen = [...this.#seen, key];
    write("coached", this.#seen);
  }
}
