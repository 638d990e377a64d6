import { blob, seeded } from "./terrain";

/** What stands about on a table without being fought for: one drawing each, about the origin. */
export interface Stroke {
  c: string;
  d: string;
}

const ring = (r: number): string => `M${-r} 0a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;
const plank = (x: number, y: number, w: number, h: number): string => `M${x} ${y}h${w}v${h}h${-w}Z`;

function tree(r: number, tone: string, seed: string): Stroke[] {
  const chance = seeded(seed);
  return [
    { c: "tree shade", d: blob(0.1, 0.16, r, chance) },
    { c: `tree crown ${tone}`, d: blob(0, 0, r, chance) },
    { c: `tree light ${tone}`, d: blob(-r * 0.28, -r * 0.3, r * 0.5, chance) },
  ];
}

function wagon(r: number): Stroke[] {
  const [long, wide] = [r * 1.5, r * 0.95];
  const wheels = [-0.42, 0.42].flatMap((x) => [-0.62, 0.62].map((y) => plank(x * long - 0.16, y * wide - 0.06, 0.32, 0.12)));
  return [
    { c: "thing shadow", d: plank(-long / 2 + 0.1, -wide / 2 + 0.16, long, wide) },
    { c: "thing dark", d: wheels.join("") + plank(long / 2, -0.05, r * 0.6, 0.1) },
    { c: "thing board", d: plank(-long / 2, -wide / 2, long, wide) },
    { c: "thing line", d: [-0.25, 0, 0.25].map((y) => `M${-long / 2} ${y * wide}h${long}`).join("") },
  ];
}

/** Askew, so that it lies across a road however the table is turned; its foot is cut, its boughs are still green. */
function felled(r: number, seed: string): Stroke[] {
  const chance = seeded(seed);
  const at = (along: number, aside: number): string => `${((along - aside) * r * Math.SQRT1_2).toFixed(3)} ${((-along - aside) * r * Math.SQRT1_2).toFixed(3)}`;
  const trunk = (wide: number): string => `M${at(-0.95, wide)}L${at(0.55, wide * 0.6)}L${at(0.55, -wide * 0.6)}L${at(-0.95, -wide)}Z`;
  const leaves = (along: number, aside: number, wide: number): string => {
    const [x, y] = at(along, aside).split(" ").map(Number);
    return blob(x!, y!, r * wide, chance);
  };
  return [
    { c: "thing shadow", d: trunk(0.3).replace(/^M/, "M0.1 0.16m") },
    { c: "thing log", d: `M${at(0.1, 0)}L${at(0.42, 0.5)}M${at(0.3, 0)}L${at(0.72, -0.42)}M${at(-0.3, 0)}L${at(-0.12, -0.4)}` },
    { c: "thing board", d: trunk(0.28) },
    { c: "thing line", d: `M${at(-0.9, 0.08)}L${at(0.45, 0.04)}M${at(-0.9, -0.09)}L${at(0.4, -0.05)}` },
    { c: "thing sack", d: `M${at(-1, 0.28)}L${at(-0.88, 0.28)}L${at(-0.88, -0.28)}L${at(-1, -0.28)}Z` },
    { c: "tree crown b", d: leaves(0.85, 0.08, 0.44) + leaves(0.42, 0.56, 0.34) + leaves(0.6, -0.54, 0.36) + leaves(-0.1, -0.44, 0.16) },
    { c: "tree light b", d: leaves(0.82, 0.04, 0.22) + leaves(0.42, 0.6, 0.15) + leaves(0.6, -0.58, 0.16) },
  ];
}

function bonfire(r: number): Stroke[] {
  const logs = [0, 60, 120].map((turn) => {
    const [x, y] = [r * 0.8 * Math.cos((turn * Math.PI) / 180), r * 0.8 * Math.sin((turn * Math.PI) / 180)];
    return `M${-x} ${-y}L${x} ${y}`;
  });
  return [
    { c: "thing shadow", d: ring(r * 0.85) },
    { c: "thing log", d: logs.join("") },
    { c: "thing flame", d: `M0 ${-r * 0.75}C${r * 0.6} ${-r * 0.2} ${r * 0.45} ${r * 0.45} 0 ${r * 0.5}C${-r * 0.45} ${r * 0.45} ${-r * 0.6} ${-r * 0.2} 0 ${-r * 0.75}Z` },
  ];
}

/** A house on fire: flames over its roof and smoke that drifts away. */
function blaze(r: number, seed: string): Stroke[] {
  const chance = seeded(seed);
  const flame = (x: number, y: number, h: number): string => `M${x} ${y - h}C${x + h * 0.6} ${y - h * 0.3} ${x + h * 0.4} ${y + h * 0.4} ${x} ${y + h * 0.4}C${x - h * 0.4} ${y + h * 0.4} ${x - h * 0.6} ${y - h * 0.3} ${x} ${y - h}Z`;
  const puffs = [0.5, 1, 1.6].map((far, i) => blob(r * far, -r * (0.7 + far * 0.6), r * (0.35 + i * 0.14), chance));
  return [
    { c: "thing smoke", d: puffs.join("") },
    { c: "thing flame", d: flame(-r * 0.7, r * 0.3, r * 0.6) + flame(r * 0.6, r * 0.35, r * 0.7) + flame(0, 0, r) },
    { c: "thing ember", d: flame(0, r * 0.15, r * 0.5) },
  ];
}

const barrel = (r: number): Stroke[] => [
  { c: "thing shadow", d: ring(r).replace(/^M/, "M0.1 0.16m") },
  { c: "thing board", d: ring(r) },
  { c: "thing line", d: `${ring(r * 0.78)}M${-r * 0.7} ${-r * 0.25}h${r * 1.4}M${-r * 0.7} ${r * 0.25}h${r * 1.4}` },
];

const sacks = (r: number): Stroke[] => [
  ...wagon(r),
  { c: "thing sack", d: [-0.4, 0, 0.38].map((x, i) => blob(x * r, (i - 1) * r * 0.12, r * 0.26, seeded(`sack ${i}`))).join("") },
];

const DRAWN: Record<string, (r: number, seed: string) => Stroke[]> = {
  tree: (r, seed) => tree(r * 1.3, "a", seed),
  felled_tree: felled,
  bush: (r, seed) => tree(r, "b heavy", seed),
  wagon,
  baggage: sacks,
  barrel,
  bonfire,
  blaze,
};

/** How such a thing looks, or nothing where the marker says what somebody wants. */
export function thing(kind: string, radius: number, seed: string): Stroke[] | null {
  return DRAWN[kind]?.(radius || 0.5, seed) ?? null;
}
