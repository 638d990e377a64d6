import { describe, expect, it } from "vitest";
import { against, barred, headline, parts, percent, spoken } from "../src/lib/odds";
import { read, stands, telling } from "../src/lib/marks";
import { beats } from "../src/lib/playback";
import type { Told } from "../src/lib/protocol";
import type { Piece, Scene } from "../src/lib/scene";
import { capital, chronicle, describe as describePiece, fate, Names, ordered, streamed } from "../src/lib/wording";

const piece = (id: number, more: Partial<Piece> = {}): Piece => ({
  id, side: "a", name: `Man ${id}`, x: 0, y: 0, facing: 0, width: 1, depth: 1, group: "Band",
  rank: "common", arms: "spear", mounted: false, marks: [], profile: {}, ...more,
});
const scene = (pieces: Piece[]): Scene => ({
  width: 48, height: 36, ground: [], pieces, markers: [], sequence: [], now: "", round: 1,
  sides: [{ key: "a", name: "Reds", lines: [] }, { key: "b", name: "Blues", lines: [] }],
});
const told = (n: number, event: Told["event"], text: string | null = null): Told => ({
  n, clause: "XX-01", text, private: false, event,
});
const die = (n: number, side: string, face: number): Told =>
  told(n, { event: "rolled", purpose: "shot", dice: [10], faces: [face], tally: [], side });

describe("odds against cards", () => {
  it("names what each card of the enemy does to them", () => {
    expect(against({ hit: "45 %", "against CLOSE": "55 %", "against STAND GROUND": "45 %" })).toBe("against CLOSE 55%, STAND GROUND 45%");
    expect(against({ hit: "45 %" })).toBe("");
  });
});

describe("options", () => {
  it("stand with what is hardly ever meant after the rest, and what may not be chosen last", () => {
    const options = [
      { key: "barred", label: "Barred", because: "no" },
      { key: "far", label: "Far", aside: true },
      { key: "near", label: "Near" },
      { key: "also", label: "Also" },
    ];
    expect(ordered(options).map((one) => one.key)).toEqual(["near", "also", "far", "barred"]);
  });
});

describe("odds", () => {
  it("reads as people do", () => {
    expect(percent(0.5)).toBe("50%");
    expect(percent(0.285)).toBe("28½%");
    expect(percent(0.001)).toBe("under ½%");
    expect(headline({ miss: "7/10", killed: "3/10" })).toMatchObject({ name: "to hit", chance: 1 - 0.7 });
    expect(parts({ miss: "1/2", killed: "1/4", saved: "1/4" }).map((one) => one.name)).toEqual(["killed", "saved", "miss"]);
    expect(spoken({ hit: "1/2" })).toBe("50 percent hit");
  });
});

describe("the chronicle", () => {
  it("gives a sentence the dice that were thrown for it", () => {
    const names = new Names();
    names.learn(scene([piece(1), piece(2, { side: "b", name: "Foe" })]));
    const lines = chronicle([die(0, "a", 7), told(1, { event: "shot", shooter: 1, target: 2 }, "Man 1 shot at Foe: hit."), die(2, "b", 3)], names);
    expect(lines).toHaveLength(2);
    expect(lines[0]).toMatchObject({ side: "a", pieces: [1, 2] });
    expect(lines[0]!.rolls[0]!.faces).toEqual([7]);
    expect(lines[1]!.text).toBe("Blues rolled 3 (shot).");
    const aimed = { ...die(0, "a", 4), event: { ...die(0, "a", 4).event, purpose: "to hit" } };
    expect(chronicle([aimed], names)[0]!.text).toBe("Reds rolled 4 (to hit).");
    const summed = told(0, { event: "rolled", purpose: "damage", dice: [10, 10], faces: [4, 6], tally: [], total: 10 });
    expect(chronicle([summed], names)[0]!.text).toBe("Dice for damage: 4, 6, making 10.");
  });

  it("leaves dice of an earlier phase to themselves", () => {
    const names = new Names();
    names.learn(scene([piece(1)]));
    const early = { ...told(0, { event: "rolled", purpose: "b", dice: [10], faces: [8], tally: [] }), phase: "Setting up" };
    const later = { ...told(1, { event: "placed", man: 1 }, "Man 1 was set up."), phase: "Deployment" };
    const lines = chronicle([early, later], names);
    expect(lines.map((one) => [one.text, one.rolls.length])).toEqual([["Blues rolled 8 (setting up).", 1], ["Man 1 was set up.", 0]]);
    const said = "Blues rolled 8 for who sets up first.";
    expect(chronicle([{ ...early, text: said }, later], names)[0]!.text).toBe(said);
  });

  it("heads lines and lone dice by the round they were told in", () => {
    const first = { ...told(0, { event: "marched" }, "They marched."), round: 1 };
    const lines = chronicle([told(1, { event: "placed" }, "They stood."), first, { ...die(2, "a", 3), round: 2 }], new Names());
    expect(lines.map((one) => one.round)).toEqual([0, 1, 2]);
  });

  it("tells dice in the round they were thrown in, and a blow as his who struck", () => {
    const names = new Names();
    names.learn(scene([piece(1), piece(2, { side: "b" })]));
    const tired = { ...die(1, "a", 5), phase: "Fatigue", round: 1 };
    const began = { ...told(2, { event: "turn", turn: 2 }, "Turn 2 began."), phase: "Rally", round: 2 };
    const blow = { ...told(3, { event: "fought", one: 1, other: 2, winner: 2 }, "Man 2 struck Man 1."), phase: "Melee", round: 2 };
    const missed = { ...told(4, { event: "fought", one: 1, other: 2, winner: -1 }, "Nobody struck."), phase: "Melee", round: 2 };
    const lines = chronicle([{ ...told(0, { event: "turn", turn: 1 }, "Turn 1 began."), phase: "Rally", round: 1 }, tired, began, blow, missed], names);
    expect(lines.map((one) => one.round)).toEqual([1, 1, 2, 2, 2]);
    expect(lines.slice(3).map((one) => one.side)).toEqual(["b", "a"]);
  });

  it("begins with a capital, but calls a file as it is called", () => {
    expect(["he routs", "bad.toml, line 2"].map(capital)).toEqual(["He routs", "bad.toml, line 2"]);
  });

  it("finds whose sentence it is by the name that comes first", () => {
    const names = new Names();
    names.learn(scene([piece(1, { group: "Archers" }), piece(2, { side: "b", group: "Riders" })]));
    expect(names.sideIn("Riders charged Archers.")).toBe("b");
    expect(names.sideIn("Blues won.")).toBe("b");
    expect(names.sideIn("Nothing happened.")).toBeNull();
  });

  it("describes a man for those who listen", () => {
    const text = describePiece(piece(1, { marks: ["shaken"] }), piece(2, { x: 5 }), true);
    expect(text).toBe("Man 1, spear, shaken, faces north, 4 inches west of Man 2, may be chosen");
  });
});

describe("who stands", () => {
  it("is nobody who lies on the table or is bound there", () => {
    const all = [[], ["shaken"], ["down"], ["dead"], ["captive"]].map((marks, id) => piece(id, { marks }));
    expect(all.filter(stands).map((one) => one.id)).toEqual([0, 1]);
  });
});

describe("playback", () => {
  it("reads from an event's shape who glides, comes and goes", () => {
    const before = [piece(1), piece(2, { x: 5 })];
    const after = scene([piece(1, { x: 3 }), piece(7, { x: 9 })]);
    const found = beats(
      [
        told(0, { event: "moved", figure: 1, path: [[0, 0], [3, 0]], facing: 90 }),
        told(1, { event: "shot", shooter: 1, target: 2 }),
        told(2, { event: "hurt", figure: 2 }),
        told(3, { event: "deployed", places: { 7: [9, 0, 0] } }),
      ],
      before,
      after,
    );
    expect(found[0]!.glides).toEqual([{ id: 1, path: [[0, 0], [3, 0]], facing: 90 }]);
    expect(found[1]!.flight).toEqual([1, 2]);
    expect(found[2]!.vanish).toEqual([2]);
    expect(found[3]!.appear.map((one) => one.id)).toEqual([7]);
  });
});

describe("marks", () => {
  it("shows the most urgent first", () => {
    const found = read(["hits 2", "leaderless", "routing", "load 1 of 2"]);
    expect(found.urgent?.symbol).toBe("state-rout");
    expect(found).toMatchObject({ wounds: 2, outline: "rout" });
    expect(found.ready?.symbol).toBe("state-unloaded");
  });
});

describe("how a figure fares, in words", () => {
  it("leaves out his order and what is whole", () => {
    expect(telling(["disabled", "chit stay", "stamina 0 of 7", "ready"])).toEqual(["disabled", "stamina 0 of 7"]);
    expect(telling(["load 2 of 2", "acted"])).toEqual([]);
  });

  it("tells one inch, a touch, and no arms that are none", () => {
    const piece = (id: number, x: number, more: Partial<Piece> = {}): Piece => ({
      id, side: "a", name: `Man ${id}`, x, y: 5, facing: 0, width: 1, depth: 1, group: "", rank: "common", arms: "none", mounted: false, marks: [], profile: {}, ...more,
    });
    expect(describePiece(piece(2, 7), piece(1, 5), false)).toBe("Man 2, faces north, 1 inch east of Man 1");
    expect(describePiece(piece(2, 6), piece(1, 5), false)).toBe("Man 2, faces north, east of Man 1, touching him");
    expect(describePiece(piece(2, 8, { arms: "bow" }), piece(1, 5), true)).toBe("Man 2, bow, faces north, 2 inches east of Man 1, may be chosen");
  });
});

describe("the stream of dice", () => {
  it("tells which dice of the battle were thrown at each step", () => {
    const roll = (...faces: number[]): Told => ({ n: 0, clause: "", text: null, private: false, event: { event: "rolled", purpose: "hit", dice: faces.map(() => 10), faces } });
    const found = streamed([{ events: [roll(3, 9)] }, { events: [] }, { events: [roll(4), roll(7)] }]);
    expect(found).toEqual([{ first: 1, faces: [3, 9] }, { first: 3, faces: [] }, { first: 3, faces: [4, 7] }]);
  });
});

it("how a man was lost has its sign", () => {
  expect(fate("Elias ran off the table by the south edge.")).toBe("state-rout");
  expect(fate("Sir Fulk left the field with a captive by the south edge.")).toBe("state-rout");
  expect(fate("Sir Walter was led away by the south edge.")).toBe("state-captive");
  expect(fate("Sir Nicholas yielded to Sir Luke.")).toBe("state-captive");
  expect(fate("Gervase will live.")).toBe("state-wound");
  expect(fate("Luke died of his wounds.")).toBe("state-disabled");
});

it("a blow is one bar by what it makes of him; that you are hit instead stands apart", () => {
  const found = parts({ light: "8%", out: "1%", critical: "3%", serious: "7%", "no wound": "80%", "you are hit instead": "14%" });
  expect(found.map((one) => one.name)).toEqual(["out", "critical", "serious", "light", "no wound", "you are hit instead"]);
  expect(barred(found)).toHaveLength(5);
});
