import { clash, wordBox, type Box } from "./labels";
import type { Marker, Piece, Point } from "./scene";
import { thing } from "./things";

/** Points at one spot are told in one label. */
export function gathered(markers: Marker[]): Marker[] {
  const found = new Map<string, Marker>();
  for (const one of markers) {
    const key = `${one.kind} ${one.x} ${one.y} ${one.radius}`;
    const same = found.get(key);
    if (same && one.label === same.label) continue;
    found.set(key, same ? { ...same, label: `${same.label} / ${one.label}` } : one);
  }
  return [...found.values()];
}

/** What lies or burns on a spot without being fought for: a picture and small words. */
export function lying(kind: string): "fallen" | "mount" | "treasure" | "fire" | "door" | null {
  if (/fallen|slain|corpse|body/.test(kind)) return "fallen";
  if (/mount|horse/.test(kind)) return "mount";
  if (/treasure|relic|chest|gold/.test(kind)) return "treasure";
  if (/fire|burn/.test(kind)) return "fire";
  return /door/.test(kind) ? "door" : null;
}

/** What is fought for and says so in a label of its own. */
export const fought = (one: Marker): boolean => one.label !== "" && !lying(one.kind) && thing(one.kind, one.radius, "") === null;

const HIGH = 22;
const FLAG = 14; // pixels from the flag of a spot without a ring to the middle of its words
const FAR = 2 * HIGH;

/** Places for the words, from the middle of the marker, in pixels, y downwards: on the rim, else about the flag, else further off. */
function around(one: Marker, scale: number, wide: number): Point[] {
  const r = one.radius * scale;
  if (!r) {
    const aside = wide / 2 + FLAG;
    return [[0, FLAG], [0, -FLAG - scale], [aside, 0], [-aside, 0], [0, FAR], [0, -FAR - scale], [aside, FAR], [-aside, FAR]];
  }
  const slant = r * Math.SQRT1_2;
  return [[0, r], [0, -r], [slant, slant], [-slant, slant], [slant, -slant], [-slant, -slant], [r, 0], [-r, 0]];
}

/** Where the words of each marker stand: on the table and on nobody, as far as there is such a place. */
export function worded(markers: Marker[], men: Piece[], table: { width: number; height: number }, scale: number): { text: string; at: Point }[] {
  const taken: Box[] = men.map((one) => {
    const half = (Math.max(one.width, one.depth) / 2) * scale;
    return { x: one.x * scale, y: -one.y * scale, w: half, h: half };
  });
  return gathered(markers).filter(fought).map((one) => {
    const box = ([dx, dy]: Point): Box => wordBox(one.label, one.x * scale + dx, -one.y * scale + dy, 8.6, HIGH);
    const inside = (b: Box): boolean => b.x - b.w >= 0 && b.x + b.w <= table.width * scale && b.y + b.h <= 0 && b.y - b.h >= -table.height * scale;
    const onto = ([dx, dy]: Point): Point => {
      const b = box([dx, dy]);
      return [dx + Math.max(0, b.w - b.x) - Math.max(0, b.x + b.w - table.width * scale), dy];
    };
    const places = around(one, scale, box([0, 0]).w * 2).map((spot) => (one.radius ? spot : onto(spot)));
    const here = places.filter((spot) => inside(box(spot)));
    const covered = (spot: Point): number => taken.filter((other) => clash(box(spot), other)).length;
    const spot = here.find((place) => !covered(place)) ?? here.sort((a, b) => covered(a) - covered(b))[0] ?? places[0]!;
    const found = box(spot);
    taken.push(found);
    return { text: one.label, at: [found.x / scale, -found.y / scale] };
  });
}
