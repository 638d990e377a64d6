import { describe, expect, it } from "vitest";
import { ableTo, bands, briefly, manners } from "../src/lib/batches";
import type { Choice, Option } from "../src/lib/choices";
import type { Point } from "../src/lib/scene";

const pick = (index: number, options: Option[], more: object = {}): Choice =>
  ({ index, kind: "pick", side: "a", key: "blow", prompt: `Man ${index}: strike or parry?`, about: [], least: 1, most: 1, options, ...more }) as Choice;
const named = (...keys: (string | number)[]): Option[] => keys.map((key) => ({ key, label: String(key) }));
const nowhere = (): Point | null => null;

describe("batches", () => {
  it("reads what is done and to whom from the keys: everybody strikes whom he best can", () => {
    const one = pick(0, [{ key: "strike:7", label: "strike 7", odds: { hit: "1/5" } }, { key: "strike:8", label: "strike 8", odds: { hit: "2/5" } }, ...named("parry:7")]);
    const two = pick(1, named("parry:8", "nothing"));
    const found = manners([one, two], nowhere);
    expect(found.find((each) => each.word === "All: strike")?.keys).toEqual(["strike:8", "parry:8"]);
    expect(found.find((each) => each.word === "All: parry")?.keys).toEqual(["parry:7", "parry:8"]);
  });

  it("proposes nothing that is hardly ever meant", () => {
    const far: Option = { key: "trot:7", label: "Trot at 7", aside: true };
    const near: Option = { key: "canter:8", label: "Canter at 8" };
    const found = manners([pick(0, [...named("none"), far]), pick(1, [...named("none"), far, near])], nowhere);
    expect(found.map((each) => each.word).filter((word) => word.startsWith("All: "))).toEqual(["All: canter at 8"]);
  });

  it("says what everybody would do in the words of the book", () => {
    const horse = (id: number, name: string): Option => ({ key: `horse:${id}`, label: `Strike the horse of ${name}` });
    const words = (...all: Option[]): string[] => manners(all.map((one, i) => pick(i, [one])), nowhere).map((one) => one.word);
    expect(words(horse(7, "Sir Luke"), horse(8, "Hugh"))).toContain("All: strike the horse");
    expect(words(horse(7, "Sir Luke"), horse(7, "Sir Luke"))).toContain("All: strike the horse of Sir Luke");
  });

  it("aims each at the nearest of those he may aim at", () => {
    const at = (key: number, more: object = {}): Option => ({ key, label: `man ${key}`, pieces: [key], ...more });
    const where = (id: number): Point | null => ({ 1: [0, 0], 2: [9, 0], 7: [1, 0], 8: [8, 0] } as Record<number, Point>)[id] ?? null;
    const choices = [pick(0, [at(8), at(7)], { subjects: [1] }), pick(1, [at(7), at(8, { because: "in melee" })], { subjects: [2] })];
    expect(manners(choices, where).find((one) => one.word === "Each at the nearest")?.keys).toEqual([7, 7]);
  });

  it("says nothing where several things may be named at once", () => {
    expect(manners([pick(0, named("a", "b"), { most: 2 }), pick(1, named("a", "b"))], nowhere)).toEqual([]);
  });

  it("calls each question by what it has of its own", () => {
    const asked = (...prompts: string[]): string[] => briefly(prompts.map((prompt, i) => pick(i, named("a"), { prompt })));
    expect(asked("Sir Guy the lord: what does he do?", "Hal the soldier: what does he do?")).toEqual(["Sir Guy the lord", "Hal the soldier"]);
    expect(asked("Standing order for Shooters", "Standing order for Sir Fulk")).toEqual(["Shooters", "Sir Fulk"]);
    expect(asked("Man 1", "Man 2")).toEqual(["1", "2"]);
    expect(asked("The same", "The same")).toEqual(["same", "same"]);
  });

  it("puts men of one group together, and leaves the others alone", () => {
    const choices = [3, 4, 5, 6].map((id, i) => pick(i, named("a"), { subjects: [id] }));
    const groups: Record<number, string> = { 3: "Shooters", 5: "Shooters" };
    expect(bands(choices, (id) => groups[id] ?? "")).toEqual([
      { name: "Shooters", indices: [0, 2] },
      { name: "", indices: [1] },
      { name: "", indices: [3] },
    ]);
  });

  it("knows who can be told a thing", () => {
    const refused: Option[] = [{ key: "shoot", label: "shoot", because: "no bow" }, ...named("stay")];
    const choices = [pick(0, named("shoot", "stay")), pick(1, refused), pick(2, named("stay"))];
    expect(ableTo(choices, "shoot")).toEqual([0]);
    expect(ableTo(choices, "stay")).toEqual([0, 1, 2]);
  });
});
