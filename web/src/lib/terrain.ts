import type { Ground, Point } from "./scene";

/** Something drawn: a path with the class that colours it. Coordinates are inches, y downwards. */
export interface Stroke {
  c: string;
  d: string;
}

export interface Drawn {
  id: string;
  kind: string;
  layer: number;
  strokes: Stroke[];
  label: { text: string; x: number; y: number; room: number; head: number; foot: number } | null;
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

function woods(points: Point[], heavy: boolean, chance: Chance): Stroke[] {
  const edge = line(points, true);
  const apart = heavy ? 0.95 : 1.75;
  const crown = heavy ? 0.86 : 0.66;
  const tones: Record<string, string> = {};
  const add = (tone: string, d: string): void => {
    tones[tone] = (tones[tone] ?? "") + d;
  };
  for (const [x, y] of scatter(points, apart, chance)) {
    const r = crown * (0.78 + 0.4 * chance());
    const dark = chance() < 0.5 ? "a" : "b";
    add("shade", blob(x + 0.1, y + 0.16, r, chance));
    add(`crown ${dark}`, blob(x, y, r, chance));
    add(`light ${dark}`, blob(x - r * 0.28, y - r * 0.3, r * 0.5, chance));
  }
  const order = ["shade", "crown a", "light a", "crown b", "light b"];
  return [
    { c: heavy ? "wood heavy" : "wood", d: edge },
    ...order.filter((tone) => tones[tone]).map((tone) => ({
      c: `tree ${tone}${heavy ? " heavy" : ""}`,
      d: tones[tone]!,
    })),
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
    { c: "house shadow", d: line(points.map((q): Point => [q[0] + 0.16, q[1] + 0.26]), true) },
    { c: `house ${roof}`, d: edge },
    { c: `house ${roof} lit`, d: line([at(-1, lit), at(1, lit), at(1, 0), at(-1, 0)], true) },
    { c: "house rib", d: hatch(points, 0.3, true) },
    { c: "house ridge", d: line([at(-1, 0), at(1, 0)], false) },
    { c: "house edge", d: edge },
  ];
}

function hill(points: Point[]): Stroke[] {
  const m = axis(points).middle;
  const ring = (k: number): Point[] =>
    points.map((q) => [m[0] + (q[0] - m[0]) * k, m[1] + (q[1] - m[1]) * k]);
  const strokes: Stroke[] = [];
  [1, 0.66, 0.34].forEach((k, level) => {
    const points1 = ring(k);
    strokes.push({ c: `hill l${level}`, d: line(points1, true) });
    let d = "";
    for (let i = 0; i < points1.length; i++) {
      const [a, b] = [points1[i]!, points1[(i + 1) % points1.length]!];
      const count = Math.max(1, Math.round(Math.hypot(b[0] - a[0], b[1] - a[1]) / 0.7));
      for (let j = 0; j < count; j++) {
        const q: Point = [a[0] + ((b[0] - a[0]) * j) / count, a[1] + ((b[1] - a[1]) * j) / count];
        const r = Math.hypot(q[0] - m[0], q[1] - m[1]) || 1;
        const to = (k2: number): Point => [q[0] - ((q[0] - m[0]) / r) * k2, q[1] - ((q[1] - m[1]) / r) * k2];
        d += `M${p(to(0.12))}L${p(to(0.36))}`;
      }
    }
    strokes.push({ c: "hachure", d });
  });
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

/** The layer of trees, above the ways through them. */
export const WOODS = 6;

function wayside(points: Point[], chance: Chance, name: string): [number, Stroke[]] {
  const edge = line(points, true);
  if (/heavy|forest|dense/.test(name)) return [WOODS, woods(points, true, chance)];
  if (/wood|orchard|thicket/.test(name)) return [WOODS, woods(points, false, chance)];
  if (/marsh|bog|swamp/.test(name)) {
    return [3, [{ c: "marsh", d: edge }, { c: "reed", d: tufts(points, chance) }]];
  }
  if (/ford|^water|shallow|stream/.test(name)) {
    return [4, [{ c: "water", d: edge }, { c: "gravel", d: dots(points, 0.5, chance) }]];
  }
  if (/water|river|lake|sea/.test(name)) {
    return [4, [{ c: "water deep", d: edge }, { c: "flow", d: hatch(points, 0.5, false) }]];
  }
  if (/bridge/.test(name)) return [5, bridge(points)];
  if (/road|track|path/.test(name)) {
    return [2, [{ c: "road", d: edge }, { c: "ruts", d: hatch(points, 0.7, false) }]];
  }
  if (/hill|slope|rise|mound/.test(name)) return [1, hill(points)];
  if (/field|crop|plough/.test(name)) {
    return [0, [{ c: "field", d: edge }, { c: "furrow", d: hatch(points, 0.12, false) }]];
  }
  if (/build|house|mill|church|chapel|barn|hut|tower/.test(name)) return [7, building(points, chance)];
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
      const label = text ? { text, x: (x0 + x1) / 2, y: (y0 + y1) / 2, room: x1 - x0, head: y0, foot: y1 } : null;
      return { id: one.id, kind: name, layer, strokes, label };
    })
    .sort((a, b) => a.layer - b.layer);
}
