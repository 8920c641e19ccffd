/** First steps: one small position a family, and what to do there. Every click is a real move in a real game. */

import { FIGHT, MAIN, type Tour } from "./stops";
import { europe, global, house, pacific } from "./tours1940";

const MELEE = ["assign units", "laser fire", "combat", "combat results", "retreat"];

const anniversary: Tour = {
  seat: "germany",
  others: ["ussr", "japan", "uk", "italy", "usa"],
  position: [
    "clear",
    "place 5 germany infantry poland", "place 2 germany artillery poland", "place 2 germany tank poland", "place 1 germany fighter poland",
    "place 3 germany infantry germany", "place 1 germany bomber germany", "place 2 germany infantry france", "place 1 germany infantry northwestern-europe",
    "place 4 ussr infantry east-poland", "place 3 ussr infantry russia", "place 1 ussr tank russia", "place 2 ussr infantry karelia-ssr", "place 2 ussr infantry caucasus",
    "place 2 uk infantry united-kingdom", "place 1 uk fighter united-kingdom", "place 2 uk infantry egypt",
    "place 2 italy infantry italy", "place 1 italy infantry libya", "place 3 japan infantry japan", "place 2 japan infantry manchuria",
    "place 2 usa infantry eastern-united-states", "place 2 usa infantry western-united-states", "place 2 china infantry chinghai",
    "money germany 16", "turn germany purchase",
  ],
  stops: [
    { say: "tour.axis.hello", spaces: ["germany", "poland"] },
    { say: "tour.axis.buy", during: ["Purchase"], played: ["buy"], point: "[data-testid=shop]" },
    { say: "tour.axis.endbuy", during: ["Purchase"], point: MAIN },
    { say: "tour.axis.choose", during: ["CombatMove"], chosen: "poland", played: ["move"], spaces: ["poland"] },
    { say: "tour.axis.attack", during: ["CombatMove"], played: ["move"], spaces: ["east-poland"] },
    { say: "tour.axis.endmove", during: ["CombatMove"], point: MAIN },
    { say: "tour.axis.fight", during: FIGHT, point: MAIN },
    { say: "tour.axis.land", during: ["NoncombatMove"], point: MAIN },
    { say: "tour.axis.place", during: ["Mobilize"], spaces: ["germany"] },
    { say: "tour.axis.bye" },
  ],
};

const fortress: Tour = {
  seat: "west",
  others: ["south", "east", "usa"],
  position: [
    "clear",
    "units west zone-west-2 2 infantry, 2 tank", "units west zone-west-5 2 infantry, 1 bomber",
    "units south zone-south-6 3 infantry, 1 tank", "units east zone-east-1 3 infantry, 1 tank",
    "units usa portland 1 infantry", "units usa seattle 2 infantry", "units usa san-francisco 1 infantry, 1 tank", "units usa houston 2 infantry",
    "units usa washington-d-c 2 infantry, 1 tank", "units usa chicago 2 mobile", "units usa denver 1 bomber",
    "turn west 2 declare",
  ],
  stops: [
    { say: "tour.fortress.hello", spaces: ["zone-west-2"] },
    { say: "tour.fortress.declare", during: ["declare battles"], played: ["declare"], spaces: ["portland"] },
    { say: "tour.fortress.enddeclare", during: ["declare battles"], point: MAIN },
    { say: "tour.fortress.move", during: ["first movement"], point: MAIN },
    { say: "tour.fortress.fight", during: MELEE, point: MAIN },
    { say: "tour.fortress.enter", during: ["second movement"], played: ["move"], spaces: ["zone-west-2", "portland"] },
    { say: "tour.fortress.end", during: ["second movement"], point: MAIN },
    { say: "tour.fortress.bye" },
  ],
};

const naval: Tour = {
  seat: "p1",
  others: ["p2"],
  position: [
    "nation p1 great-britain", "nation p2 germany",
    "ship prince-of-wales 1", "ship dido 1", "ship ark-royal 2", "ship bismarck 1", "ship prinz-eugen 1", "ship t13 2",
    "hand p1 heavy-4, medium-3, missed, light-2, armour", "hand p2 heavy-3, light-2, missed, escort, torpedo-4",
    "first p1", "active p1", "turn 1", "phase reorganise",
  ],
  stops: [
    { say: "tour.naval.hello" },
    { say: "tour.naval.lines", during: ["Reorganise"], point: MAIN },
    { say: "tour.naval.prepare", during: ["Prepare"], point: MAIN },
    { say: "tour.naval.attack", during: ["Declare"], played: ["fire", "raid"], point: "[data-testid=hand]" },
    { say: "tour.naval.endattack", during: ["Declare"], point: MAIN },
    { say: "tour.naval.resolve", during: ["Defend", "Resolve"], point: MAIN },
    { say: "tour.naval.discard", during: ["Discard"], point: MAIN },
    { say: "tour.naval.bye" },
  ],
};

/** By title: those that share a tour have one position. */
export const TOURS: Readonly<Record<string, Tour>> = {
  "anniversary-1941": anniversary, "europe-1940": europe, "pacific-1940": pacific, "global-1940": global, "house-1940": house, fortress, naval,
};

export function tourRecord(title: string, tour: Tour): string {
  return ["sandtable record 1", `title: ${title}`, "", ...tour.position.map((line) => `edit: ${line}`), ""].join("\n");
}
