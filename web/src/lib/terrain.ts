import { contour, normals, off, sampled, softened } from "./outline";
import type { Ground, Point } from "./scene";

/** Something drawn: a path with the class that colours it. Coordinates are inches, y downwards. */
export interface Stroke {
  c: string;
  d: string;
}

/** A name on the ground, and how much room there is for it. */
export interface Words {
  text: string;
  x: number;
  y: number;
  room: number;
  head: number;
  foot: number;
  /** Its middle lies outside of it: a bend of a stream round a house. */
  hollow: boolean;
  door: boolean;
}

export interface Drawn {
  id: string;
  kind: string;
  layer: number;
  strokes: Stroke[];
  label: Words | null;
}

type Chance = () => number;

export function seeded(text: string): Chance {
  let h = 2166136261;
  for (const letter of text) h = Math.imul(h ^ letter.charCodeAt(0), 16777619);
  return () => {
    h = (h + 0x6d2b79f5) | 0;
    let t = Math.imul(h ^ (h >>> 15), 1 | h);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

const n = (value: number): string => value.toFixed(2).replace(/\.?0+$/, "");
const p = ([x, y]: Point): string => `${n(x)} ${n(y)}`;

export function line(points: Point[], closed: boolean): string {
  return points.length ? `M${points.map(p).join("L")}${closed ? "Z" : ""}` : "";
}

/** A closed curve through points. */
export function smooth(points: Point[]): string {
  const count = points.length;
  const at = (i: number): Point => points[(i + count) % count]!;
  let d = `M${p(points[0]!)}`;
  for (let i = 0; i < count; i++) {
    const [a, b, c, e] = [at(i - 1), at(i), at(i + 1), at(i + 2)];
    const one: Point = [b[0] + (c[0] - a[0]) / 6, b[1] + (c[1] - a[1]) / 6];
    const two: Point = [c[0] - (e[0] - b[0]) / 6, c[1] - (e[1] - b[1]) / 6];
    d += `C${p(one)} ${p(two)} ${p(c)}`;
  }
  return `${d}Z`;
}

export function blob(x: number, y: number, radius: number, chance: Chance): string {
  const turn = chance() * 6.283;
  const points = Array.from({ length: 7 }, (_, i): Point => {
    const r = radius * (0.86 + 0.26 * chance());
    const a = turn + (i * 6.283) / 7;
    return [x + r * Math.cos(a), y + r * Math.sin(a)];
  });
  return smooth(points);
}

/** What chance paints a piece of ground by. */
export const seedOf = (one: Ground, drawn: Point[]): string => one.id + one.kind + line(drawn, true);

export function within([x, y]: Point, points: Point[]): boolean {
  let found = false;
  for (let i = 0, j = points.length - 1; i < points.length; j = i++) {
    const [xi, yi] = points[i]!;
    const [xj, yj] = points[j]!;
    if (yi > y !== yj > y && x < ((xj - xi) * (y - yi)) / (yj - yi) + xi) found = !found;
  }
  return found;
}

function box(points: Point[]): [number, number, number, number] {
  const xs = points.map((q) => q[0]);
  const ys = points.map((q) => q[1]);
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

function scatter(points: Point[], apart: number, chance: Chance): Point[] {
  const [x0, y0, x1, y1] = box(points);
  const found: Point[] = [];
  const tries = Math.min(4000, Math.ceil(((x1 - x0) * (y1 - y0) * 14) / (apart * apart)));
  for (let i = 0; i < tries; i++) {
    const at: Point = [x0 + chance() * (x1 - x0), y0 + chance() * (y1 - y0)];
    if (!within(at, points)) continue;
    if (found.every((q) => Math.hypot(q[0] - at[0], q[1] - at[1]) > apart)) found.push(at);
  }
  return found.sort((a, b) => a[1] - b[1]);
}

const MOST_TREES = 420;

function woods(points: Point[], heavy: boolean, chance: Chance): Stroke[] {
  const soft = smooth(softened(points, chance));
  const [apart, crown, inside] = heavy ? [0.72, 0.5, 0.34] : [1.25, 0.46, 0.42];
  const tones: Record<string, string> = {};
  const add = (tone: string, d: string): void => {
    tones[tone] = (tones[tone] ?? "") + d;
  };
  const trees = scatter(points, apart, chance).filter((one) => off(one, points) > inside).slice(0, MOST_TREES);
  for (const [x, y] of trees) {
    const r = crown + chance() * (heavy ? 0.2 : 0.18);
    add("shade", blob(x + r * 0.22, y + r * 0.34, r * 1.02, chance));
  }
  const painted: Stroke[] = [];
  // in rows from the far edge to the near one, so that crowns lie upon each other
  const rows = 8;
  for (let row = 0; row < rows; row++) {
    let [low, middle, high] = ["", "", ""];
    for (const [x, y] of trees.slice(Math.floor((row * trees.length) / rows), Math.floor(((row + 1) * trees.length) / rows))) {
      const r = crown + chance() * (heavy ? 0.2 : 0.18);
      low += blob(x, y, r, chance);
      middle += blob(x - r * 0.14, y - r * 0.17, r * 0.7, chance);
      high += blob(x - r * 0.27, y - r * 0.32, r * 0.34, chance);
    }
    if (low) painted.push({ c: `tree low${heavy ? " heavy" : ""}`, d: low }, { c: `tree mid${heavy ? " heavy" : ""}`, d: middle }, { c: `tree high${heavy ? " heavy" : ""}`, d: high });
  }
  return [
    { c: heavy ? "wood heavy" : "wood", d: soft },
    { c: `tuft${heavy ? " heavy" : ""}`, d: dots(points, 0.62, chance) },
    ...(tones["shade"] ? [{ c: "tree shade", d: tones["shade"] }] : []),
    ...painted,
  ];
}

function axis(points: Point[]): { lengthwise: Point; along: number; middle: Point; half: Point } {
  const [a, b, c] = [points[0]!, points[1]!, points[2] ?? points[1]!];
  const one: Point = [b[0] - a[0], b[1] - a[1]];
  const two: Point = [c[0] - b[0], c[1] - b[1]];
  const [l1, l2] = [Math.hypot(...one) || 1, Math.hypot(...two) || 1];
  const long = l1 >= l2 ? one : two;
  const short = l1 >= l2 ? two : one;
  const along = Math.max(l1, l2);
  const middle: Point = [
    points.reduce((s, q) => s + q[0], 0) / points.length,
    points.reduce((s, q) => s + q[1], 0) / points.length,
  ];
  return {
    lengthwise: [long[0] / along, long[1] / along],
    along,
    middle,
    half: [short[0] / 2, short[1] / 2],
  };
}

/** Lines across or along a four-cornered piece, `step` inches apart. */
function hatch(points: Point[], step: number, across: boolean): string {
  const { lengthwise: u, along, middle: m, half: h } = axis(points);
  let d = "";
  if (across) {
    for (let t = -along / 2 + step; t < along / 2 - 0.01; t += step) {
      const c: Point = [m[0] + u[0] * t, m[1] + u[1] * t];
      d += `M${p([c[0] - h[0], c[1] - h[1]])}L${p([c[0] + h[0], c[1] + h[1]])}`;
    }
    return d;
  }
  for (let t = -1 + step; t < 0.999; t += step) {
    const c: Point = [m[0] + h[0] * t, m[1] + h[1] * t];
    const e = along / 2;
    d += `M${p([c[0] - u[0] * e, c[1] - u[1] * e])}L${p([c[0] + u[0] * e, c[1] + u[1] * e])}`;
  }
  return d;
}

function building(points: Point[], chance: Chance): Stroke[] {
  const { lengthwise: u, along, middle: m, half: h } = axis(points);
  const e = along / 2;
  const at = (s: number, t: number): Point => [
    m[0] + u[0] * e * s + h[0] * t,
    m[1] + u[1] * e * s + h[1] * t,
  ];
  const roof = ["thatch", "tile", "slate"][Math.floor(chance() * 3)]!;
  const edge = line(points, true);
  const lit = h[0] + h[1] > 0 ? -1 : 1;
  return [
    { c: "house shadow", d: line(points.map((q): Point => [q[0] + 0.23, q[1] + 0.33]), true) },
    { c: `house ${roof}`, d: edge },
    { c: `house ${roof} lit`, d: line([at(-1, lit), at(1, lit), at(1, 0), at(-1, 0)], true) },
    { c: "house rib", d: hatch(points, roof === "thatch" ? 0.12 : 0.18, true) },
    { c: "house ridge", d: line([at(-1, 0), at(1, 0)], false) },
    { c: "house edge", d: edge },
  ];
}

const LIGHT: Point = [-1, -1.2]; // it comes from the north-west

function hill(points: Point[], steep: boolean, chance: Chance): Stroke[] {
  const strokes: Stroke[] = [{ c: "hill drop", d: smooth(softened(points, chance)) }];
  const apart = steep ? 0.55 : 1;
  for (let level = 0; level < 8; level++) {
    const ring = level ? contour(points, level * apart) : softened(points, chance);
    if (!ring) break;
    strokes.push({ c: `hill l${Math.min(level, 4)}`, d: smooth(ring) });
    const marks = sampled(ring, steep ? 0.26 : 0.8);
    const out = normals(marks);
    let [lit, dark] = ["", ""];
    marks.forEach(([x, y], i) => {
      if (chance() < 0.12) return;
      const [nx, ny] = out[i]!;
      const long = (steep ? 0.3 : 0.2) * (0.7 + chance() * 0.5);
      const d = `M${p([x - nx * 0.06, y - ny * 0.06])}L${p([x - nx * long, y - ny * long])}`;
      if (nx * LIGHT[0] + ny * LIGHT[1] < -0.2) dark += d;
      else lit += d;
    });
    strokes.push({ c: "hachure", d: lit }, { c: "hachure dark", d: dark });
  }
  return strokes;
}

function dots(points: Point[], apart: number, chance: Chance): string {
  return scatter(points, apart, chance)
    .map(([x, y]) => {
      const r = 0.07 + 0.11 * chance();
      return `M${n(x - r)} ${n(y)}a${n(r)} ${n(r)} 0 1 0 ${n(2 * r)} 0a${n(r)} ${n(r)} 0 1 0 ${n(-2 * r)} 0Z`;
    })
    .join("");
}

function tufts(points: Point[], chance: Chance): string {
  return scatter(points, 0.9, chance)
    .map(([x, y]) => `M${n(x - 0.25)} ${n(y)}h.5m-.35 0l-.08-.25m.18.25v-.32m.1.32l.08-.25`)
    .join("");
}

function bridge(points: Point[]): Stroke[] {
  const { lengthwise: u, along, middle: m, half: h } = axis(points);
  const e = along / 2 + 0.25;
  const rail = (t: number): string =>
    line(
      [
        [m[0] - u[0] * e + h[0] * t, m[1] - u[1] * e + h[1] * t],
        [m[0] + u[0] * e + h[0] * t, m[1] + u[1] * e + h[1] * t],
      ],
      false,
    );
  return [
    { c: "water deep", d: line(points, true) },
    { c: "plank", d: line(points, true) },
    { c: "plank rib", d: hatch(points, 0.28, true) },
    { c: "rail", d: rail(1) + rail(-1) },
  ];
}

/** The same shape about its middle, smaller. */
function shrunk(points: Point[], share: number): Point[] {
  const [x0, y0, x1, y1] = box(points);
  const [mx, my] = [(x0 + x1) / 2, (y0 + y1) / 2];
  return points.map(([x, y]): Point => [mx + (x - mx) * share, my + (y - my) * share]);
}

/** A hedge that has a thickness: rows of leaves along it, within its edges. */
function hedge(points: Point[]): Stroke[] {
  const { lengthwise: [ux, uy], along, middle: [x, y], half: [hx, hy] } = axis(points);
  const end = along / 2 - 0.2;
  const row = (t: number): string => line([[x - ux * end + hx * t, y - uy * end + hy * t], [x + ux * end + hx * t, y + uy * end + hy * t]], false);
  const d = [-0.45, 0, 0.45].map(row).join("");
  return [{ c: "drop hedge", d }, { c: "hedge", d }, { c: "leaves", d }];
}

/** What stands on the floor and has a thickness: a table, a door, a wall seen from above. */
function solid(points: Point[], name: string): Stroke[] {
  const edge = line(points, true);
  const shadow = { c: "thing shadow", d: line(points.map((q): Point => [q[0] + 0.08, q[1] + 0.12]), true) };
  if (/gate open/.test(name)) return [{ c: "area", d: edge }];
  if (/wall|rock/.test(name)) return [shadow, { c: "house slate", d: edge }, { c: "house edge", d: edge }];
  if (/gate/.test(name)) return [shadow, { c: "thing dark", d: edge }];
  if (/hearth/.test(name)) return [shadow, { c: "house slate", d: edge }, { c: "house edge", d: edge }, { c: "thing flame", d: line(shrunk(points, 0.55), true) }, { c: "thing ember", d: line(shrunk(points, 0.25), true) }];
  return [shadow, { c: "thing board", d: edge }, { c: "thing line", d: hatch(points, 0.22, false) }];
}

/** The layer of trees, above the ways through them. */
export const WOODS = 6;

function wayside(points: Point[], chance: Chance, name: string): [number, Stroke[]] {
  const edge = line(points, true);
  const soft = (most?: number): string => smooth(softened(points, chance, most));
  if (/heavy|forest|dense/.test(name)) return [WOODS, woods(points, true, chance)];
  if (/wood|orchard|thicket/.test(name)) return [WOODS, woods(points, false, chance)];
  if (/marsh|bog|swamp/.test(name)) {
    return [3, [{ c: "marsh", d: soft() }, { c: "pool", d: scatter(points, 1.3, chance).filter((one) => off(one, points) > 0.55).map(([x, y]) => blob(x, y, 0.3 + chance() * 0.25, chance)).join("") }, { c: "reed", d: tufts(points, chance) }]];
  }
  if (/ford|^water|shallow|stream/.test(name)) {
    return [4.5, [{ c: "water", d: soft(0.05) }, { c: "gravel", d: dots(points, 0.3, chance) }]];
  }
  if (/water|river|lake|sea/.test(name)) {
    return [4, [{ c: "bank", d: soft() }, { c: "water deep", d: soft(0.06) }, { c: "flow", d: within(axis(points).middle, points) ? hatch(points, 0.5, false) : "" }]]; // a bend has no one direction
  }
  if (/bridge/.test(name)) return [5, bridge(points)];
  if (/road|track|path/.test(name)) {
    return [2, [{ c: "road verge", d: edge }, { c: "road", d: soft(0.05) }, { c: "ruts wide", d: hatch(points, 0.7, false) }, { c: "ruts", d: hatch(points, 0.7, false) }]];
  }
  if (/hill|slope|rise|mound/.test(name)) return [1, hill(points, /steep/.test(name), chance)];
  if (/field|crop|plough/.test(name)) {
    return [0, [{ c: "field", d: edge }, { c: "furrow", d: hatch(points, 0.12, false) }]];
  }
  if (/build|house|mill|church|chapel|barn|hut|tower/.test(name)) return [7, building(points, chance)];
  if (/floor/.test(name)) return [-1, [{ c: "floor", d: edge }, { c: "floor rib", d: hatch(points, 0.6, false) }]];
  if (/hedge/.test(name)) return [8, hedge(points)];
  if (/furniture|gate|wall|rock|hearth|wagon/.test(name)) return [7, solid(points, name)];
  return [3, [{ c: "area", d: edge }]];
}

function barrier(points: Point[], closed: boolean, name: string): Stroke[] {
  const d = line(points, closed);
  if (/gate/.test(name)) {
    return [{ c: "gate case", d }, { c: /open/.test(name) ? "gate open" : "gate", d }];
  }
  if (/wall|palisade|rampart/.test(name)) {
    return [{ c: "drop wall", d }, { c: "wall", d }, { c: "stones", d }];
  }
  if (/hedge/.test(name)) {
    return [{ c: "drop hedge", d }, { c: "hedge", d }, { c: "leaves", d }];
  }
  return [{ c: "fence", d }, { c: "posts", d }];
}

/** A name as it stands on a map: "Farmhouse" for the farmhouse. */
export const called = (name: string): string => {
  const text = name.replace(/^the /, "");
  return text && text[0]!.toUpperCase() + text.slice(1);
};

/** The name of a piece of ground, or its id where that is one. */
export function title({ id, name }: Ground): string | null {
  if (name) return called(name);
  if (!/^[a-z]+(_[a-z]{3,})*$/.test(id)) return null;
  const text = id.replaceAll("_", " ");
  return text[0]!.toUpperCase() + text.slice(1);
}

/** Draw the ground once; the order is from the soil up. */
export function draw(ground: Ground[], height: number): Drawn[] {
  return ground
    .map((one): Drawn => {
      const points = one.points.map(([x, y]): Point => [x, height - y]);
      const chance = seeded(one.seed ?? seedOf(one, points));
      // whatever going a ford is by the book, it is seen to be one
      const name = one.closed && /(^|_)ford$/.test(one.id) ? "ford" : one.kind.replaceAll("_", " ");
      const [layer, strokes] = one.closed
        ? wayside(points, chance, name)
        : [8, barrier(points, one.closed, name)];
      const text = one.closed ? title(one) : null;
      const [x0, y0, x1, y1] = box(points);
      const middle: Point = [(x0 + x1) / 2, (y0 + y1) / 2];
      const label = text ? { text, x: middle[0], y: middle[1], room: x1 - x0, head: y0, foot: y1, hollow: !within(middle, points), door: /gate/.test(name) } : null;
      return { id: one.id, kind: name, layer, strokes, label };
    })
    .flatMap(vergeFirst)
    .sort((a, b) => a.layer - b.layer);
}

/** Where roads cross, both are filled before either edge would be drawn over the other. */
function vergeFirst(one: Drawn): Drawn[] {
  const verge = one.strokes.filter((stroke) => stroke.c === "road verge");
  if (!verge.length) return [one];
  const rest = one.strokes.filter((stroke) => stroke.c !== "road verge");
  return [{ ...one, layer: one.layer - 0.5, strokes: verge, label: null }, { ...one, strokes: rest }];
}
