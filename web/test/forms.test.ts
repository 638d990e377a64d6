import { describe, expect, it } from "vitest";
import { drawn, handles, legText, offers } from "../src/lib/drill";
import { elements, edgeTone, formed, measured, outline, reachDown, ring } from "../src/lib/forms";
import { corners, gap, hit, inside } from "../src/lib/geometry";
import { aimed, chosen, hands, likewise, paid, tapped, told, turned, withCard } from "../src/lib/hands";
import type { Drill, Pick } from "../src/lib/choices";
import type { Form, Piece, Point } from "../src/lib/scene";
import { describe as describePiece } from "../src/lib/wording";

const piece = (form: Form | null, more: Partial<Piece> = {}): Piece => ({
  id: 1, side: "red", name: "Guy", x: 0, y: 0, facing: 0, width: 2, depth: 2, group: "", rank: "", arms: "", mounted: false, marks: [], profile: {}, form, ...more,
});
const diamond: Form = { form: "outline", points: [[0, 1], [1, 0], [0, -1], [-1, 0]], corner: true };

describe("forms", () => {
  it("measures discs, corner stands and rectangles by their true outlines", () => {
    const disc = piece({ form: "round" });
    expect(gap(disc, piece({ form: "round" }, { x: 5 })).inches).toBeCloseTo(3, 1);
    expect(gap(piece(diamond), piece(diamond, { x: 5 })).inches).toBeCloseTo(3);
    expect(gap(disc, piece(null, { x: 0, y: 4 })).inches).toBeCloseTo(2, 1);
    expect(inside([0.9, 0.9], piece(diamond))).toBe(false);
    expect(inside([0.9, 0.9], piece(null))).toBe(true);
    expect(inside([0.9, 0.9], disc)).toBe(false);
    expect(hit([0, 0.5], 20, [piece(diamond)])?.id).toBe(1);
  });

  it("turns outlines with their pieces", () => {
    const right = corners(piece(diamond, { facing: 90 }))[0]!;
    expect(right[0]).toBeCloseTo(1);
    expect(right[1]).toBeCloseTo(0);
    expect(reachDown(piece({ form: "block", files: 4, elements: 8 }, { width: 6, depth: 2 }))).toBeCloseTo(1);
    expect(reachDown(piece(null, { width: 6, depth: 2, facing: 90 }))).toBeCloseTo(3);
  });

  it("stands elements in ranks, the last one short, the lost ones marked, askew when unformed", () => {
    const body = piece({ form: "block", files: 2, elements: 3, gaps: 1, formed: false }, { width: 3, depth: 2 });
    const found = elements(body);
    expect(found.map((one) => [one.x, one.y])).toEqual([[-0.75, 0.5], [0.75, 0.5], [-0.75, -0.5], [0.75, -0.5]]);
    expect(found.map((one) => one.lost)).toEqual([false, false, false, true]);
    expect(found.some((one) => one.turn !== 0)).toBe(true);
    expect(ring(body)).toHaveLength(4);
    expect(outline(body, 24)).toContain("M");
  });

  it("colours edges by name and front", () => {
    expect([edgeTone("shield", true), edgeTone("sword", true), edgeTone("rear left", false), edgeTone("head", true), edgeTone("tail", false)]).toEqual(["shield", "sword", "rear", "plain", "rear"]);
  });

  it("says forms and measures in words", () => {
    const body = piece({ form: "block", files: 4, elements: 9, order: "loose", formed: false }, { measures: [{ measure: "beads", name: "hits", have: 2, most: 3 }] });
    expect(formed(body.form)).toBe("9 elements, 4 by 3, loose order, unformed");
    expect(describePiece(body, null, false)).toBe("Guy, 9 elements, 4 by 3, loose order, unformed, hits 2 of 3, faces north");
    expect(measured({ measure: "wound", level: "light", place: "arm" })).toBe("light wound, arm");
    expect(describePiece(piece({ form: "round" }), null, false)).toBe("Guy");
  });
});

const card = (key: string, title: string, cost: number, hand = "Guy", target?: number, because?: string) => ({
  key, label: title, card: { title, cost, hand, ...(target ? { targets: [target] } : {}) }, ...(because ? { because } : {}),
});
const play: Pick = {
  kind: "play", index: 0, side: "red", key: "melee", prompt: "Play", about: [], least: 1, most: 4,
  options: [card("kick", "KICK", 1, "Bayard", 7, "he lies"), card("blow@7", "BLOW", 1, "Guy", 7), card("blow@8", "BLOW", 1, "Guy", 8), card("parry", "PARRY", 0), card("trot", "TROT", 2, "Bayard")],
  purses: [{ hand: "Guy", left: 4, most: 6 }, { hand: "Bayard", left: 2 }],
};

describe("hands", () => {
  it("makes one card of its targets, and two hands of rider and steed", () => {
    const [guy, bayard] = hands(play);
    expect(guy!.cards.map((one) => [one.card.title, one.options.length])).toEqual([["BLOW", 2], ["PARRY", 1]]);
    expect(bayard!.cards.map((one) => one.because !== null)).toEqual([false, true]);
    expect(tapped(guy!.cards[0]!, [])).toBe("blow@7");
    expect(chosen(guy!.cards[0]!, ["blow@8"])?.key).toBe("blow@8");
  });

  it("aims a card anew instead of playing it twice", () => {
    expect(withCard(play, ["blow@7", "parry"], "blow@8")).toEqual(["parry", "blow@8"]);
    expect(withCard(play, ["blow@7"], "blow@7")).toEqual([]);
    const apart = { ...play, options: play.options.map((one) => (one.key === "parry" ? { ...one, card: { ...one.card!, instead: ["BLOW"] } } : one)) };
    expect(withCard(apart, ["blow@7"], "parry")).toEqual(["parry"]); // never beside it: it takes its place
    expect(turned(play, ["parry", "blow@7"], 1)).toEqual(["parry", "blow@8"]);
    expect(aimed(play, ["blow@7"], [play.options[2]!])?.key).toBe("blow@8");
  });

  it("reckons each purse, as the server says if it does", () => {
    const [guy, bayard] = play.purses!;
    expect(paid(play, ["blow@7", "trot"], guy!, undefined)).toBe(1);
    expect(paid(play, ["blow@7", "trot"], bayard!, undefined)).toBe(2);
    expect(paid(play, ["blow@7"], guy!, [["Guy", 0]])).toBe(0);
  });

  it("plays the same for a mate as far as he can, and tells rows in words", () => {
    expect(likewise(play, ["blow@8", "trot"], { ...play, options: [card("x:blow@8", "BLOW", 1, "Tom", 8), card("x:blow@9", "BLOW", 1, "Tom", 9)] })).toEqual(["x:blow@8"]);
    expect(told({ side: "blue", name: "Thorkel", down: 2, purses: [{ hand: "", left: 2, most: 6 }] })).toBe("Thorkel, 2 of 6 blows left, 2 cards face down");
  });
});

const drill: Drill = {
  kind: "drill", index: 0, side: "red", key: "drill", prompt: "Drill", about: [], pieces: [1], gaits: ["march"], allowance: 4, ideas: [],
  grips: [
    { kind: "advance", label: "Advance", unit: "inches", least: 0, most: 6, hands: ["ahead", ""] },
    { kind: "wheel", label: "Wheel", unit: "degrees", least: 0, most: 90, hands: ["left", "right"] },
    { kind: "order", label: "Change order", unit: "", least: 0, most: 0, hands: [], because: "its order is fixed" },
  ],
};

describe("drill", () => {
  it("offers one button a hand, what is not free last", () => {
    expect(offers(drill).map((one) => one.label)).toEqual(["Advance", "Wheel left", "Wheel right", "Change order"]);
    expect(legText(drill, ["wheel", 30, "left"])).toBe("Wheel left 30°");
    expect(legText(drill, ["advance", 3, "ahead"])).toBe("Advance 3″");
    expect(legText({ ...drill, grips: [{ ...drill.grips[0]!, hands: ["ahead", "ahead_right"] }] }, ["advance", 3, "ahead_right"])).toBe("Advance ahead right 3″");
  });

  it("means by a hand what it draws: inches ahead, degrees about the other corner", () => {
    const base: [number, number, number, number, number] = [0, 0, 0, 6, 2];
    const [ahead, left, right] = handles(drill, base, 0.75);
    expect(drawn(ahead!, base, [0, 4], 0.75)).toBe(3);
    const swung = (angle: number): Point => [-3 + 6 * Math.cos(angle), 1 + 6 * Math.sin(angle)];
    expect(drawn(left!, base, swung(Math.PI / 6), 0.75)).toBe(30);
    expect(drawn(right!, base, [3 - 6 * Math.cos(Math.PI / 6), 1 + 3], 0.75)).toBe(30);
    expect(left!.at[0]).toBeGreaterThan(3); // who wheels left is taken by his right corner
  });
});
