/** Three languages: every code of the rules has its words, with the same gaps, and none of them is English. */

import { describe, expect, it } from "vitest";
import { ENGLISH, fetchCatalogue, type Family, type Language } from "../src/lib/i18n/catalogue";
import { en, type Key } from "../src/lib/i18n/en";
import { language, refusalText } from "../src/lib/i18n/index.svelte";
import codes from "./codes.json";
import excused from "./english.json";

const OTHERS = ["it", "de"] as const satisfies readonly Language[];
const italian = await fetchCatalogue("it");
const german = await fetchCatalogue("de");
const said = { it: italian, de: german };
const gaps = (text: string) => [...text.matchAll(/\{\w+\}/g)].map((match) => match[0]).sort();
const keys = Object.keys(en) as Key[];
/** A key of the page's own words for each id of the rules. */
const wanted = (prefix: string, ids: readonly string[]) => ids.map((id) => `${prefix}.${id}`).filter((key) => !keys.some((one) => one === key || one.startsWith(`${key}.`)) && !excused.untold.includes(key));
const slug = (text: string) => text.toLowerCase().replaceAll(" ", "-");

/** What a table calls money: filled wherever it stands. */
const MONEY = "ipc";

describe("what the rules can say", () => {
  it.each(Object.keys(codes.refusals) as Family[])("refusals of %s are told in Italian and German, and nothing else is", (family) => {
    for (const lang of OTHERS) expect(Object.keys(said[lang].refusals[family]).sort(), lang).toEqual(Object.keys(codes.refusals[family]).sort());
  });
  it.each(Object.keys(codes.refusals) as Family[])("refusals of %s fill only what the rules give", (family) => {
    const given = codes.refusals[family] as Record<string, string[]>;
    for (const lang of OTHERS)
      for (const [code, text] of Object.entries(said[lang].refusals[family]))
        expect([...given[code]!, MONEY], `${lang} ${code}`).toEqual(expect.arrayContaining(gaps(text).map((gap) => gap.slice(1, -1))));
  });
  it.each(Object.keys(codes.events) as Family[])("events of %s are told in Italian and German", (family) => {
    for (const lang of OTHERS) {
      const told = new Set(Object.keys(said[lang].events[family]).map((key) => key.split(".")[0]!));
      expect([...told].sort(), lang).toEqual(Object.keys(codes.events[family]).filter((type) => !excused.silent.includes(type)).sort());
    }
  });
  it.each(Object.keys(codes.events) as Family[])("events of %s fill only their fields, and what the page puts together itself", (family) => {
    const fields = codes.events[family] as Record<string, string[]>;
    const made = ["volley", "shots", "hits", "extra", "card", "goal", MONEY];
    for (const [key, text] of Object.entries(italian.events[family]))
      expect([...fields[key.split(".")[0]!]!, ...made], key).toEqual(expect.arrayContaining(gaps(text).map((gap) => gap.slice(1, -1))));
  });
  it.each(Object.keys(codes.events) as Family[])("events of %s have one sentence for each variant", (family) => {
    expect(Object.keys(italian.events[family]).sort()).toEqual(Object.keys(german.events[family]).sort());
    for (const [key, text] of Object.entries(italian.events[family])) expect(gaps(german.events[family][key]!), key).toEqual(gaps(text));
    for (const [key, text] of Object.entries(ENGLISH.events[family])) expect(gaps(italian.events[family][key]!), key).toEqual(gaps(text));
  });
  it("spaces and cities have their names", () => {
    const ids = new Set(Object.values(codes.spaces).flatMap((board) => Object.keys(board)));
    for (const lang of OTHERS) {
      expect(Object.keys(said[lang].places).sort(), lang).toEqual([...ids].sort());
      expect(Object.keys(said[lang].cities).sort(), lang).toEqual(codes.cities);
    }
  });
  it("units, powers, technologies, aims, canals, questions, options and remarks have words", () => {
    expect(wanted("unit", Object.keys(codes.units))).toEqual([]);
    expect(wanted("power", Object.keys(codes.powers))).toEqual([]);
    expect(wanted("tech", Object.keys(codes.techs))).toEqual([]);
    expect(wanted("aim", codes.aims.map(slug))).toEqual([]);
    expect(wanted("canal", codes.canals.map(slug))).toEqual([]);
    expect(wanted("ask", codes.steps)).toEqual([]);
    expect(wanted("option", codes.options)).toEqual([]);
    expect(wanted("say", Object.keys(codes.remarks))).toEqual([]);
  });
});

/** Words that no Italian and no German sentence has. */
const ENGLISH_WORDS: Readonly<Record<(typeof OTHERS)[number], ReadonlySet<string>>> = {
  it: new Set("the of and or is are was were to from with without for your you this that these those not cannot can may must here there what which who by into attack attacks defence move moves unit units turn round territory space card ship".split(" ")),
  de: new Set("the of and or is are were to from with without for your you this that these those not cannot can may must here there what which who by into attack attacks defence move moves unit units turn round territory space card ship".split(" ")),
};

describe.each([["it", italian], ["de", german]] as const)("%s", (lang, told) => {
  const tables: [string, Readonly<Record<string, string>>][] = [
    ["words", told.words], ["partisans", told.partisans], ["navalCards", told.navalCards],
    ...Object.entries(told.events).map(([family, table]): [string, Readonly<Record<string, string>>] => [`events.${family}`, table]),
    ...Object.entries(told.refusals).map(([family, table]): [string, Readonly<Record<string, string>>] => [`refusals.${family}`, table]),
  ];
  it("has the same gaps as English", () => {
    for (const key of keys) expect(gaps(told.words[key]), key).toEqual(gaps(en[key]));
  });
  it("is translated, not copied", () => {
    const same = keys.filter((key) => told.words[key] === en[key] && /\p{L}{3}/u.test(en[key].replace(/\{\w+\}/g, "")));
    expect(same.filter((key) => !excused.same.includes(key))).toEqual([]);
  });
  it.each(tables)("has no English words in its %s", (_, table) => {
    const found = Object.entries(table).flatMap(([key, text]) => {
      const bare = excused.names.reduce((rest, name) => rest.replaceAll(name, ""), text);
      const words = bare.replace(/\{\w+\}/g, " ").toLowerCase().match(/[\p{L}’']+/gu) ?? [];
      return words.filter((word) => ENGLISH_WORDS[lang].has(word) && !excused.words.includes(word)).map((word) => `${key}: ${word}`);
    });
    expect(found).toEqual([]);
  });
});

it("a code means what its own title means by it", async () => {
  await language.set("de");
  const told = (rule: string) => refusalText({ code: "not-yours", text: "x is not yours", rule, args: {} });
  expect(told("NB-065")).toBe(german.refusals.naval["not-yours"]);
  expect(told("AN-101")).not.toBe(german.refusals.naval["not-yours"]);
  await language.set("en");
});
