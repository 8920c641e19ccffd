import { expect, it } from "vitest";
import { conditionText } from "../src/titles/axis/conditions";

const name = (id: string) => (id === "united-kingdom" ? "United Kingdom" : id);

it("tells what a power waits for", () => {
  const notation = "or(declared-war(european-axis; ussr); captured(axis; united-kingdom); captured(axis; region(north-america)))";
  expect(conditionText(notation, name)).toBe("Germany or Italy declares war on USSR or the Axis takes United Kingdom or the Axis takes North America");
});
it("lists several", () => {
  expect(conditionText("unprovoked-war(japan; any-of(uk, anzac))", name)).toBe("Japan attacks United Kingdom, ANZAC unprovoked");
});
