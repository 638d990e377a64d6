import { expect, test } from "vitest";
import type { Question } from "../src/lib/choices";
import { waits } from "../src/lib/idle";

const asked = (more: object): Question =>
  ({ number: 1, together: false, choices: [{ kind: "pick", side: "a", key: "command", prompt: "Orders?", about: [], least: 1, most: 1, options: [], ...more }] }) as unknown as Question;

test("only what is seldom wanted and has a plain answer waits", () => {
  expect(waits(asked({ seldom: true, usual: "done" }))).toBe(true);
  expect(waits(asked({ usual: "done" }))).toBe(false);
  expect(waits(asked({ seldom: true }))).toBe(false);
});
