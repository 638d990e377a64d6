import { beforeEach, describe, expect, it, vi } from "vitest";
import { Asking, type Desk } from "../src/lib/asking.svelte";
import { ghosts } from "../src/lib/ghosts";
import { drafted } from "../src/lib/proposals";
import type { Choice, Pick, Question } from "../src/lib/choices";
import type { Preview } from "../src/lib/protocol";
import type { Piece } from "../src/lib/scene";
import { verb } from "../src/lib/verbs";

const pick = (index: number, keys: string[], more: object = {}): Choice =>
  ({
    index, kind: "pick", side: "a", key: "chit", prompt: `Man ${index}`, about: [], least: 1, most: 1,
    options: keys.map((key) => ({ key, label: key })), ...more,
  }) as Choice;
const ask = (...choices: Choice[]): Question => ({ number: 1, together: choices.length > 1, choices });

let said: unknown[][];
let desk: Desk;
beforeEach(() => {
  vi.stubGlobal("window", globalThis);
  said = [];
  desk = {
    answer: (value) => void said.push(["answer", value]),
    onward: (choice, value) => void said.push(["onward", choice.key, value]),
    draft: (index, value) => void said.push(["draft", index, value]),
    commit: () => void said.push(["commit"]),
    preview: () => new Promise(() => undefined),
  };
});

describe("the primary button", () => {
  it("says a verb", () => {
    const one = new Asking(desk, ask(pick(0, ["stay", "7"])));
    expect(verb(one)).toBe("Choose one");
    one.choose("stay");
    expect(verb(one)).toBe("Stay");
    (one.choice as Pick).options[1] = { key: "7", label: "Chevalier", pieces: [7] };
    one.choose("7");
    expect(verb(one)).toBe("Choose Chevalier");
    const spells = ["Noel: ward on Noel", "Noel: ward on Piers"].map((label, i) => ({ key: `${i}`, label, pieces: [i] }));
    const two = new Asking(desk, ask(pick(0, [], { options: spells })));
    two.choose("1");
    expect(verb(two)).toBe("Ward on Piers");
  });

  it("lets the rest of a step go at one word, where there is something to go by", () => {
    const none = new Asking(desk, ask(pick(0, ["stay", "7"])));
    expect(none.onward).toBe("");
    const one = new Asking(desk, ask(pick(0, ["stay", "7"], { usual: "stay" })));
    expect(one.onward).toBe("usual");
    one.giveOnward();
    expect(said).toEqual([["onward", "chit", "stay"]]);
    const secret = new Asking(desk, { ...ask(pick(0, ["stay", "7"], { usual: "stay" })), together: true });
    expect(secret.onward).toBe("");
    const drill = { ...pick(0, []), kind: "drill", gaits: ["march"], grips: [], ideas: [], pieces: [1], allowance: 6 } as unknown as Choice;
    expect(new Asking(desk, ask(drill)).onward).toBe("likewise");
  });

  it("proposes a set, and takes the largest that is lawful for all", () => {
    const one = new Asking(desk, ask(pick(0, ["5", "6", "7"], { least: 0, most: 3, usual: ["6"], whole: ["5", "7"] })));
    expect(one.value).toEqual(["6"]);
    one.chooseAll();
    expect(one.value).toEqual(["5", "7"]);
  });

  it("says how many are still wanted", () => {
    const one = new Asking(desk, ask(pick(0, ["5", "6", "7"], { least: 3, most: 3 })));
    expect(verb(one)).toBe("Choose 3");
    one.propose(["5", "6"]);
    expect(verb(one)).toBe("Choose 1 more");
    one.propose(["5", "6", "7"]);
    expect(verb(one)).toBe("Choose 3");
  });

  it("gives a form as the book suggests it, or the player's draft", () => {
    const form = { index: 0, kind: "write", side: "a", key: "plan", prompt: "", about: [], fields: [{ name: "cry", label: "Cry", kind: "text", words: [], least: 0, most: 0, said: [] }] };
    const value = (more: object): unknown => new Asking(desk, ask({ ...form, ...more } as unknown as Choice)).value;
    expect(value({ ideas: [{ cry: "Out!" }] })).toEqual({ cry: "Out!" });
    expect(value({ ideas: [] })).toEqual({ cry: "" });
    expect(value({ ideas: [{ cry: "Out!" }], draft: { cry: "Haro!" } })).toEqual({ cry: "Haro!" });
  });

  it("leads on to the next of a batch when this one is set, and leaves measures out", () => {
    const shot = pick(0, ["7"], { prompt: "Hugh: at whom?" }) as Pick;
    shot.options.push({ key: "8", label: "Piers, 14.2 inches", pieces: [8] });
    const one = new Asking(desk, ask(shot, pick(1, ["7", "8"], { prompt: "Noel: at whom?" })));
    one.choose("8");
    expect(verb(one)).toBe("Choose Piers");
    one.give();
    one.go(0);
    expect(verb(one)).toBe("Next: Noel");
  });

  it("shows how far a way without points leads", async () => {
    const move = { index: 0, kind: "move", side: "a", key: "way", prompt: "", about: [], piece: 7, gaits: ["canter"], allowance: null, ideas: [["canter", [], 0]] };
    desk.preview = () => Promise.resolve({ legal: true, price: 4, leads: [[0, 10]] } as unknown as Preview);
    const one = new Asking(desk, ask(move as unknown as Choice));
    const man = { id: 7, x: 0, y: 0, facing: 0 } as Piece;
    await vi.waitFor(() => expect(ghosts(one, () => man)).toMatchObject([{ x: 0, y: 4 }]));
  });
});

describe("answering", () => {
  it("proposes first and gives on the second word", () => {
    const one = new Asking(desk, ask(pick(0, ["stay", "shoot"])));
    expect(one.ready).toBe(false);
    one.choose("shoot");
    expect(one.ready).toBe(true);
    one.give();
    one.give();
    expect(said).toEqual([["answer", "shoot"]]);
  });

  it("does not choose what is refused", () => {
    const refused = pick(0, ["stay", "shoot"]) as Pick;
    refused.options[1]!.because = "no arrows";
    const one = new Asking(desk, ask(refused));
    one.choose("shoot");
    expect(one.value).toEqual(["stay"]); // the only one left was proposed from the start
  });

  it("drafts a batch in any order and commits it together", () => {
    const one = new Asking(desk, ask(pick(0, ["a", "b"]), pick(1, ["a", "b"])));
    one.go(1);
    one.choose("b");
    one.give();
    expect(one.at).toBe(0);
    one.choose("a");
    one.give();
    expect(one.complete).toBe(true);
    one.give();
    expect(said).toEqual([["draft", 1, "b"], ["draft", 0, "a"], ["commit"]]);
  });

  it("takes up drafts of another device, but not over what is set or being changed here", () => {
    const question = ask(pick(0, ["a", "b"]), pick(1, ["a", "b"]), pick(2, ["a", "b"]));
    const one = new Asking(desk, question);
    one.choose("a");
    one.give();
    one.choose("a"); // of the second, not yet given
    const again = drafted(question, { 0: "b", 1: "b", 2: "b" });
    expect(again.choices.map((choice) => choice.draft)).toEqual(["b", "b", "b"]);
    one.refresh(again);
    expect(one.values).toEqual([["a"], ["a"], ["b"]]);
    expect(one.set).toEqual([true, false, true]);
    expect("draft" in drafted(again, { 1: "a" }).choices[0]!).toBe(false);
  });

  it("says the same to all in one word, whatever the server still echoes", () => {
    const question = ask(pick(0, ["a", "b"]), pick(1, ["a", "b"]));
    const one = new Asking(desk, question);
    one.allAlike("b");
    one.refresh({ ...question, choices: [{ ...question.choices[0]!, draft: "b" }, question.choices[1]!] });
    expect(one.complete).toBe(true);
    one.give();
    expect(said.at(-1)).toEqual(["commit"]);
  });

  it("carries a group and turns it about the man in hand", () => {
    const place = {
      index: 0, kind: "place", side: "a", key: "p", prompt: "", about: [], pieces: [1, 2],
      ideas: [{ 1: [10, 10, 0], 2: [12, 10, 0] }],
    } as unknown as Choice;
    const one = new Asking(desk, ask(place));
    one.carry(1, 1, 2);
    expect(one.places).toEqual({ 1: [11, 12, 0], 2: [13, 12, 0] });
    one.turnBy(90);
    expect(one.places["2"]).toEqual([11, 10, 90]);
    one.together = false;
    one.carry(2, 1, 0);
    expect(one.places["1"]![0]).toBe(11);
  });

  it("yields to the nearest lawful answer when it is given a refused one", () => {
    const place = {
      index: 0, kind: "place", side: "a", key: "p", prompt: "", about: [], pieces: [1], ideas: [{ 1: [1, 1, 0] }],
    } as unknown as Choice;
    const one = new Asking(desk, ask(place));
    one.foresight.preview = { type: "preview", id: 1, legal: false, because: "too far", clause: "", price: null, odds: null, notes: [] };
    expect(one.ready).toBe(false);
    one.foresight.nearest = { value: { 1: [2, 2, 0] }, text: "the nearest lawful place" };
    expect(one.ready).toBe(true);
    one.give();
    expect(said).toEqual([["answer", { 1: [2, 2, 0] }]]);
  });

  it("moves an end along with its way-points", () => {
    const move = {
      index: 0, kind: "move", side: "a", key: "m", prompt: "", about: [], piece: 1, gaits: ["walk"],
      allowance: 8, ideas: [["walk", [[0, 5]], 0]],
    } as unknown as Choice;
    const one = new Asking(desk, ask(move));
    one.wayPoint();
    one.moveTo([5, 5], [0, 0]);
    expect(one.way).toEqual(["walk", [[0, 5], [5, 5]], 90]);
    one.straightTo([0, 3], [0, 0]);
    expect(one.way).toEqual(["walk", [[0, 3]], 0]);
  });

  it("proposes a way that fits the gait, but keeps one the player drew", () => {
    const ideas = [["canter", [[0, 16]], 0], ["canter", [[0, 8]], 0], ["canter", [[0, -8]], 180], ["gallop", [[0, 24]], 0], ["gallop", [[0, 12]], 0]];
    const move = {
      index: 0, kind: "move", side: "a", key: "m", prompt: "", about: [], piece: 1, gaits: ["canter", "gallop", "walk"], allowance: null, ideas,
    } as unknown as Choice;
    const one = new Asking(desk, ask(move));
    one.gait("gallop");
    expect(one.way).toEqual(ideas[3]);
    one.gait("canter");
    expect(one.way).toEqual(ideas[0]);
    one.idea(1);
    one.gait("gallop");
    expect(one.way).toEqual(ideas[4]);
    one.gait("walk"); // no idea has it
    expect(one.way).toEqual(["walk", [[0, 12]], 0]);
    one.idea(2);
    one.gait("gallop"); // nobody proposes to gallop back
    expect(one.way).toEqual(["gallop", [[0, -8]], 180]);
    one.straightTo([5, 5], [0, 0]);
    one.gait("canter");
    expect(one.way).toEqual(["canter", [[5, 5]], 45]);
  });

  it("proposes what is usual, and one word gives it for all that is open", () => {
    const alone = new Asking(desk, ask(pick(0, ["sword", "lance"], { usual: "lance" })));
    expect(alone.value).toEqual(["lance"]);
    alone.give();
    expect(said).toEqual([["answer", "lance"]]);
    said = [];
    const one = new Asking(desk, ask(pick(0, ["sword", "lance"], { usual: "lance" }), pick(1, ["sword", "bow"], { usual: "sword" })));
    expect(one.usual).toBe(true);
    one.setOne("sword");
    expect(one.ready).toBe(true);
    one.give();
    expect(said).toEqual([["draft", 0, "sword"], ["draft", 1, "sword"], ["commit"]]);
  });

  it("names whom all would aim at as he is called", () => {
    const one = new Asking(desk, ask(pick(0, ["Vorhut pikes", "hold"], { usual: "Vorhut pikes" }), pick(1, ["Vorhut pikes", "hold"], { usual: "Vorhut pikes" })));
    expect(verb(one)).toBe("All 2: Vorhut pikes");
  });

  it("does not take as usual what may not be done", () => {
    const refused = pick(0, ["sword", "lance"], { usual: "lance" }) as Pick;
    refused.options[1]!.because = "broken";
    const one = new Asking(desk, ask(refused, pick(1, ["sword", "bow"], { usual: "sword" })));
    expect(one.usual).toBe(false);
  });
});

describe("as last time", () => {
  it("holds whoever cannot do as he did", () => {
    const before = new Asking(desk, ask(pick(0, ["go", "stay"]), pick(1, ["go", "stay"])));
    before.each(["go", "go"]);
    before.give();
    said.length = 0;
    const presets = [{ title: "Go", values: ["go", null, "go"] }, { title: "Hold", values: ["stay", "stay", "stay"], rest: true }];
    const one = new Asking(desk, { ...ask(pick(0, ["go", "stay"]), pick(1, ["stay", "wait"]), pick(2, ["go", "stay"])), presets });
    one.asBefore();
    expect(said).toEqual([["draft", 0, "go"], ["draft", 1, "stay"], ["draft", 2, "stay"]]);
    expect(one.complete).toBe(true);
  });
});

describe("a batch in which some have nothing to choose", () => {
  it("sets those by themselves and asks for the rest", () => {
    const one = new Asking(desk, ask(pick(0, ["none"]), pick(1, ["none", "7"]), pick(2, ["none"])));
    one.settle();
    expect(said).toEqual([["draft", 0, "none"], ["draft", 2, "none"]]);
    expect(one.at).toBe(1);
    one.choose("7");
    one.give();
    one.give();
    expect(said.slice(2)).toEqual([["draft", 1, "7"], ["commit"]]);
  });
});
