import { describe, expect, it } from "vitest";
import type { Pick } from "../src/lib/choices";
import { hands, pitted, rowOf } from "../src/lib/hands";

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
