import { flushSync } from "svelte";
import { describe, expect, it } from "vitest";
import { Looking, switchOf } from "../src/lib/looking.svelte";
import type { Look } from "../src/lib/protocol";

const look = (id: number): Look => ({ type: "look", id, overlays: [], notes: [{ text: `${id}` }] });

class Desk {
  asked: string[] = [];
  answers: ((found: Look) => void)[] = [];
  look(piece: number, other: number | null): Promise<Look> {
    this.asked.push(`${piece} ${other}`);
    return new Promise((done) => this.answers.push(done));
  }
}

describe("looking", () => {
  it("asks once for each piece and pair, and knows the answer", async () => {
    const desk = new Desk();
    const looking = new Looking(desk);
    looking.want(1);
    looking.want(1);
    looking.want(1, 2);
    expect(desk.asked).toEqual(["1 null", "1 2"]);
    expect(looking.get(1)).toBeNull();
    desk.answers[0]!(look(7));
    await Promise.resolve();
    flushSync();
    expect(looking.get(1)?.id).toBe(7);
    expect(looking.get(1, 2)).toBeNull();
    looking.want(1);
    expect(desk.asked.length).toBe(2);
  });

  it("forgets with the table, and takes no late answer for the new one", async () => {
    const desk = new Desk();
    const looking = new Looking(desk);
    looking.want(1);
    looking.forget();
    desk.answers[0]!(look(7));
    await Promise.resolve();
    expect(looking.get(1)).toBeNull();
    looking.want(1);
    expect(desk.asked.length).toBe(2);
  });

  it("puts every layer of a book under one switch", () => {
    expect(switchOf("range")).toBe("targets");
    expect(switchOf("command")).toBe("command");
    expect(switchOf("something new")).toBe("targets");
  });
});
