import type { Turn } from "./turned";

/** What this browser remembers: the keys to its seats and how its owner likes to play. */

export interface Seat {
  id: string;
  side: string | null;
  token: string;
  title: string;
  book: string;
  round: number;
  /** What the book calls a round. */
  counted?: string;
  status: string;
  at: number;
  /** The keys to seats that others may take, where this browser set the battle up. */
  others?: { side: string; token: string }[];
  /** Set up here and not yet begun: the briefing is to be read, and the captain sets the men up. */
  fresh?: "deployed" | "own";
}

export type Speed = "slow" | "normal" | "fast" | "skip";

export interface Settings {
  theme: "auto" | "light" | "dark";
  sound: boolean;
  notify: boolean;
  speed: Speed;
  name: string;
  oneTap: boolean;
  passAlone: boolean;
  /** Whether what is seldom wanted (standing orders) waits until one asks for it. */
  passSeldom: boolean;
  /** Whether one's own side lies nearest to oneself. */
  ownNearest: boolean;
  /** How far the table is turned, clockwise. */
  turn: Turn;
  /** Whether the table is covered while it passes from one to the other at one screen. */
  curtain: boolean;
  /** Whether a newcomer is told things at their places. */
  coach: boolean;
}

const DEFAULTS: Settings = {
  theme: "auto",
  sound: true,
  notify: false,
  speed: "normal",
  name: "",
  oneTap: true,
  passAlone: true,
  passSeldom: true,
  ownNearest: true,
  turn: 0,
  curtain: true,
  coach: true,
};

export function read<T>(key: string, otherwise: T): T {
  try {
    const text = localStorage.getItem(`banneret.${key}`);
    return text ? (JSON.parse(text) as T) : otherwise;
  } catch {
    return otherwise;
  }
}

export function write(key: string, value: unknown): void {
  try {
    localStorage.setItem(`banneret.${key}`, JSON.stringify(value));
  } catch {
    // a browser that keeps nothing still plays
  }
}

export const settings: Settings = $state({ ...DEFAULTS, ...read("settings", {}) });

export function set<K extends keyof Settings>(key: K, value: Settings[K]): void {
  settings[key] = value;
  write("settings", $state.snapshot(settings));
}

/** A quest that is kept here: its key, and the battle of it that is under way. */
export interface KeptSaga {
  id: string;
  secret: string;
  title: string;
  stage: string;
  over: boolean;
  battle: string | null;
  /** Those that are over. */
  fought?: string[];
  at: number;
}

export function sagas(): KeptSaga[] {
  return read<KeptSaga[]>("sagas", []).sort((a, b) => b.at - a.at);
}

export const saga = (id: string): KeptSaga | undefined => sagas().find((one) => one.id === id);

/** The quest that a battle belongs to. */
export const sagaOf = (battle: string): KeptSaga | undefined => sagas().find((one) => one.battle === battle || one.fought?.includes(battle));

export function keepSaga(one: KeptSaga): void {
  const before = saga(one.id);
  const ended = before?.battle && before.battle !== one.battle ? [before.battle] : [];
  const fought = [...(before?.fought ?? []), ...ended];
  write("sagas", [{ ...one, fought }, ...sagas().filter((other) => other.id !== one.id)].slice(0, 20));
}

export function seats(): Seat[] {
  return read<Seat[]>("seats", []).sort((a, b) => b.at - a.at);
}

export function seat(id: string): Seat | undefined {
  return seats().find((one) => one.id === id);
}

export function keep(one: Seat): void {
  const others = one.others ?? seat(one.id)?.others;
  const fresh = one.fresh ?? (one.round ? undefined : seat(one.id)?.fresh);
  write("seats", [{ ...one, ...(others ? { others } : {}), ...(fresh ? { fresh } : {}) }, ...seats().filter((other) => other.id !== one.id)].slice(0, 40));
}

/** The briefing was read. */
export function begun(id: string): void {
  write("seats", seats().map((one) => (one.id === id ? { ...one, fresh: undefined } : one)));
}

/** Whether a side lay far away when its battle was first looked at here: it is not turned round when the page is loaded again. */
export function firstFar(key: string, now: boolean): boolean {
  const known = read<Record<string, boolean>>("far", {});
  if (!(key in known)) write("far", Object.fromEntries([...Object.entries(known).slice(-39), [key, now]]));
  return known[key] ?? now;
}

export function forget(id: string): void {
  write(
    "seats",
    seats().filter((one) => one.id !== id),
  );
  const { [id]: _, ...others } = read<Record<string, Keys>>("beside", {});
  write("beside", others);
}

/** The keys of the sides that are played at this screen. */
export type Keys = Record<string, string>;

/** Keep the keys of a battle that several play at this screen; of battles long ago they are let go. */
export function sitTogether(id: string, keys: Keys): void {
  const known = new Set(seats().map((one) => one.id));
  const before = Object.entries(read<Record<string, Keys>>("beside", {}));
  write("beside", { ...Object.fromEntries(before.filter(([one]) => known.has(one))), [id]: keys });
}

export function together(id: string): Keys {
  return read<Record<string, Keys>>("beside", {})[id] ?? {};
}
