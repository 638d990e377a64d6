import { facingTo } from "./geometry";
import type { Told } from "./protocol";
import type { Piece, Point, Row, Scene, Spot } from "./scene";
import { mentioned, rolled, shot, type Roll } from "./wording";

/** How one piece goes during a beat. */
export interface Glide {
  id: number;
  path: Point[];
  facing: number;
}

/** One event as it is shown: who glides, what flies, which dice fall, who comes and who goes. */
export interface Beat {
  told: Told;
  /** What happened at the same moment and is shown in the same breath. */
  more: Told[];
  roll: Roll | null;
  glides: Glide[];
  flight: [from: number, to: number] | null;
  focus: number[];
  appear: Piece[];
  vanish: number[];
  /** Cards that are turned up, all of a moment in one frame. */
  rows: Row[];
  /** Whether what came of a throw is in it already. */
  outcome?: boolean;
}

type Where = Map<number, Spot>;

const isPoint = (value: unknown): value is Point =>
  Array.isArray(value) && value.length >= 2 && value.every((one) => typeof one === "number");

/** Read from an event's shape alone who moves; a new book's events need no new code. */
function glides(event: Told["event"], at: Where): Glide[] {
  const who = event["figure"] ?? event["piece"] ?? event["man"];
  if (typeof who === "number") {
    const facing = typeof event["facing"] === "number" ? event["facing"] : undefined;
    const path = event["path"];
    if (Array.isArray(path) && path.every(isPoint) && path.length) {
      const last = path[path.length - 1]!;
      const before = path[path.length - 2] ?? last;
      return [{ id: who, path, facing: facing ?? facingTo(before, last) }];
    }
    const place = event["place"];
    if (isPoint(place)) return [straight(who, place, at)];
    if (facing !== undefined) return [{ id: who, path: [], facing }];
  }
  const places = event["places"];
  if (places && typeof places === "object") {
    return Object.entries(places as Record<string, unknown>)
      .filter((entry): entry is [string, Point] => isPoint(entry[1]))
      .map(([id, place]) => straight(Number(id), place, at));
  }
  return [];
}

function straight(id: number, place: Point, at: Where): Glide {
  const [x, y, facing] = place as unknown as Spot;
  const from = at.get(id);
  return {
    id,
    path: from ? [[from[0], from[1]], [x, y]] : [[x, y]],
    facing: facing ?? from?.[2] ?? 0,
  };
}

export function beats(events: Told[], before: Piece[], after: Scene): Beat[] {
  const at: Where = new Map(before.map((p) => [p.id, [p.x, p.y, p.facing]]));
  const coming = new Map(after.pieces.filter((p) => !at.has(p.id)).map((p) => [p.id, p]));
  const staying = new Set(after.pieces.map((p) => p.id));
  const leaving = new Map<number, number>();
  const found = events.map((told, index): Beat => {
    const focus = mentioned(told.event);
    const moved = glides(told.event, at);
    const appear: Piece[] = [];
    for (const id of focus) {
      const piece = coming.get(id);
      if (piece) {
        const to = moved.find((one) => one.id === id)?.path.at(-1);
        appear.push(to ? { ...piece, x: to[0], y: to[1] } : piece);
        coming.delete(id);
      } else if (at.has(id) && !staying.has(id)) leaving.set(id, index);
    }
    for (const { id, path, facing } of moved) {
      const last = path.at(-1) ?? at.get(id);
      if (last) at.set(id, [last[0]!, last[1]!, facing]);
    }
    return {
      told,
      more: [],
      roll: rolled(told),
      glides: moved,
      flight: shot(told.event),
      focus,
      appear,
      vanish: [],
      rows: [...(told.rows ?? [])],
    };
  });
  for (const [id, index] of leaving) found[index]!.vanish.push(id);
  return folded(withOutcome(turnedUp(atOnce(found))));
}

/** Put what happens at the same moment into one beat: moves that say so, one right after another. */
function atOnce(found: Beat[]): Beat[] {
  const joined: Beat[] = [];
  let last: Beat | null = null;
  for (const beat of found) {
    if (silent(beat)) {
      joined.push(beat);
      continue;
    }
    const together = beat.told.event["at_once"] === true && beat.glides.length > 0;
    if (together && last) {
      last.more.push(beat.told);
      last.glides.push(...beat.glides);
      last.focus = [...new Set([...last.focus, ...beat.focus])];
      last.appear.push(...beat.appear);
      last.vanish.push(...beat.vanish);
      continue;
    }
    joined.push(beat);
    last = together ? beat : null;
  }
  return joined;
}

/** Cards that are turned up one after another are turned up in one frame. */
function turnedUp(found: Beat[]): Beat[] {
  const joined: Beat[] = [];
  for (const beat of found) {
    const last = joined.at(-1);
    if (last?.rows.length && beat.rows.length) join(last, beat);
    else joined.push(beat);
  }
  return joined;
}

/** Rows with the cards that were turned up since: what a row was before stays under its name. */
export function withFaced(rows: Row[], turned: Row[]): Row[] {
  const found = new Map(turned.map((one) => [one.name, one]));
  const fallen = turned.filter((one) => !rows.some((row) => row.name === one.name)); // he played his cards all the same
  return rows.map((row) => ({ ...row, ...found.get(row.name) })).concat(fallen);
}

/** Rows with further cards turned up, under the same names. */
export function together(rows: Row[], more: Row[]): Row[] {
  const found = new Map(rows.map((one) => [one.name, one]));
  for (const row of more) {
    const before = found.get(row.name);
    const faced = [...(before?.faced ?? []), ...(row.faced ?? [])];
    found.set(row.name, { ...row, faced, against: [...new Set([...(before?.against ?? []), ...(row.against ?? [])])] });
  }
  return [...found.values()];
}

/** A throw and what came of it are one thing to look at. */
function withOutcome(found: Beat[]): Beat[] {
  const joined: Beat[] = [];
  for (const beat of found) {
    const last = joined.at(-1);
    if (last?.roll && !last.outcome && !beat.roll && !beat.glides.length && !beat.flight && beat.told.text !== null) {
      join(last, beat);
      last.outcome = true;
    } else joined.push(beat);
  }
  return joined;
}

/** What is done every turn and decides nothing is shown in one breath, however many do it. */
function folded(found: Beat[]): Beat[] {
  const joined: Beat[] = [];
  for (const beat of found) {
    const last = joined.at(-1);
    if (last && routine(last) && routine(beat)) join(last, beat);
    else joined.push(beat);
  }
  return joined;
}

const routine = (beat: Beat): boolean => beat.told.quiet === true && !beat.roll && !beat.flight && !beat.vanish.length;

function join(last: Beat, beat: Beat): void {
  last.more.push(beat.told, ...beat.more);
  last.glides.push(...beat.glides);
  last.focus = [...new Set([...last.focus, ...beat.focus])];
  last.appear.push(...beat.appear);
  last.vanish.push(...beat.vanish);
  last.rows.push(...beat.rows);
}

const CALM = 4000; // milliseconds of watching at the pace one chose
const HASTE = 8000; // and in so many more it becomes as fast as it gets
const FASTEST = 0.1;
const LOSS = 350; // but somebody's fall is always seen for so long

/** How fast the showing goes after so many milliseconds of it: who watches long is not kept waiting. */
export function hurried(spent: number): number {
  return spent < CALM ? 1 : Math.max(FASTEST, 1 - (spent - CALM) / HASTE);
}

/** What nobody should miss takes a moment at any pace. */
export function leastTime(beat: Beat): number {
  return beat.vanish.length ? LOSS : 0;
}

const REVEAL = 4;

const silent = (beat: Beat): boolean =>
  beat.told.text === null && !beat.roll && !beat.glides.length && !beat.appear.length && !beat.vanish.length;

/** Milliseconds a beat takes at normal speed. */
export function duration(beat: Beat, move: number, die: number): number {
  if (beat.roll) return die;
  if (beat.glides.some((one) => one.path.length > 1)) {
    const legs = Math.max(...beat.glides.map((one) => one.path.length - 1));
    return move * Math.min(3, Math.max(1, legs));
  }
  if (beat.flight) return move;
  if (beat.rows.length > 1) return REVEAL * move; // both hands are read before anything comes of them
  return beat.told.text === null ? 0 : move;
}
