import { facingTo, round } from "./geometry";
import type { Piece, Point, Spot } from "./scene";
import type { Ui } from "./ui.svelte";

/** Planning while others choose: where men might go, seen by nobody else. */
export class Pencil {
  spots: Map<number, Spot> = $state.raw(new Map());

  constructor(private readonly ui: Ui) {}

  get allowed(): boolean {
    const { now, asking, show } = this.ui.table;
    return now !== null && now.you !== null && !now.result && !asking && !show.busy;
  }

  /** The men who are pencilled, as they would stand. */
  men(): Piece[] {
    return this.ui.pieces.flatMap((piece) => {
      const at = this.spots.get(piece.id);
      return at ? [{ ...piece, x: at[0], y: at[1], facing: at[2] }] : [];
    });
  }

  /** Carry the pencil of a man, and of his group if that is meant. */
  carry(piece: Piece, dx: number, dy: number): void {
    const drawn = new Map(this.spots);
    for (const one of this.#company(piece)) {
      const [x, y] = this.spots.get(one.id) ?? [one.x, one.y];
      const to: Point = [round(x + dx), round(y + dy)];
      drawn.set(one.id, [...to, round(facingTo([one.x, one.y], to))]);
    }
    this.spots = drawn;
  }

  #company(piece: Piece): Piece[] {
    if (!this.ui.grouped || !piece.group) return [piece];
    return this.ui.pieces.filter((one) => one.group === piece.group && one.side === piece.side);
  }

  rubOut(): void {
    this.spots = new Map();
  }

  /** A move that was pencilled is proposed when it is asked for. */
  take(): void {
    const asking = this.ui.table.asking;
    if (asking?.choice.kind !== "move" || asking.choice.draft !== undefined) return;
    const piece = this.ui.piece(asking.choice.piece);
    const spot = this.spots.get(asking.choice.piece);
    if (piece && spot) asking.straightTo([spot[0], spot[1]], [piece.x, piece.y]);
    this.spots = new Map([...this.spots].filter(([id]) => id !== piece?.id));
  }
}
