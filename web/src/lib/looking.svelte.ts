import type { Look } from "./protocol";

/** What can be switched on: its word, its key, and what it shows. */
export const LAYERS = [
  ["command", "Command", "O", "who leads, how far, and who is out of it"],
  ["reach", "Reach", "M", "how far a move or charge could go"],
  ["targets", "Targets", "X", "weapon ranges, and whom he could shoot or charge"],
  ["arcs", "Arcs", "A", "front, flank and rear"],
  ["sight", "Sight", "S", "the line to the figure you point at, and its cover"],
] as const;

export type Layer = (typeof LAYERS)[number][0];

/** Layers of the book that belong to one switch of the screen. */
const SWITCH: Record<string, Layer> = {
  command: "command",
  reach: "reach",
  range: "targets",
  targets: "targets",
  arcs: "arcs",
  sight: "sight",
};

/** The switch of a layer; a book's own layers come with the targets. */
export function switchOf(layer: string): Layer {
  return SWITCH[layer] ?? "targets";
}

interface Desk {
  look(piece: number, other: number | null): Promise<Look>;
}

const key = (piece: number, other: number | null): string => `${piece} ${other ?? ""}`;

/** What was asked of the book about pieces; forgotten as soon as the table changes. */
export class Looking {
  #known = new Map<string, Look>();
  #asked = new Set<string>();
  #era = 0;
  #count = $state(0);

  constructor(private readonly desk: Desk) {}

  get(piece: number | null, other: number | null = null): Look | null {
    if (this.#count < 0 || piece === null) return null; // reading it makes readers wait for more
    return this.#known.get(key(piece, other)) ?? null;
  }

  /** Ask once for what is not known yet. */
  want(piece: number, other: number | null = null): void {
    const one = key(piece, other);
    if (this.#known.has(one) || this.#asked.has(one)) return;
    this.#asked.add(one);
    const era = this.#era;
    void this.desk.look(piece, other).then((found) => {
      if (era !== this.#era) return;
      this.#known.set(one, found);
      this.#count += 1;
    });
  }

  forget(): void {
    this.#era += 1;
    this.#known.clear();
    this.#asked.clear();
    this.#count += 1;
  }
}
