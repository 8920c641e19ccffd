import { describe, expect, it } from "vitest";
import { Choices } from "../src/lib/actions/choices";
import { readAction, unitKey, writeAction } from "../src/lib/actions/grammar";

const SPACES = new Set(["poland", "east-poland", "germany", "sz-5", "baltic-states", "ukraine"]);
const read = (text: string) => readAction(text, (word) => SPACES.has(word));

describe("the text of actions", () => {
  it("reads units and route", () => {
    const action = read("move 2 tank, 1 infantry poland > east-poland");
    expect(action.verb).toBe("move");
    expect(action.units).toEqual([
      { count: 2, kind: "tank", owner: "", cargo: "" },
      { count: 1, kind: "infantry", owner: "", cargo: "" },
    ]);
    expect(action.spaces).toEqual(["poland", "east-poland"]);
  });
  it("reads owners, cargo and tails, and writes them back", () => {
    const text = "land 1 infantry sz-5 > baltic-states from transport[infantry+tank]";
    const action = read(text);
    expect(action.tail).toBe(" from transport[infantry+tank]");
    expect(writeAction(action.verb, action.units, action.spaces, action.tail)).toBe(text);
    expect(read("move 1 uk fighter germany > poland").units[0]).toEqual({
      count: 1, kind: "fighter", owner: "uk", cargo: "",
    });
    expect(read("move 1 transport[infantry] sz-5 > germany").units[0]!.cargo).toBe("[infantry]");
  });
  it("reads what names no space, or only one", () => {
    expect(read("buy 5 infantry, 1 fighter").spaces).toEqual([]);
    expect(read("end").units).toEqual([]);
    expect(read("fight ukraine").spaces).toEqual(["ukraine"]);
    expect(read("place 1 infantry germany").spaces).toEqual(["germany"]);
  });
});

describe("what glows", () => {
  const legal = [
    "move 1 infantry poland > east-poland",
    "move 1 tank poland > east-poland",
    "move 1 tank poland > east-poland > ukraine",
    "raid 1 bomber germany > ukraine",
    "move 1 bomber germany > ukraine",
    "fight ukraine",
    "end",
  ].map(read);
  const choices = new Choices(legal);
  const take = (kind: string, count = 1) => {
    const units = { count, kind, owner: "", cargo: "" };
    return { key: unitKey(units), units };
  };
  it("finds sources and the targets of what is taken", () => {
    expect([...choices.sources].sort()).toEqual(["germany", "poland", "ukraine"]);
    expect([...choices.targets("poland")].sort()).toEqual(["east-poland", "ukraine"]);
    expect([...choices.targets("poland", [take("infantry"), take("tank")])]).toEqual(["east-poland"]);
  });
  it("sends together what goes the same way", () => {
    expect(choices.compose("poland", "east-poland", "move", [take("infantry", 3), take("tank", 2)])).toEqual([
      "move 3 infantry, 2 tank poland > east-poland",
    ]);
    expect(choices.compose("poland", "ukraine", "move", [take("tank", 2)])).toEqual([
      "move 2 tank poland > east-poland > ukraine",
    ]);
  });
  it("keeps verbs apart", () => {
    expect([...choices.ways("germany", "ukraine").keys()]).toEqual(["raid", "move"]);
  });
});

describe("what is aimed at", () => {
  const choices = new Choices([
    "raid 1 t-34 poland > ukraine at complex", "raid 1 t-34 poland > ukraine at port", "fire v2 germany > ukraine",
  ].map(read));
  const tanks = { count: 2, kind: "t-34", owner: "", cargo: "" };
  it("is a way of its own", () => {
    expect([...choices.ways("poland", "ukraine").keys()]).toEqual(["raid at complex", "raid at port"]);
    expect(choices.compose("poland", "ukraine", "raid at port", [{ key: unitKey(tanks), units: tanks }])).toEqual(["raid 2 t-34 poland > ukraine at port"]);
  });
  it("is said as it is listed where it has no number", () => {
    const [key, units] = [...choices.movers("germany")][0]!;
    expect(choices.compose("germany", "ukraine", "fire", [{ key, units }])).toEqual(["fire v2 germany > ukraine"]);
  });
});
