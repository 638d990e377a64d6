import { emblem, unitOf } from "./forms";
import { stands } from "./marks";
import type { Frame as Part } from "./preview";
import type { Piece, Scene } from "./scene";
import type { Frame } from "./shelf";
import { BASE, fit, type Size } from "./view";
import { mentioned } from "./wording";

const MARGIN = 2.5; // inches round the men, as at the table
const FEW = 4; // so few are told apart at half the size, as at the table
const RIM = 1; // inches: nearer to the edge of the picture a man is not seen well
const STEP = 0.05; // inches: who moved less stood still

/** Of whom a step of a replay tells: whoever moved, is named, or has fallen in it. */
export function concerned(frames: Frame[], at: number): Piece[] {
  const { scene, events } = frames[at]!;
  const before = new Map(frames[at - 1]?.scene.pieces.map((one) => [one.id, one]));
  const named = new Set(events.flatMap((one) => mentioned(one.event)));
  const moved = (one: Piece): boolean => {
    const was = before.get(one.id);
    return was !== undefined && Math.hypot(one.x - was.x, one.y - was.y) > STEP;
  };
  const there = scene.pieces.filter((one) => !emblem(one) && (named.has(one.id) || moved(one)));
  const seen = new Set(scene.pieces.map((one) => one.id));
  return [...there, ...[...before.values()].filter((one) => stands(one) && !seen.has(one.id))];
}

/** How near the eye is: all men if they can be told apart then, else as near as at the table. */
function scaleFor(scene: Scene, screen: Size): number {
  const men = scene.pieces.filter(stands);
  const widths = men.map(unitOf).sort((a, b) => a - b);
  const unit = widths[Math.floor(widths.length / 2)] ?? 1;
  const whole = fit(screen, scene).scale;
  const least = BASE.least / unit / (men.length > FEW ? 1 : 2);
  if (whole >= least) return whole;
  const spread = (of: (one: Piece) => number): number => Math.max(...men.map(of)) - Math.min(...men.map(of)) + 2 * MARGIN;
  const all = Math.min(screen.width / spread((one) => one.x), screen.height / spread((one) => one.y));
  return Math.min(BASE.most / unit, Math.max(least, all));
}

const inside = (part: Part, one: Piece): boolean => Math.abs(one.x - part.x) < part.width / 2 - RIM && Math.abs(one.y - part.y) < part.height / 2 - RIM;

/** No more is seen beyond the edge of the table than there must be. */
const within = (middle: number, length: number, seen: number): number => (seen > length + 2 ? length / 2 : Math.min(length + 1 - seen / 2, Math.max(seen / 2 - 1, middle)));

/** Where most of these are seen at once: in the middle of those who stand about one of them. */
function around(scene: Scene, men: Piece[], size: Size): Part {
  const seenFrom = (one: Piece): Piece[] => men.filter((other) => Math.abs(other.x - one.x) < size.width / 2 - RIM && Math.abs(other.y - one.y) < size.height / 2 - RIM);
  const most = men.map(seenFrom).reduce((best, found) => (found.length > best.length ? found : best));
  const middle = (of: (one: Piece) => number): number => (Math.min(...most.map(of)) + Math.max(...most.map(of))) / 2;
  return { x: within(middle((one) => one.x), scene.width, size.width), y: within(middle((one) => one.y), scene.height, size.height), ...size };
}

/**
 * The part of the table that is seen at a step: where it is, as long as those of whom the step tells are in it; else
 * where they are. Before anything is told it is on the men of the one who looks.
 */
export function eyeOn(frames: Frame[], at: number, viewpoint: string, screen: Size, now: Part | null): Part | null {
  const frame = frames[at];
  const men = frame?.scene.pieces.filter(stands) ?? [];
  if (!frame || !men.length) return null;
  const scale = scaleFor(frame.scene, screen);
  const size: Size = { width: screen.width / scale, height: screen.height / scale };
  const kept = now && Math.abs(now.width / size.width - 1) < 0.15 ? { ...now, height: now.width * (screen.height / screen.width) } : null;
  const about = concerned(frames, at);
  const own = men.filter((one) => one.side === (viewpoint === "all" ? men[0]!.side : viewpoint));
  const wanted = about.length ? about : kept ? men : own.length ? own : men;
  const enough = (part: Part): boolean => (about.length ? about.every((one) => inside(part, one)) : men.some((one) => inside(part, one)));
  if (kept && enough(kept)) return kept;
  const found = around(frame.scene, wanted, size);
  const count = (part: Part): number => wanted.filter((one) => inside(part, one)).length;
  return kept && count(kept) && count(kept) >= count(found) ? kept : found;
}
