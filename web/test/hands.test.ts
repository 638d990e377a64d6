import { describe, expect, it } from "vitest";
import type { Pick } from "../src/lib/choices";
import type { Row } from "../src/lib/scene";
import { hands, paired, pitted, rowOf, setName } from "../src/lib/hands";

const card = (title: string, group: string, targets?: number[]) => ({ title, group, ...(targets ? { targets } : {}) });
const choice = {
  kind: "play",
  purses: [{ hand: "Guy", left: 4 }],
  options: [
    { key: "close", label: "", card: card("CLOSE", "TAC", [3]) },
    { key: "blow@3", label: "", card: card("DELIVER BLOW", "attack", [3]) },
    { key: "draw", label: "", card: card("DRAW WEAPON", "utility") },
    { key: "parry", label: "", card: card("ACTIVE SHIELD PARRY", "defence") },
    { key: "kick", label: "", because: "too far", card: card("KICK", "attack") },
    { key: "dodge", label: "", card: card("DODGE LEFT", "defence") },
    { key: "flag", label: "", card: card("WAVE", "utility") },
  ],
  pitted: [
    { target: 2, title: "Guy against Ulf", columns: ["DELIVER BLOW"], rows: [[["DELIVER BLOW"], [["40", "40"]]]] },
    {
      target: 3,
      title: "Guy against Thorkel",
      columns: ["DELIVER BLOW"],
      rows: [[["DELIVER BLOW"], [["40", "40"]]], [["DELIVER BLOW", "ACTIVE SHIELD PARRY"], [["40", "15"]]], [["DODGE"], [["", "36, 31"]]]],
    },
  ],
} as unknown as Pick;

describe("hands of cards", () => {
  it("lays cards of a group together, and what is barred behind them", () => {
    expect(hands(choice)[0]!.cards.map((one) => one.card.title)).toEqual(["CLOSE", "DELIVER BLOW", "DRAW WEAPON", "WAVE", "ACTIVE SHIELD PARRY", "DODGE LEFT", "KICK"]);
  });

  it("shows the table of the enemy a card is aimed at, else the first", () => {
    expect(pitted(choice, ["blow@3"])?.title).toBe("Guy against Thorkel");
    expect(pitted(choice, [])?.title).toBe("Guy against Ulf");
  });

  it("frames the row with the most of the cards that are chosen", () => {
    const table = choice.pitted![1]!;
    expect(rowOf(table, choice, ["blow@3"])).toBe(0);
    expect(rowOf(table, choice, ["blow@3", "parry"])).toBe(1);
    expect(rowOf(table, choice, ["dodge"])).toBe(2);
    expect(rowOf(table, choice, ["draw"])).toBe(-1);
  });
});

describe("rows of cards", () => {
  const row = (name: string, id: number, against: number[], more: object = {}): Row => ({ side: id < 4 ? "a" : "b", name, pieces: [id], against, faced: [{ title: "MOVE" }], ...more }) as Row;
  const names = (rows: Row[]): (string | undefined)[][] => paired(rows, "a").map((pair) => pair.map((one) => one?.name));

  it("lie in pairs, whoever a card is aimed at across, and who has none stays out", () => {
    const rows = [row("Hugh", 0, [5]), row("Piers", 1, [5]), row("Joan", 2, []), row("Ulf", 4, []), row("Odo", 5, [1]), row("Finn", 6, [], { faced: [] })];
    expect(names(rows)).toEqual([["Hugh", undefined], ["Piers", "Odo"], ["Joan", "Ulf"]]);
  });

  it("lie across whom one's own cards name while they are face down", () => {
    const down = { faced: [], down: 1, known: [{ title: "BLOW", targets: [5] }] };
    expect(names([row("Hugh", 0, [], down), row("Ulf", 4, []), row("Odo", 5, [])])).toEqual([["Hugh", "Odo"], [undefined, "Ulf"]]);
  });

  it("keep who faces nobody at the end", () => {
    expect(names([row("Hugh", 0, [4]), row("Ulf", 4, [0]), row("Odo", 5, [0])])).toEqual([["Hugh", "Ulf"], [undefined, "Odo"]]);
  });

  it("fill their lines where many lie, so that all are seen at once", () => {
    const rows = [row("Hugh", 0, [4]), row("Piers", 1, [4]), row("Joan", 2, [5]), row("Wat", 3, [5]), row("Ulf", 4, [0]), row("Odo", 5, [2]), row("Finn", 6, [0]), row("Gorm", 7, [2])];
    expect(names(rows)).toEqual([["Hugh", "Ulf"], ["Piers", "Finn"], ["Joan", "Odo"], ["Wat", "Gorm"]]);
  });

  it("calls a set of cards as the book proposes it", () => {
    const choice = { kind: "play", proposed: [["Strike", ["blow@3"]]], options: [] } as unknown as Pick;
    expect(setName(choice, ["blow@3"])).toBe("Strike");
    expect(setName(choice, ["blow@3", "parry"])).toBe("2 cards");
  });
});
