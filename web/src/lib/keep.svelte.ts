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
  /** How far the table is turned, clockwise. */
  turn: Turn;
}

const DEFAULTS: Settings = {
  theme: "auto",
  sound: false,
  notify: false,
  speed: "normal",
  name: "",
  oneTap: false,
  passAlone: true,
  turn: 0,
};

function read<T>(key: string, otherwise: T): T {
  try {
    const text = localStorage.getItem(`banneret.${key}`);
    return text ? (JSON.parse(text) as T) : otherwise;
  } catch {
    return otherwise;
  }
}

function write(key: string, value: unknown): void {
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

export function seats(): Seat[] {
  return read<Seat[]>("seats", []).sort((a, b) => b.at - a.at);
}

export function seat(id: string): Seat | undefined {
  return seats().find((one) => one.id === id);
}

export function keep(one: Seat): void {
  const others = one.others ?? seat(one.id)?.others;
  write("seats", [{ ...one, ...(others ? { others } : {}) }, ...seats().filter((other) => other.id !== one.id)].slice(0, 40));
}

export function forget(id: string): void {
  write(
    "seats",
    seats().filter((one) => one.id !== id),
  );
}
