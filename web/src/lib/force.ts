import { capital, plain } from "./wording";

/** A force file as plain data: whatever the book writes; columns are read from it. */
export type Entries = Record<string, unknown>;
export type Row = Record<string, unknown>;

export interface Mustered {
  key: string;
  name: string;
  of: string;
  figures: number;
  points: number;
  sheet: { title: string; columns: string[]; rows: (string | number)[][]; notes: string[]; clause: string };
  remarks: { text: string; clause: string }[];
  file: string;
  entries: Entries;
}

const isRow = (value: unknown): value is Row => typeof value === "object" && value !== null && !Array.isArray(value);

/** The force in its file. */
export function forceOf(entries: Entries): Row | null {
  const all = Object.values(entries).find((one): one is Row[] => Array.isArray(one) && one.some(isRow));
  return all?.find(isRow) ?? (isRow(entries) ? entries : null);
}

/** The list of its men or units: the longest list of tables in it. */
export function menOf(entries: Entries): { key: string; men: Row[] } | null {
  const lists = Object.entries(forceOf(entries) ?? {}).filter((one): one is [string, Row[]] => Array.isArray(one[1]) && one[1].length > 0 && one[1].every(isRow));
  const [key, men] = lists.sort((a, b) => b[1].length - a[1].length)[0] ?? [];
  return key && men ? { key, men } : null;
}

/** Columns: every plain field any of them has, in the order they come; fields of fields by "horse.name". */
export function columns(men: Row[]): string[] {
  const found: string[] = [];
  const add = (key: string): void => void (found.includes(key) || found.push(key));
  for (const man of men) {
    for (const [key, value] of Object.entries(man)) {
      if (isRow(value)) for (const [inner, deep] of Object.entries(value)) if (!isRow(deep)) add(`${key}.${inner}`);
      if (!isRow(value) && !(Array.isArray(value) && value.some(isRow))) add(key);
    }
  }
  const first = found.filter((key) => key === "name");
  return [...first, ...found.filter((key) => key !== "name")];
}

export const titled = (column: string): string => capital(plain(column.replace(".", " ")));

export function cell(man: Row, column: string): unknown {
  const [outer, inner] = column.split(".");
  const value = man[outer!];
  return inner === undefined ? value : isRow(value) ? value[inner] : undefined;
}

const KEY = /^[a-z0-9]+(_[a-z0-9]+)+$/;
const worded = (value: unknown): string => (KEY.test(String(value)) ? plain(String(value)) : String(value));
export const shown = (value: unknown): string => (Array.isArray(value) ? value.map(worded).join(", ") : value === undefined ? "" : worded(value));

/** Whether the book writes its words with underscores: they are shown and typed as plain words. */
function keyed(men: Row[]): boolean {
  const plainly = (value: unknown): boolean => (isRow(value) ? Object.values(value).some(plainly) : Array.isArray(value) ? value.some(plainly) : typeof value === "string" && KEY.test(value));
  return men.some(plainly);
}
const asKey = (word: string): string => (/^[a-z0-9]+( [a-z0-9]+)+$/.test(word) ? word.replaceAll(" ", "_") : word);

/** What was typed, of the kind that stood there: a number, yes or no, a list, else words. */
export function typed(text: string, before: unknown, keys = false): unknown {
  const words = keys ? text.trim().split(/\s*,\s*/).map(asKey).join(", ") : text.trim();
  if (Array.isArray(before)) return words ? words.split(/\s*,\s*/) : [];
  if (typeof before === "number") return Number.isFinite(Number(words)) && words ? Number(words) : before;
  if (typeof before === "boolean") return /^(true|yes|1)$/i.test(words);
  return words;
}

/** The same entries with one cell changed; an emptied cell is left out. */
export function changed(entries: Entries, index: number, column: string, text: string): Entries {
  const copy = structuredClone(entries);
  const man = menOf(copy)?.men[index];
  if (!man) return copy;
  const [outer, inner] = column.split(".");
  const before = cell(man, column);
  const value = typed(text, before, column !== "name" && keyed(menOf(copy)?.men ?? []));
  if (inner === undefined) {
    if (text.trim() === "" && typeof before !== "number") delete man[outer!];
    else man[outer!] = value;
  } else if (isRow(man[outer!])) (man[outer!] as Row)[inner] = value;
  return copy;
}

export function renamed(entries: Entries, name: string): Entries {
  const copy = structuredClone(entries);
  const force = forceOf(copy);
  if (force) force["name"] = name;
  return copy;
}

/** One more like him, or one less. */
export function copied(entries: Entries, index: number): Entries {
  const copy = structuredClone(entries);
  const men = menOf(copy)?.men;
  const man = men?.[index];
  if (men && man) men.splice(index + 1, 0, { ...structuredClone(man), ...("name" in man ? { name: `${String(man["name"])} II` } : {}), ...("leads" in man ? { leads: false } : {}) });
  return copy;
}

export function dismissed(entries: Entries, index: number): Entries {
  const copy = structuredClone(entries);
  menOf(copy)?.men.splice(index, 1);
  return copy;
}
