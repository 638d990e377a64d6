import { beadsWide, belowPiece, reachDown } from "./forms";
import { ahead, corners } from "./geometry";
import type { Overlay } from "./overlays";
import type { Piece, Point } from "./scene";

/** A box on the screen, in pixels: its middle and half its sides. */
export interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
}

const LETTER = 7.2;
const GRIP = 14; // pixels: half a grip of a drill
const OVER = 14; // pixels from a body to the middle of the name above it: clear of the wedge of its front

export const wordBox = (text: string, x: number, y: number, letter = LETTER, height = 16): Box => ({
  x,
  y,
  w: (text.length * letter) / 2,
  h: height / 2,
});

export const clash = (a: Box, b: Box): boolean => Math.abs(a.x - b.x) < a.w + b.w && Math.abs(a.y - b.y) < a.h + b.h;

/** The side of its piece on which a name stands. */
export type Beside = "below" | "above" | "left" | "right";

/** Pixels between a disc and the name at its side. */
export const GAP = 8;

/** Where else than below a name may stand, by the form of its piece. */
const PLACES: Record<string, Beside[]> = { block: ["below", "above"], round: ["below", "right", "left", "above"] };

/** What nothing may be written on: the midst of a man, the whole of a disc or a body. */
function trunk(one: Piece, scale: number): Box & { id: number } {
  const [w, h] = one.form?.form === "block" ? [reachDown({ ...one, facing: one.facing + 90 }), reachDown(one)] : one.form?.form === "round" ? [one.width / 2, one.width / 2] : [0.3, 0.3];
  return { id: one.id, x: one.x * scale, y: -one.y * scale, w: w * scale, h: h * scale };
}

const LINE = 22; // pixels of the name under them, and of the wedge of whoever faces it
const BAR = 34; // pixels that bars are long at least

/** Whose bars stand above him, because somebody stands where they would be below. */
export function lifted(pieces: Piece[], scale: number): Set<number> {
  const bodies = pieces.map((one) => ({ id: one.id, x: one.x * scale, y: -one.y * scale, w: reachDown({ ...one, facing: one.facing + 90 }) * scale * 0.7, h: reachDown(one) * scale }));
  const bars = (one: Piece, by: 1 | -1): Box => ({ x: one.x * scale, y: -one.y * scale + by * (reachDown(one) * scale + 3 + (belowPiece(one) + LINE) / 2), w: BAR / 2, h: (belowPiece(one) + LINE) / 2 });
  const hit = (one: Piece, by: 1 | -1): boolean => bodies.some((body) => body.id !== one.id && clash(bars(one, by), body));
  return new Set(pieces.filter((one) => belowPiece(one) && hit(one, 1) && !hit(one, -1)).map((one) => one.id));
}

/** Pixels from the middle of a ghost to the price of its way: below its stand, bars and name. */
export const priceDrop = (piece: Piece, scale: number): number => Math.max(scale * 0.9 + 18, reachDown(piece) * scale + (belowPiece(piece) ? belowPiece(piece) + 36 : 0));

/** Whose names can be read, and where: the most important first, then whoever's name lies on no other name and no man; a body's may stand above it, a disc's all round it. */
export function named(pieces: Piece[], importance: (piece: Piece) => number, scale: number, grips: Point[] = [], over: Set<number> = new Set()): Map<number, Beside> {
  const found = new Map<number, Beside>();
  const taken: Box[] = grips.map(([x, y]) => ({ x: x * scale, y: -y * scale, w: GRIP, h: GRIP }));
  const men = pieces.map((one) => trunk(one, scale));
  const wanted = pieces.map((one) => ({ one, rank: importance(one) })).filter(({ rank }) => rank > 0);
  for (const { one, rank } of wanted.sort((a, b) => b.rank - a.rank)) {
    const down = reachDown(one) * scale;
    const across = (one.name.length * LETTER) / 2 + (one.width * scale) / 2 + GAP;
    const noted = one.note ? 7 : 0; // a second line below the name
    const box = (side: Beside): Box => {
      if (side === "left" || side === "right") return wordBox(one.name, one.x * scale + (side === "left" ? -across : across), -one.y * scale);
      const name = wordBox(one.name, one.x * scale, -one.y * scale + (side === "below" ? down + 11 + noted + belowPiece(one) : -down - OVER - noted - (over.has(one.id) ? belowPiece(one) : 0)));
      return { ...name, w: name.w + beadsWide(one) / 2, h: name.h + noted };
    };
    const free = (side: Beside): boolean => !taken.some((other) => clash(box(side), other)) && !men.some((man) => man.id !== one.id && clash(box(side), man));
    const side = over.has(one.id) ? (free("above") || rank >= ALWAYS ? "above" : null) : PLACES[one.form?.form ?? ""]?.find(free) ?? (free("below") || rank >= ALWAYS ? "below" : null);
    if (!side) continue;
    found.set(one.id, side);
    taken.push(box(side));
  }
  return found;
}

/** From this importance on a name is shown whatever it lies on. */
export const ALWAYS = 100;

/** Bearings at which the words of a ring may stand: slantwise, so that those of several rings do not touch. */
const SLANT = [45, 315, 135, 225, 90, 270, 180, 0];
const PLUMB = [180, 0, 90, 270, ...SLANT];

const farthest = (points: Point[], [dx, dy]: Point): Point =>
  points.reduce((a, b) => (b[0] * dx + b[1] * dy > a[0] * dx + a[1] * dy ? b : a));

/** Places for the words of a shape: on its rim, or in the midst of an arc. */
function anchors(one: Overlay): Point[] {
  if (one.shape === "band") {
    const [x, y, facing, width, depth] = one.base;
    const edge = corners({ x, y, facing, width, depth });
    return (one.layer === "reach" ? SLANT : PLUMB).map((bearing) => {
      const toward = ahead(bearing);
      const [ex, ey] = bearing % 90 ? farthest(edge, toward) : [x, y];
      const more = bearing % 90 ? one.inches : one.inches + Math.max(...edge.map((p) => (p[0] - x) * toward[0] + (p[1] - y) * toward[1]));
      return [ex + toward[0] * more, ey + toward[1] * more];
    });
  }
  if (one.shape === "zone" && one.points.length) return SLANT.map((bearing) => farthest(one.points, ahead(bearing)));
  if (one.shape !== "arc") return [];
  const wide = (one.end - one.start + 360) % 360 || 360;
  const [dx, dy] = ahead(one.start + wide / 2);
  return [[one.x + dx * one.inches * 0.7, one.y + dy * one.inches * 0.7]];
}

/** Where the words of each shape stand: in sight, on no other words and on nothing that is to be seen; else wherever they are in sight. */
export function anchored(overlays: Overlay[], sees: (point: Point) => boolean, seen: Point[], scale: number): (Point | null)[] {
  const taken: Box[] = seen.map(([x, y]) => ({ x: x * scale, y: y * scale, w: 16, h: 16 }));
  return overlays.map((one) => {
    if (one.shape === "tag" || one.shape === "line" || !one.label) return null;
    const label = one.label;
    const box = ([x, y]: Point): Box => wordBox(label, x * scale, y * scale, LETTER + 2, 24);
    const here = anchors(one).filter(sees);
    const spot = here.find((point) => !taken.some((other) => clash(box(point), other))) ?? here[0] ?? null;
    if (spot) taken.push(box(spot));
    return spot;
  });
}
