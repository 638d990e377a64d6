import { ring } from "./forms";
import type { Form, Piece, Point, Spot } from "./scene";

/** Facing is in degrees clockwise from +y (up the table), as the server counts it. */
export function ahead(facing: number): Point {
  const turn = (facing * Math.PI) / 180;
  return [Math.sin(turn), Math.cos(turn)];
}

export function facingTo(from: Point, to: Point): number {
  const turn = (Math.atan2(to[0] - from[0], to[1] - from[1]) * 180) / Math.PI;
  return (turn + 360) % 360;
}

type Based = Pick<Piece, "x" | "y" | "facing" | "width" | "depth"> & { form?: Form | null };

export function corners(piece: Based): Point[] {
  const [fx, fy] = ahead(piece.facing);
  const [rx, ry] = [fy, -fx];
  return ring(piece).map(([right, front]): Point => [piece.x + rx * right + fx * front, piece.y + ry * right + fy * front]);
}

function toSegment(p: Point, a: Point, b: Point): { gap: number; at: Point } {
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
  const length = dx * dx + dy * dy;
  const along = length ? ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / length : 0;
  const t = Math.min(1, Math.max(0, along));
  const at: Point = [a[0] + t * dx, a[1] + t * dy];
  return { gap: Math.hypot(p[0] - at[0], p[1] - at[1]), at };
}

export function inside(point: Point, piece: Based): boolean {
  const [fx, fy] = ahead(piece.facing);
  const [dx, dy] = [point[0] - piece.x, point[1] - piece.y];
  if (piece.form && piece.form.form !== "block") {
    const points = corners(piece);
    return points.every((a, i) => {
      const b = points[(i + 1) % points.length]!;
      return (b[0] - a[0]) * (point[1] - a[1]) - (b[1] - a[1]) * (point[0] - a[0]) <= 1e-9;
    });
  }
  return (
    Math.abs(dx * fy - dy * fx) <= piece.width / 2 && Math.abs(dx * fx + dy * fy) <= piece.depth / 2
  );
}

/** The shortest line between two bases; nought if they touch. */
export function gap(a: Based, b: Based): { inches: number; from: Point; to: Point } {
  const [one, two] = [corners(a), corners(b)];
  let best = { inches: Infinity, from: [a.x, a.y] as Point, to: [b.x, b.y] as Point };
  for (let i = 0; i < one.length; i++) {
    for (let j = 0; j < two.length; j++) {
      const near = toSegment(one[i]!, two[j]!, two[(j + 1) % two.length]!);
      if (near.gap < best.inches) best = { inches: near.gap, from: one[i]!, to: near.at };
      const far = toSegment(two[j]!, one[i]!, one[(i + 1) % one.length]!);
      if (far.gap < best.inches) best = { inches: far.gap, from: far.at, to: two[j]! };
    }
  }
  if (one.some((p) => inside(p, b)) || two.some((p) => inside(p, a))) best.inches = 0;
  return best;
}

export function length(points: Point[]): number {
  let sum = 0;
  for (let i = 1; i < points.length; i++) {
    sum += Math.hypot(points[i]![0] - points[i - 1]![0], points[i]![1] - points[i - 1]![1]);
  }
  return sum;
}

/** The first part of a path, up to a length. */
export function cut(points: Point[], most: number): Point[] {
  const kept: Point[] = [points[0]!];
  let left = most;
  for (let i = 1; i < points.length; i++) {
    const [a, b] = [points[i - 1]!, points[i]!];
    const step = Math.hypot(b[0] - a[0], b[1] - a[1]);
    if (step >= left) {
      const t = step ? left / step : 0;
      kept.push([a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t]);
      return kept;
    }
    kept.push(b);
    left -= step;
  }
  return kept;
}

/** The part of a path between two parts of its length. */
export function between(points: Point[], from: number, to: number): Point[] {
  const whole = length(points);
  const head = cut(points, whole * Math.min(1, Math.max(0, from)));
  const upTo = cut(points, whole * Math.min(1, Math.max(0, to)));
  const start = head[head.length - 1]!;
  const rest = upTo.slice(Math.max(1, head.length - 1));
  return [start, ...rest.filter(([x, y], i) => i > 0 || x !== start[0] || y !== start[1])];
}

export function along(points: Point[], part: number): Point {
  const found = cut(points, length(points) * Math.min(1, Math.max(0, part)));
  return found[found.length - 1]!;
}

/** Turn places about a point. */
export function rotate(spots: Spot[], about: Point, degrees: number): Spot[] {
  const turn = (degrees * Math.PI) / 180;
  const [c, s] = [Math.cos(turn), Math.sin(turn)];
  return spots.map(([x, y, facing]) => {
    const [dx, dy] = [x - about[0], y - about[1]];
    return [about[0] + dx * c + dy * s, about[1] - dx * s + dy * c, (facing + degrees + 360) % 360];
  });
}

/** The convex hull of points, for the outline of a group. */
export function hull(points: Point[]): Point[] {
  const sorted = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  if (sorted.length < 3) return sorted;
  const cross = (o: Point, a: Point, b: Point): number =>
    (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0]);
  const half = (list: Point[]): Point[] => {
    const kept: Point[] = [];
    for (const p of list) {
      while (kept.length > 1 && cross(kept[kept.length - 2]!, kept[kept.length - 1]!, p) <= 0) {
        kept.pop();
      }
      kept.push(p);
    }
    return kept.slice(0, -1);
  };
  return [...half(sorted), ...half(sorted.reverse())];
}

/** A true offset of a base, as a path: straight sides, round corners; y grows upwards here. */
export function offset(base: Based, by: number, flip: (point: Point) => Point): string {
  const points = corners(base).map(flip);
  let d = "";
  points.forEach((point, i) => {
    const [before, after] = [points[(i + points.length - 1) % points.length]!, points[(i + 1) % points.length]!];
    const out = (a: Point, b: Point): Point => {
      const far = Math.hypot(b[0] - a[0], b[1] - a[1]) || 1;
      return [((b[1] - a[1]) / far) * by, (-(b[0] - a[0]) / far) * by];
    };
    const [o1, o2] = [out(before, point), out(point, after)];
    d += `${i ? "L" : "M"}${point[0] + o1[0]} ${point[1] + o1[1]}A${by} ${by} 0 0 1 ${point[0] + o2[0]} ${point[1] + o2[1]}`;
  });
  return `${d}Z`;
}

const WINDS = ["north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west"];

export function compass(facing: number): string {
  return WINDS[Math.round((((facing % 360) + 360) % 360) / 45) % 8]!;
}

export function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}

const HALO = 22; // pixels about a piece that still mean it, for thumbs

/** The piece that a point means: the one it lies on, else the nearest within its halo. */
export function hit(point: Point, scale: number, pieces: Piece[]): Piece | null {
  let best: Piece | null = null;
  let nearest = HALO / scale;
  for (const piece of pieces) {
    const far = Math.hypot(piece.x - point[0], piece.y - point[1]);
    const on = inside(point, piece);
    const value = on ? far * 0.1 : far - Math.min(piece.width, piece.depth) / 2;
    if ((on || value < nearest) && (best === null || value < nearest)) {
      best = piece;
      nearest = value;
    }
  }
  return best;
}
