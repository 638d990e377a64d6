import type { Scene } from "./scene";
import type { Entries, Mustered } from "./force";
import type { Book, Clause, Facts, Made, Replay, RollForce, ScenarioPreview, Turns, Verdict, Health } from "./shelf";

/** A refusal of the server, in its own words. */
export class Refused extends Error {
  constructor(
    readonly code: string,
    text: string,
    readonly status: number,
  ) {
    super(text);
  }
}

async function ask<T>(path: string, init: RequestInit = {}): Promise<T> {
  let reply: Response;
  try {
    reply = await fetch(`/api${path}`, { ...init, credentials: "same-origin" });
  } catch {
    throw new Refused("away", "The server does not answer. Nothing is lost; try again.", 0);
  }
  if (!reply.ok) {
    const said = (await reply.json().catch(() => null)) as {
      error?: { code: string; text: string };
    } | null;
    throw new Refused(
      said?.error?.code ?? `http_${reply.status}`,
      said?.error?.text ?? "The server could not do that.",
      reply.status,
    );
  }
  return (reply.status === 204 ? null : await reply.json()) as T;
}

function post<T>(path: string, body: unknown): Promise<T> {
  return ask<T>(path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
}

const kept = new Map<string, Promise<unknown>>();

function once<T>(path: string): Promise<T> {
  let found = kept.get(path);
  if (!found) {
    found = ask<T>(path);
    kept.set(path, found);
    found.catch(() => kept.delete(path));
  }
  return found as Promise<T>;
}

/** Optional rules that were chosen. */
export type Chosen = Record<string, string | number | boolean>;

export interface NewBattle {
  book: string;
  scenario: string;
  forces: Record<string, string>;
  options: Chosen;
  /** The texts of force files, by side. */
  rolls: Record<string, string>;
  /** The text of a file of tables, in place of the book's; empty for the book's. */
  tables?: string;
  seats: Record<string, { kind: string; level?: string; name?: string; tincture?: string; pattern?: string }>;
  dice: "server" | "hand";
}

/** A battle that begins where another stood after so many steps. */
export type Onward = Pick<NewBattle, "seats" | "dice"> & { step: number };

/** What lasts between battles, as its owner sees it. */
export interface Saga {
  id: string;
  book: string;
  title: string;
  stage: string;
  over: string;
  turns: number;
  text: string;
  sheets: { title: string; columns: string[]; rows: (string | number)[][]; notes: string[]; clause: string }[];
  story: { title: string; text: string; note: string }[];
  under_way: { battle: string; side: string; seat: string } | null;
  /** Where it stands, drawn; without width there is nothing to see. */
  scene: Scene;
}

const at = encodeURIComponent;
const keyed = (secret: string, method: string, body?: unknown): RequestInit => ({
  method,
  headers: { "content-type": "application/json", "x-saga-key": secret },
  ...(body === undefined ? {} : { body: JSON.stringify(body) }),
});

export const api = {
  books: async () => (await once<{ books: Book[] }>("/books")).books,
  clauses: async (book: string) =>
    (await once<{ clauses: Record<string, Clause> }>(`/books/${at(book)}/clauses`)).clauses,
  preview: (book: string, scenario: string) =>
    once<ScenarioPreview>(`/books/${at(book)}/scenarios/${at(scenario)}/preview`),
  drawn: (book: string, scenario: string, wanted: Pick<NewBattle, "forces" | "options" | "rolls" | "tables">) =>
    post<ScenarioPreview>(`/books/${at(book)}/scenarios/${at(scenario)}/preview`, wanted),
  roll: async (book: string, text: string, name: string, options: Chosen) =>
    (await post<{ forces: RollForce[] }>(`/books/${at(book)}/roll`, { text, name, options })).forces,
  tables: async (book: string, text: string, name: string) =>
    (await post<{ replaced: string[] }>(`/books/${at(book)}/tables`, { text, name })).replaced,
  tablesAddress: (book: string) => `/api/books/${at(book)}/tables`,
  lists: async (book: string) => (await once<{ lists: { key: string; title: string }[] }>(`/books/${at(book)}/lists`)).lists,
  levy: (book: string, wanted: { list?: string; figures?: number; entries?: Entries }) => post<Mustered>(`/books/${at(book)}/levy`, wanted),
  beginSaga: (book: string, name: string, options: Chosen) => post<{ id: string; secret: string }>("/sagas", { book, name, options }),
  saga: (id: string, secret: string) => ask<Saga>(`/sagas/${at(id)}`, keyed(secret, "GET")),
  editSaga: (id: string, secret: string, text: string) => ask<Saga>(`/sagas/${at(id)}`, keyed(secret, "PUT", { text })),
  sagaOn: (id: string, secret: string) => ask<{ battle: string; side: string; seat: string }>(`/sagas/${at(id)}/on`, keyed(secret, "POST")),
  begin: (battle: NewBattle) => post<Made>("/battles", battle),
  quick: (name?: string) => post<Made>("/battles/quick", name ? { name } : {}),
  facts: (id: string) => ask<Facts>(`/battles/${at(id)}`),
  turned: (id: string) => ask<Turns>(`/battles/${at(id)}/turned`),
  again: (id: string) => post<Made>(`/battles/${at(id)}/again`, {}),
  health: () => ask<Health>("/health"),
  verify: (id: string) => ask<Verdict>(`/battles/${at(id)}/verify`),
  replay: (id: string, viewpoint: string) =>
    ask<Replay>(`/battles/${at(id)}/replay?viewpoint=${at(viewpoint)}`),
  open: (file: Blob, viewpoint = "all") =>
    ask<Replay>(`/replays?viewpoint=${at(viewpoint)}`, {
      method: "POST",
      headers: { "content-type": "application/octet-stream" },
      body: file,
    }),
  verifyFile: (file: Blob) =>
    ask<Verdict>("/replays/verify", { method: "POST", headers: { "content-type": "application/octet-stream" }, body: file }),
  mend: (id: string, seat: string, how: "on" | "close") => post<Facts>(`/battles/${at(id)}/mend`, { seat, how }),
  onward: (id: string, wanted: Onward) => post<Made>(`/battles/${at(id)}/onward`, wanted),
  onwardFile: async (file: Blob, wanted: Onward) => post<Made>("/replays/onward", { ...wanted, file: await file.text() }),
  saveAddress: (id: string) => `/api/battles/${at(id)}/save`,
  login: (passphrase: string) => post<null>("/login", { passphrase }),
};
