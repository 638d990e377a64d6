import { clash, type Box } from "./labels";
import type { Size } from "./view";

/** Something that wants to stand beside a piece: where the piece is, in pixels, and how much room it needs. */
export interface Wanted {
  key: string;
  x: number;
  y: number;
  /** Half the base of the piece. */
  half: number;
  w: number;
  h: number;
  /** Who is not in its way: the pieces it speaks of. */
  own?: number[];
}

export interface Placed {
  key: string;
  x: number;
  y: number;
  /** Where the line to the piece ends, at its rim. */
  from: [number, number];
}

/** Twelve bearings, those above and below first. */
const BEARINGS = [0, 180, 30, 330, 150, 210, 60, 300, 120, 240, 90, 270].map((one) => (one * Math.PI) / 180);
const FARTHER = [1, 2, 3];
const GAP = 6;

/** A place round the piece for each, on nobody and on no other label; without one it is left to the panel. */
export function beside(wanted: Wanted[], men: (Box & { id: number })[], screen: Size, taken: Box[] = []): Placed[] {
  const used = [...taken];
  const found: Placed[] = [];
  for (const one of wanted) {
    const spot = place(one, men, used, screen);
    if (!spot) continue;
    used.push(spot);
    found.push({ key: one.key, x: spot.x, y: spot.y, from: rim(one, spot) });
  }
  return found;
}

function place(one: Wanted, men: (Box & { id: number })[], used: Box[], screen: Size): Box | null {
  const others = men.filter((man) => !one.own?.includes(man.id) || Math.hypot(man.x - one.x, man.y - one.y) > 1);
  for (const far of FARTHER) {
    for (const bearing of BEARINGS) {
      const [dx, dy] = [Math.sin(bearing), -Math.cos(bearing)];
      const reach = one.half + GAP + (far - 1) * 2 * one.half;
      const box: Box = { x: one.x + dx * (reach + one.w), y: one.y + dy * (reach + one.h), w: one.w, h: one.h };
      const inside = box.x - box.w > 4 && box.y - box.h > 4 && box.x + box.w < screen.width - 4 && box.y + box.h < screen.height - 4;
      if (inside && ![...others, ...used].some((other) => clash(box, other))) return box;
    }
  }
  return null;
}

function rim(one: Wanted, spot: Box): [number, number] {
  const [dx, dy] = [spot.x - one.x, spot.y - one.y];
  const far = Math.hypot(dx, dy) || 1;
  return [one.x + (dx / far) * one.half, one.y + (dy / far) * one.half];
}
