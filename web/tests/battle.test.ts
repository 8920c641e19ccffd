/** The battle calculator's links and questions. */

import { expect, it } from "vitest";
import { EMPTY, question, readBattle, writeBattle } from "../src/odds/question";

it("a battle reads back from its link", () => {
  const land = { ...EMPTY, attackers: { infantry: 3, tank: 1 }, defenders: { infantry: 2 }, rough: true };
  expect(readBattle(writeBattle(land))).toEqual(land);
  const raid = { ...EMPTY, attackers: { "heavy-4": 2 }, target: "bismarck", line: 2, damaged: 3 };
  expect(readBattle(writeBattle(raid))).toEqual(raid);
});

it("asks only when both sides are there, and in the words of the family", () => {
  const half = { ...EMPTY, attackers: { infantry: 3 } };
  expect(question("anniversary-1941", "axis", half)).toBeNull();
  const whole = { ...half, defenders: { infantry: 1, tank: 0 }, sea: false };
  expect(question("anniversary-1941", "axis", whole)).toEqual({ title: "anniversary-1941", attackers: "3 infantry", defenders: "1 infantry", sea: false });
  expect(question("naval", "naval", { ...half, attackers: { "torpedo-4": 1 }, target: "kagero" })).toEqual({ title: "naval", attackers: "1 torpedo-4", defenders: "kagero", line: 1, damaged: 0 });
});
