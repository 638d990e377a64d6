import { describe, expect, it } from "vitest";
import { taken, thrown, typed, written } from "../src/lib/handdice";
import type { Dice } from "../src/lib/choices";
import type { Scene } from "../src/lib/scene";
import { Names } from "../src/lib/wording";

describe("dice of a real table", () => {
  it("fills one die after the other, takes nought for ten, and never changes one that lies", () => {
    const dice = [10, 6];
    let faces = typed([0, 0], dice, 0);
    expect(faces).toEqual([10, 0]);
    expect(typed(faces, dice, 7)).toEqual([10, 0]); // no such face
    expect(typed(faces, dice, 0)).toEqual([10, 0]); // a die of six has no ten
    faces = typed(faces, dice, 3);
    expect(typed(faces, dice, 5)).toEqual([10, 3]);
    expect(taken(faces)).toEqual([10, 0]);
    expect(taken([0, 0])).toEqual([0, 0]);
  });

  it("reads a row and says what is wrong with it", () => {
    expect(written("3, 5 6", [6, 6, 6])).toEqual({ faces: [3, 5, 6], no: "" });
    expect(written("3", [6, 6])).toEqual({ faces: [3, 0], no: "" });
    expect(written("3 7", [6, 6])).toEqual({ faces: [3, 0], no: "7: a d6 shows 1 to 6" });
    expect(written("x", [6]).no).toContain("x: a d6");
    expect(written("1 2 3", [6, 6])).toEqual({ faces: [0, 0], no: "3 numbers for 2 dice" });
  });

  it("says whose throw it is and what is needed", () => {
    const names = new Names();
    names.learn({ pieces: [], sides: [{ key: "a", name: "Blues", lines: [] }, { key: "b", name: "Reds", lines: [] }] } as unknown as Scene);
    const choice = { prompt: "Throw to hit", purpose: "to hit", dice: [10], whose: "b", throwers: [], means: [], tally: [], wish: ["high", 6] } as unknown as Dice;
    expect(thrown(choice, names, "a")).toEqual({ what: "Throw to hit", more: "the dice of Reds · 6 or more needed" });
    expect(thrown({ ...choice, whose: "a" }, names, "a").more).toBe("the dice are yours · 6 or more needed");
    expect(thrown({ ...choice, prompt: "Throw for b", purpose: "b", wish: null }, names, "a")).toEqual({ what: "Throw for Reds", more: "" });
  });
});
