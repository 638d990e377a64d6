import { describe, expect, it } from "vitest";
import { nextHere } from "../src/lib/handing";

const people = (keys: string): { key: string; kind: "person" }[] => [...keys].map((key) => ({ key, kind: "person" }));
const told = { you: "a", waiting: ["b"], undo: null, result: null, sides: people("ab") };

describe("a screen that several share", () => {
  it("passes to who is waited for", () => {
    expect(nextHere(told, ["a", "b"])).toEqual({ side: "b", sure: true });
  });

  it("stays with who is asked, alone or together with the other", () => {
    expect(nextHere({ ...told, waiting: ["a"] }, ["a", "b"])).toBeNull();
    expect(nextHere({ ...told, waiting: ["a", "b"] }, ["a", "b"])).toBeNull();
  });

  it("does not pass to somebody who sits elsewhere, nor from one who does", () => {
    expect(nextHere(told, ["a"])).toBeNull();
    expect(nextHere(told, ["b", "c"])).toBeNull();
    expect(nextHere({ ...told, you: null }, ["a", "b"])).toBeNull();
  });

  it("goes round where it is a secret who is asked", () => {
    const secret = { ...told, sides: people("abc") };
    const here = ["a", "b", "c"];
    expect(nextHere({ ...secret, you: "a", waiting: ["b", "c"] }, here)?.side).toBe("b");
    expect(nextHere({ ...secret, you: "b", waiting: ["a", "c"] }, here)?.side).toBe("c");
    expect(nextHere({ ...secret, you: "c", waiting: ["a", "b"] }, here)?.side).toBe("a");
  });

  it("only offers it while somebody elsewhere may be meant", () => {
    expect(nextHere({ ...told, waiting: ["b", "c"], sides: people("abc") }, ["a", "b"])).toEqual({ side: "b", sure: false });
  });

  it("passes to the other to allow what is to be taken back", () => {
    const asked = { ...told, waiting: ["a"], undo: { by: "a", text: "" } };
    expect(nextHere(asked, ["a", "b"])).toEqual({ side: "b", sure: true });
    expect(nextHere({ ...asked, you: "b" }, ["a", "b"])?.sure).toBe(false);
    expect(nextHere({ ...asked, sides: people("abc") }, ["a", "b"])?.sure).toBe(false);
  });

  it("rests when the battle is over", () => {
    const result = { winner: "a" } as never;
    expect(nextHere({ ...told, result }, ["a", "b"])).toBeNull();
  });
});
