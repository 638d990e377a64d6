import { describe, expect, it } from "vitest";
import { cell, changed, columns, copied, dismissed, forceOf, menOf, renamed } from "../src/lib/force";

const entries = {
  force: [{ id: "own", name: "My men", list: "x", man: [
    { class: "lord", name: "Ralph", melee: 10, arms: ["lance", "sword"], horse: { kind: "destrier", name: "Bayard" } },
    { class: "soldier", name: "Wat", melee: 7, arms: ["spear"], leads: true },
  ] }],
};

describe("a force in the browser", () => {
  it("finds the men and their columns in any book's file", () => {
    expect(menOf(entries)?.men).toHaveLength(2);
    expect(columns(menOf(entries)!.men)).toEqual(["name", "class", "melee", "arms", "horse.kind", "horse.name", "leads"]);
    expect(cell(menOf(entries)!.men[0]!, "horse.kind")).toBe("destrier");
  });

  it("changes one cell as the kind it is, and nothing else", () => {
    const next = changed(changed(entries, 1, "melee", "9"), 1, "arms", "spear, dagger");
    expect(menOf(next)!.men[1]).toMatchObject({ melee: 9, arms: ["spear", "dagger"], name: "Wat" });
    expect(menOf(entries)!.men[1]).toMatchObject({ melee: 7 });
    expect(menOf(changed(entries, 0, "horse.name", "Grisel"))!.men[0]).toMatchObject({ horse: { kind: "destrier", name: "Grisel" } });
  });

  it("names, copies and dismisses", () => {
    expect(forceOf(renamed(entries, "Tutbury"))?.["name"]).toBe("Tutbury");
    expect(menOf(copied(entries, 1))!.men.map((one) => one["name"])).toEqual(["Ralph", "Wat", "Wat II"]);
    expect(menOf(dismissed(entries, 0))!.men).toHaveLength(1);
  });
});
