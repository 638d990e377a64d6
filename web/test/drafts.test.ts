import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { FromServer, TableMessage } from "../src/lib/protocol";
import type { Roll } from "../src/lib/wording";

let hear: (message: FromServer) => void;
vi.mock("../src/lib/socket", () => ({
  Socket: class {
    constructor(_id: string, _sit: unknown, heard: (message: FromServer) => void) {
      hear = heard;
    }
    open(): void {}
    close(): void {}
    say(): boolean {
      return true;
    }
  },
}));

const pick = (index: number): object => ({
  index, kind: "pick", side: "a", key: "oath", prompt: `Oath ${index}`, about: [], least: 1, most: 1,
  options: ["gold", "fear"].map((key) => ({ key, label: key })),
});
const table = (number: number): TableMessage =>
  ({
    type: "table", you: "a", sides: [], waiting: ["a"], events: [], events_from: 0, result: null, undo: null,
    battle: { id: "x", book: "toy", book_title: "Toy", scenario: "field", scenario_title: "Field", round: 1, status: "on" },
    scene: { width: 10, height: 10, ground: [], pieces: [], markers: [], sides: [], sequence: [], now: "", round: 1 },
    question: { number, together: true, choices: [pick(0), pick(1)] },
    can_undo: false, auto: false, calls: [], era: 0,
  }) as unknown as TableMessage;

beforeEach(() => {
  vi.stubGlobal("window", globalThis);
  vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => undefined });
  vi.stubGlobal("document", { title: "", hidden: false, hasFocus: () => true });
});
afterEach(() => vi.unstubAllGlobals());

it("puts dice away that were taken back, for those thrown instead bear their numbers", async () => {
  const { Show } = await import("../src/lib/show.svelte");
  const one = new Show();
  one.tray = [{ n: 3 } as Roll];
  one.snap(table(4).scene);
  expect(one.tray).toEqual([]);
});

it("follows drafts without a new table, and leaves those of another question alone", async () => {
  const { Table } = await import("../src/lib/table.svelte");
  const one = new Table("x", null);
  hear(table(4));
  hear({ type: "drafts", number: 4, drafts: { 1: "fear" } }); // at once: the table may still be on show
  await vi.waitFor(() => expect(one.asking?.set).toEqual([false, true]));
  const { scene, question } = one.now!;
  expect(question!.choices.map((choice) => choice.draft)).toEqual([undefined, "fear"]);
  hear({ type: "drafts", number: 5, drafts: { 0: "gold" } });
  await Promise.resolve();
  expect(one.now!.question).toBe(question);
  hear({ type: "drafts", number: 4, drafts: { 0: "gold", 1: "fear" } });
  expect(one.now!.scene).toBe(scene);
  expect(one.asking?.complete).toBe(true);
});
