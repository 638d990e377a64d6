import type { Overlay } from "./overlays";
import type { Ground, Marker, Piece, Point, Scene } from "./scene";
import type { Gliding } from "./show.svelte";
import { seedOf } from "./terrain";
import type { Size } from "./view";

/** How far a player has turned his table, clockwise. */
export type Turn = 0 | 90 | 180 | 270;

export const TURNS: [Turn, string][] = [[0, "As drawn"], [90, "¼ turn"], [180, "½ turn"], [270, "¾ turn"]];

/**
 * A table as it is seen by one who has turned it. What is drawn is turned before it is drawn, so that words and
 * badges stay upright; what is pointed at is turned back before anybody hears of it. y grows upwards on both.
 */
export class Turned {
  readonly width: number;
  readonly height: number;

  constructor(
    readonly turn: Turn,
    private readonly table: Size,
  ) {
    const aside = turn === 90 || turn === 270;
    this.width = aside ? table.height : table.width;
    this.height = aside ? table.width : table.height;
  }

  /** Where a point of the table is seen. */
  readonly point = ([x, y]: Point): Point => {
    const { width, height } = this.table;
    switch (this.turn) {
      case 0: return [x, y];
      case 90: return [y, width - x];
      case 180: return [width - x, height - y];
      case 270: return [height - y, x];
    }
  };

  /** Which point of the table is seen there. */
  readonly back = ([x, y]: Point): Point => {
    const { width, height } = this.table;
    switch (this.turn) {
      case 0: return [x, y];
      case 90: return [width - y, x];
      case 180: return [width - x, height - y];
      case 270: return [y, height - x];
    }
  };

  /** Which way on the table is meant by a way on the screen. */
  readonly meant = (way: Point): Point => {
    const [[x, y], [x0, y0]] = [this.back(way), this.back([0, 0])];
    return [x - x0, y - y0];
  };

  readonly facing = (degrees: number): number => (this.turn ? (degrees + this.turn) % 360 : degrees);

  readonly piece = (piece: Piece): Piece => {
    if (!this.turn) return piece;
    const [x, y] = this.point([piece.x, piece.y]);
    const form = piece.form && "way" in piece.form && piece.form.way ? { ...piece.form, way: piece.form.way.map(this.point) } : piece.form;
    return { ...piece, x, y, facing: this.facing(piece.facing), ...(form ? { form } : {}) };
  };

  readonly glide = (glide: Gliding | undefined): Gliding | undefined =>
    this.turn && glide ? { ...glide, path: glide.path.map(this.point), facing: this.facing(glide.facing) } : glide;

  readonly overlay = (one: Overlay): Overlay => {
    if (!this.turn || one.shape === "tag") return one;
    if (one.shape === "zone") return { ...one, points: one.points.map(this.point) };
    if (one.shape === "line") return { ...one, points: [this.point(one.points[0]), this.point(one.points[1])] };
    if (one.shape === "band") {
      const [x0, y0, facing, width, depth] = one.base;
      return { ...one, base: [...this.point([x0, y0]), this.facing(facing), width, depth] };
    }
    const [x, y] = this.point([one.x, one.y]);
    return { ...one, x, y, start: this.facing(one.start), end: this.facing(one.end) };
  };

  scene(scene: Scene): Scene {
    if (!this.turn) return scene;
    const { width, height } = this;
    const drawn = (one: Ground): Point[] => one.points.map(([x, y]) => [x, this.table.height - y]);
    const lie = (one: Ground): Ground => ({ ...one, points: one.points.map(this.point), seed: seedOf(one, drawn(one)) });
    const mark = (one: Marker): Marker => {
      const [x, y] = this.point([one.x, one.y]);
      return { ...one, x, y };
    };
    return { ...scene, width, height, ground: scene.ground.map(lie), pieces: scene.pieces.map(this.piece), markers: scene.markers.map(mark) };
  }
}

/** The next way a table may lie: to the other side of it, or by a quarter where the screen is narrow. */
export function next(turn: Turn, narrow: boolean): Turn {
  return ((turn + (narrow ? 90 : 180)) % 360) as Turn;
}
