import { LAYERS, Looking, switchOf, type Layer } from "./looking.svelte";
import type { Overlay } from "./overlays";
import type { Ui } from "./ui.svelte";

/** What is shown on demand: which layers are switched on, and about whom. */
export class Sights {
  layers: Record<Layer, boolean> = $state({ command: false, reach: false, targets: false, arcs: false, sight: false });
  readonly looking: Looking;

  constructor(private readonly ui: Ui) {
    this.looking = new Looking(ui.table);
  }

  /** The piece whose card is shown: pointed at, in focus, selected, or asked about. */
  get looked(): number | null {
    return this.#standing(this.ui.hovered, this.#focused, this.ui.selected, this.#mover, this.ui.subjects[0]);
  }

  /** The piece whose overlays are drawn: a selected one stays while the eye wanders. */
  get drawn(): number | null {
    return this.#standing(this.ui.selected, this.ui.hovered, this.#focused, this.#mover, this.ui.subjects[0]);
  }

  #standing(...ids: (number | null | undefined)[]): number | null {
    return ids.find((id) => id !== null && id !== undefined && this.ui.piece(id) !== null) ?? null;
  }

  get #focused(): number | null {
    return this.ui.option === null ? null : (this.ui.considered?.pieces?.[0] ?? null);
  }

  get #mover(): number | null {
    const choice = this.ui.table.asking?.choice;
    return choice?.kind === "move" ? choice.piece : null;
  }

  /** A line of sight: from whom is asked or selected, to whom is pointed at or considered. */
  get sight(): [from: number, to: number] | null {
    const pair = this.layers.sight ? this.#pointedPair : this.#shot;
    return pair && pair[0] !== pair[1] && this.ui.piece(pair[0]) && this.ui.piece(pair[1]) ? pair : null;
  }

  get #pointedPair(): [number, number] | null {
    const from = this.ui.selected ?? this.#mover ?? this.ui.subjects[0] ?? null;
    const to = this.ui.hovered ?? this.ui.considered?.pieces?.[0] ?? null;
    return from === null || to === null ? null : [from, to];
  }

  /** A target with odds is shown with the line to it. */
  get #shot(): [number, number] | null {
    const option = this.ui.considered;
    const [from, to] = [this.ui.subjects, option?.pieces ?? []];
    if (!from.length && to.length === 2) return [to[0]!, to[1]!]; // who would do it, and to whom
    if (!option?.odds && !option?.because) return null;
    return from.length === 1 && to.length === 1 ? [from[0]!, to[0]!] : null;
  }

  /** What the screen needs to know of the book now. */
  get wanted(): [piece: number, other: number | null][] {
    const found: [number, number | null][] = [];
    if (this.looked !== null) found.push([this.looked, null]);
    if (this.drawn !== null && this.any) found.push([this.drawn, null]);
    if (this.#mover !== null) found.push([this.#mover, null]);
    if (this.sight) found.push(this.sight);
    return found;
  }

  /** What is drawn now. */
  get overlays(): Overlay[] {
    if (this.ui.table.show.busy) return [];
    const found: Overlay[] = [];
    const mover = this.#mover;
    const [drawn, moving] = [this.looking.get(this.drawn), this.looking.get(mover)];
    for (const one of moving?.overlays ?? []) {
      if (one.layer === "reach") found.push(one);
    }
    for (const one of drawn?.overlays ?? []) {
      const twice = this.drawn === mover && one.layer === "reach";
      if (this.layers[switchOf(one.layer)] && !twice) found.push(one);
    }
    if (this.sight) found.push(...(this.looking.get(...this.sight)?.overlays ?? []));
    return found;
  }

  toggle(layer: Layer): void {
    this.layers[layer] = !this.layers[layer];
  }

  /** What is switched on, in words. */
  get on(): string[] {
    return LAYERS.filter(([layer]) => this.layers[layer]).map(([, word]) => word.toLowerCase());
  }

  get any(): boolean {
    return LAYERS.some(([layer]) => this.layers[layer]);
  }

  /** Show nothing on demand any more. */
  clear(): void {
    for (const [layer] of LAYERS) this.layers[layer] = false;
  }
}
