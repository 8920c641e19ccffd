/** Plain questions, in three languages, asked of the real ledgers. */

import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { RuleEntry } from "../src/lib/net/types";
import { findRules } from "../src/lib/rulesearch";

function ledger(name: string): RuleEntry[] {
  const text = readFileSync(new URL(`../../docs/rules/${name}.md`, import.meta.url), "utf-8");
  let section = "";
  return text.split("\n").flatMap((line) => {
    section = /^## (.*)/.exec(line)?.[1] ?? section;
    const found = /^- `([A-Z0-9]+-\w+)` \*\*(.+?)\.?\*\* (.*)/.exec(line);
    return found ? [{ id: found[1]!, title: found[2]!, text: found[3]!, section, source: "" } as RuleEntry] : [];
  });
}
const first = (entries: RuleEntry[], question: string) => findRules(entries, question).slice(0, 4).map((entry) => `${entry.title} ${entry.section}`.toLowerCase());

describe.each(["anniversary", "fortress-america", "naval-battles"])("%s", (name) => {
  const entries = ledger(name);
  it("has rules", () => expect(entries.length).toBeGreaterThan(100));
  it.each(["how do I win", "How do I win?", "come si vince", "wie gewinne ich"])("answers “%s” with victory", (question) => {
    expect(first(entries, question).some((text) => /victor|win|winn/.test(text))).toBe(true);
  });
  it("finds a rule by its id", () => {
    expect(findRules(entries, entries[7]!.id)[0]).toBe(entries[7]);
  });
});

describe("Anniversary", () => {
  const entries = ledger("anniversary");
  it.each([["what can I buy", /purchase|buy|cost/], ["was kann ich kaufen", /purchase|buy|cost/], ["wer wählt Verluste", /casualt|hit|loss/], ["quando ci si può ritirare", /retreat/], ["submarine", /submarine/]] as const)("answers “%s”", (question, wanted) => {
    expect(first(entries, question).some((text) => wanted.test(text))).toBe(true);
  });
  it("leaves out what does not answer", () => expect(findRules(entries, "zeppelin").length).toBe(0));
});
