/** Where the eye is: the middle of the view in inches, and pixels to the inch. y grows downwards. */

export interface View {
  x: number;
  y: number;
  scale: number;
}

export interface Size {
  width: number;
  height: number;
}

export type Distance = "far" | "middle" | "near";

const FAR = 15; // so that 20 against 20 on a laptop still show their arms
const NEAR = 36;
const BAND = 0.1;
export const MOST = 110;

export function fit(screen: Size, table: Size, margin = 1): View {
  const scale = Math.min(
    screen.width / (table.width + 2 * margin),
    screen.height / (table.height + 2 * margin),
  );
  return { x: table.width / 2, y: table.height / 2, scale: Math.max(scale, 1) };
}

export const alike = (a: Size, b: Size): boolean => a.width === b.width && a.height === b.height;

/** The whole table after the room for it changed: where it lay, unless it must be smaller, or may grow into the room. */
export function refit(view: View, before: Size, screen: Size, table: Size, margin: number, grows: boolean): View {
  const whole = fit(screen, table, margin);
  if (grows || before.width !== screen.width || whole.scale < view.scale) return whole;
  return { ...view, y: view.y + (screen.height - before.height) / 2 / view.scale };
}

const LEAST = 12; // inches that are seen at least: one man alone tells nothing of the table

/** See a part of the table: a box in inches, y downwards, with room around it. */
export function frame(screen: Size, table: Size, box: [number, number, number, number], margin: number): View {
  const room = Math.max(margin, (LEAST - Math.max(box[2] - box[0], box[3] - box[1])) / 2);
  const [x0, y0, x1, y1] = [
    Math.max(-1, box[0] - room),
    Math.max(-1, box[1] - room),
    Math.min(table.width + 1, box[2] + room),
    Math.min(table.height + 1, box[3] + room),
  ];
  const scale = Math.min(screen.width / (x1 - x0), screen.height / (y1 - y0), NEAR * 1.2);
  const found = Math.max(scale, fit(screen, table).scale);
  return { x: within((x0 + x1) / 2, table.width, screen.width / found), y: within((y0 + y1) / 2, table.height, screen.height / found), scale: found };
}

/** The middle of what is seen of a length: with no more beyond its ends than there must be. */
function within(middle: number, length: number, seen: number): number {
  const [least, most] = [seen / 2 - 1, length + 1 - seen / 2];
  return least > most ? length / 2 : Math.min(most, Math.max(least, middle));
}

export const BASE = { least: 28, most: 48 }; // pixels of the base of a man on foot

const TOOLS = 100; // pixels
const SMALL = 1.15; // the same, where men on the whole table would be small
const NEARER = 1.4; // how much larger a few who stand together are seen, to leave the whole table for them

export type Part = [number, number, number, number];

const area = ([x0, y0, x1, y1]: Part): number => Math.max(0, x1 - x0) * Math.max(0, y1 - y0);

/** Where to look from: at one's own and whatever concerns them, never smaller than men can be told apart, unless they stand all over the table; a few far from each other are told apart at half the size. */
export function camera(screen: Size, table: Size, own: Part, all: Part, unit: number, few = false, margin = 2.5): View {
  const whole = fit(screen, table);
  const [low, high] = [BASE.least / unit / (few ? 2 : 1), BASE.most / unit];
  if (area(all) > (table.width * table.height) / 2 && whole.scale >= low / 2) return whole; // on a phone they are dots
  const wide = ([x0, y0, x1, y1]: Part): Part => [x0 - margin, y0 - margin, x1 + margin, y1 + margin];
  const aside = screen.width > 620 ? TOOLS : 0; // what stands at the right of the view hides nobody
  const filling = (part: Part): number => Math.min((screen.width - aside) / (part[2] - part[0]), screen.height / (part[3] - part[1]));
  const found = filling(wide(all));
  const nearer = whole.scale * unit < BASE.least ? SMALL : NEARER;
  if (whole.scale >= (few && found > whole.scale * nearer ? high : low)) return whole;
  const scale = Math.min(high, Math.max(low, found));
  const [seenX, seenY] = [screen.width / scale, screen.height / scale];
  const at = (i: 0 | 1, seen: number, length: number): number => {
    const [from, to] = [wide(own)[i], wide(own)[i + 2]!];
    const middle = (all[i] + all[i + 2]!) / 2;
    const held = to - from > seen ? (from + to) / 2 : Math.min(from + seen / 2, Math.max(to - seen / 2, middle)); // one's own stay in it
    return within(held, length, seen);
  };
  return { x: at(0, seenX, table.width), y: at(1, seenY, table.height), scale };
}

/** Whether a part can be seen whole with a man's base no smaller than it should be. */
export function holds(screen: Size, [x0, y0, x1, y1]: Part, unit: number, margin = 2.5): boolean {
  const seen = unit / BASE.least;
  return x1 - x0 + 2 * margin <= screen.width * seen && y1 - y0 + 2 * margin <= screen.height * seen;
}

/** Whether all of a part is seen well. */
export function sees(view: View, screen: Size, part: Part): boolean {
  const [x0, y0] = toScreen(view, screen, part[0], part[1]);
  const [x1, y1] = toScreen(view, screen, part[2], part[3]);
  return x0 > RIM && y0 > RIM && x1 < screen.width - RIM && y1 < screen.height - RIM;
}

const RIM = 20;

export function least(screen: Size, table: Size): number {
  return fit(screen, table).scale * 0.8;
}

export function toTable(view: View, screen: Size, px: number, py: number): [number, number] {
  return [
    view.x + (px - screen.width / 2) / view.scale,
    view.y + (py - screen.height / 2) / view.scale,
  ];
}

export function toScreen(view: View, screen: Size, x: number, y: number): [number, number] {
  return [
    screen.width / 2 + (x - view.x) * view.scale,
    screen.height / 2 + (y - view.y) * view.scale,
  ];
}

export function zoom(
  view: View,
  screen: Size,
  table: Size,
  factor: number,
  px = screen.width / 2,
  py = screen.height / 2,
): View {
  const scale = Math.min(MOST, Math.max(least(screen, table), view.scale * factor));
  const [x, y] = toTable(view, screen, px, py);
  return clamp(
    {
      x: x - (px - screen.width / 2) / scale,
      y: y - (py - screen.height / 2) / scale,
      scale,
    },
    table,
  );
}

export function pan(view: View, table: Size, dx: number, dy: number): View {
  return clamp({ ...view, x: view.x - dx / view.scale, y: view.y - dy / view.scale }, table);
}

function clamp(view: View, table: Size): View {
  return {
    ...view,
    x: Math.min(table.width, Math.max(0, view.x)),
    y: Math.min(table.height, Math.max(0, view.y)),
  };
}

const EDGE = 48; // pixels from the rim of the view where something can still be seen well

/** A view that has a point in it, y downwards: the same if it has, else carried no further than it must be. */
export function brought(view: View, screen: Size, x: number, y: number): View {
  const [px, py] = toScreen(view, screen, x, y);
  const over = (at: number, room: number): number => Math.min(0, at - EDGE) + Math.max(0, at - (room - EDGE));
  const [dx, dy] = [over(px, screen.width), over(py, screen.height)];
  return dx || dy ? { ...view, x: view.x + dx / view.scale, y: view.y + dy / view.scale } : view;
}

export type Corner = "low-left" | "high-left" | "low-right";
const CORNERS: Corner[] = ["low-left", "high-left", "low-right"];

/** The corner of the view where something of a size hides the fewest of these points; where it is, if that is as good. */
export function emptiest(points: [number, number][], screen: Size, box: Size, now: Corner = "low-left"): Corner {
  const hides = (at: Corner): number =>
    points.filter(([x, y]) => (at.endsWith("left") ? x < box.width : x > screen.width - box.width) && (at.startsWith("low") ? y > screen.height - box.height : y < box.height)).length;
  return CORNERS.reduce((best, one) => (hides(one) < hides(best) ? one : best), now);
}

/** How much of a token is drawn; a dead band of a tenth keeps it from flickering. */
export function distance(scale: number, before: Distance | null): Distance {
  const low = before === "far" ? FAR * (1 + BAND) : FAR * (1 - BAND);
  const high = before === "near" ? NEAR * (1 - BAND) : NEAR * (1 + BAND);
  if (before === null) return scale < FAR ? "far" : scale > NEAR ? "near" : "middle";
  return scale < low ? "far" : scale > high ? "near" : "middle";
}

/** Where the table's corner is on the screen, on a whole pixel so that lines stay crisp. */
export function corner(view: View, screen: Size): [number, number] {
  return [
    Math.round(screen.width / 2 - view.x * view.scale),
    Math.round(screen.height / 2 - view.y * view.scale),
  ];
}
