import { expect, test } from "vitest";
import { reference } from "../src/lib/reference";

test("a quick reference is read so that it can be set for any width", () => {
  const text = [
    "ROUND   Shuffle the cards; a card is",
    "        that player's turn.",
    "TURN    Morale, Action.",
    "",
    "ACTION",
    "Chits face down on all in command. The",
    "others roll:",
    "            1-2    3-4",
    "  archers   stay   shoot  run",
    "  others    stay   half   run",
    "Leader acted +2.",
  ].join("\n");
  expect(reference(text)).toEqual([
    { kind: "head", text: "ROUND" },
    { kind: "words", text: "Shuffle the cards; a card is that player's turn." },
    { kind: "head", text: "TURN" },
    { kind: "words", text: "Morale, Action." },
    { kind: "head", text: "ACTION" },
    { kind: "words", text: "Chits face down on all in command. The others roll:" },
    { kind: "rows", text: "            1-2    3-4\n  archers   stay   shoot  run\n  others    stay   half   run" },
    { kind: "words", text: "Leader acted +2." },
  ]);
});
