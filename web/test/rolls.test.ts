import { afterEach, expect, test, vi } from "vitest";
import { bring, read, taken, textOf } from "../src/lib/rolls";

afterEach(() => vi.unstubAllGlobals());

function says(status: number, body: unknown): void {
  vi.stubGlobal("fetch", async () => new Response(JSON.stringify(body), { status }));
}

const force = (key: string) => ({ key, title: key, points: 9, figures: 3, remarks: [] });

test("a file is read as text, or the refusal says what was found and expected", async () => {
  expect(await textOf(new Blob(["[[force]]"]), "a.toml")).toBe("[[force]]");
  await expect(textOf(new Blob([new Uint8Array([0xff, 0xfe])]), "a.toml")).rejects.toThrow("a.toml: expected a text in UTF-8");
  await expect(textOf(new Blob(["x".repeat(100_001)]), "a.toml")).rejects.toThrow("a.toml: 100001 characters: expected 100000 or fewer");
});

test("the first force of a roll is meant, or the one that was meant before", async () => {
  says(200, { forces: [force("one"), force("two")] });
  expect((await read("kk", "a.toml", "…", {})).key).toBe("one");
  expect((await read("kk", "a.toml", "…", {}, "two")).key).toBe("two");
  expect((await read("kk", "a.toml", "…", {}, "gone")).key).toBe("one");
});

test("a refused roll keeps the book's words and does not fight", async () => {
  says(400, { error: { code: "malformed", text: "a.toml: list is 'martians': expected one of …" } });
  const no = await bring("kk", new File(["[[force]]"], "a.toml"), {});
  expect(no.no).toContain("list is 'martians'");
  const good = { ...no, key: "one", no: "" };
  expect(Object.keys(taken({ a: no, b: good, c: good }, ["a", "b"]))).toEqual(["b"]);
});
