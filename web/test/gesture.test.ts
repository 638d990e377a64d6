import { expect, test } from "vitest";
import type { Chain } from "../src/lib/chains";
import { Gesture } from "../src/lib/gesture.svelte";
import { aimed } from "../src/lib/gesturewords";
import type { Ui } from "../src/lib/ui.svelte";

interface Said {
  place?: [number, number];
  answer: (chain: Chain | null) => void;
}

/** A table that answers when it is told to. */
function hand(): { gesture: Gesture; said: Said[]; carried: unknown[] } {
  const [said, carried]: [Said[], unknown[]] = [[], []];
  const table = {
    asking: { question: { number: 1 }, sent: false },
    touch: (what: object) => new Promise((answer) => said.push({ ...what, answer })),
    carry: (chain: { steps: unknown }) => carried.push(chain.steps),
  };
  const gesture = new Gesture({ table, piece: () => null } as unknown as Ui);
  return { gesture, said, carried };
}
const chain = (value: number): Chain => ({ steps: [{ name: "unit@", value, how: "answer" }] });
const later = (): Promise<void> => new Promise((done) => setTimeout(done));

test("a commit on the way means where the hand ended", async () => {
  const { gesture, said, carried } = hand();
  gesture.go(4, [1, 1]);
  gesture.go(4, [2, 2]);
  gesture.commit();
  said[0]!.answer(chain(1));
  await later();
  expect(carried).toEqual([]);
  expect(said[1]!.place).toEqual([2, 2]);
  said[1]!.answer(chain(2));
  await later();
  expect(carried).toEqual([chain(2).steps]);
});

test("who goes on after a commit that waits has not committed", async () => {
  const { gesture, said, carried } = hand();
  gesture.go(4, [1, 1]);
  gesture.commit();
  gesture.go(4, [3, 3]);
  said[0]!.answer(chain(1));
  await later();
  said[1]!.answer(chain(3));
  await later();
  expect(carried).toEqual([]);
  expect(gesture.pondering).toBe(false);
});

test("a lost line leaves the hand free", async () => {
  const { gesture, said } = hand();
  gesture.go(4, [1, 1]);
  said[0]!.answer(null);
  await later();
  gesture.go(4, [2, 2]);
  expect(said).toHaveLength(2);
});

test("a question at an enemy is said as a deed", () => {
  expect(aimed("Banneret: whom does he charge?", "Piers")).toBe("Banneret: charge Piers");
  expect(aimed("Hugh: at whom does he shoot?", "Piers")).toBe("Hugh: shoot at Piers");
  expect(aimed("Whom does Longbowman 3 shoot at?", "Piers")).toBe("Longbowman 3: shoot at Piers");
  expect(aimed("Which enemy is attacked next?", "Piers")).toBe("Piers is attacked next");
  expect(aimed("Attack", "Piers")).toBe("Attack: Piers");
});
