import { describe, expect, it } from "vitest";
import { de } from "../src/lib/i18n/de";
import { en } from "../src/lib/i18n/en";
import { it as italian } from "../src/lib/i18n/it";
import { language, refusalText } from "../src/lib/i18n/index.svelte";
import { FORTRESS_DE, FORTRESS_IT } from "../src/lib/i18n/refusals.fortress";
import { NAVAL_DE, NAVAL_IT } from "../src/lib/i18n/refusals.naval";
import { REFUSALS_DE } from "../src/lib/i18n/refusals.de";
import { REFUSALS_IT } from "../src/lib/i18n/refusals.it";

const gaps = (text: string) => [...text.matchAll(/\{\w+\}/g)].map((match) => match[0]).sort();

describe.each([["German", de], ["Italian", italian]] as const)("%s", (_, words) => {
  it("has the same gaps as English", () => {
    for (const key of Object.keys(en) as (keyof typeof en)[]) expect(gaps(words[key]), key).toEqual(gaps(en[key]));
  });
  it("is translated, not copied", () => {
    const same = (Object.keys(en) as (keyof typeof en)[]).filter((key) => words[key] === en[key] && en[key].length > 12);
    expect(same).toEqual([]);
  });
});

it.each([["naval", NAVAL_IT, NAVAL_DE], ["fortress", FORTRESS_IT, FORTRESS_DE]] as const)("refusals of %s are told in both languages alike", (_, one, other) => {
  expect(Object.keys(one).sort()).toEqual(Object.keys(other).sort());
  for (const [code, text] of Object.entries(one)) expect(gaps(other[code]!), code).toEqual(gaps(text));
});

it("a code means what its own title means by it", () => {
  const said = (rule: string) => {
    language.now = "de";
    return refusalText({ code: "not-yours", text: "x is not yours", rule, args: {} });
  };
  expect(said("NB-065")).toBe(NAVAL_DE["not-yours"]);
  expect(said("AN-101")).not.toBe(NAVAL_DE["not-yours"]);
});

it("refusals are told in both languages alike", () => {
  expect(Object.keys(REFUSALS_IT).sort()).toEqual(Object.keys(REFUSALS_DE).sort());
  for (const [code, text] of Object.entries(REFUSALS_DE)) expect(gaps(REFUSALS_IT[code]!), code).toEqual(gaps(text));
});
