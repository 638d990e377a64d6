import { gap } from "./geometry";
import type { Piece, Point } from "./scene";

export interface Ruler {
  from: Point;
  to: Point;
  inches: number;
}

/** Where one measures: a point, or the base of the piece that is there. */
export interface Mark {
  point: Point;
  piece: Piece | null;
}

/** The ruler: from base edge to base edge, laid by two taps. */
export class Measuring {
  on = $state(false);
  ruler: Ruler | null = $state.raw(null);
  #from: Mark | null = null;

  toggle(): void {
    this.on = !this.on;
    this.#from = null;
    if (!this.on) this.ruler = null;
  }

  tap(mark: Mark): void {
    if (!this.#from || this.ruler) {
      this.#from = mark;
      this.ruler = null;
      return;
    }
    this.ruler = between(this.#from, mark);
  }

  /** What is measured as far as here. */
  to(mark: Mark): Ruler | null {
    return !this.#from || this.ruler ? this.ruler : between(this.#from, mark);
  }
}

function between(a: Mark, b: Mark): Ruler {
  const based = (one: Mark): Parameters<typeof gap>[0] =>
    one.piece ?? { x: one.point[0], y: one.point[1], facing: 0, width: 0, depth: 0 };
  return gap(based(a), based(b));
}
