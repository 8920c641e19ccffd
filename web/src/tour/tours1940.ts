/** First steps on the boards of 1940: declarations of war, a capital, a battle at sea, a round phase by phase. */

import { FIGHT, MAIN, type Stop, type Tour } from "./stops";

const BUYING: readonly Stop[] = [
  { say: "tour.axis.buy", during: ["Purchase"], played: ["buy"], point: "[data-testid=shop]" },
  { say: "tour.axis.endbuy", during: ["Purchase"], point: MAIN },
  { say: "tour.1940.declare", during: ["Declaration"], point: "[data-testid=politics]" },
];
const FIGHTING: readonly Stop[] = [
  { say: "tour.axis.endmove", during: ["CombatMove"], point: MAIN },
  { say: "tour.axis.fight", during: FIGHT, point: MAIN },
];

export const europe: Tour = {
  seat: "germany",
  others: ["ussr", "italy", "uk", "france", "usa"],
  position: [
    "clear", "place 5 germany infantry western-germany", "place 2 germany artillery western-germany", "place 2 germany tank western-germany",
    "place 1 germany fighter western-germany", "place 3 germany infantry germany", "place 1 germany strategic-bomber germany",
    "place 2 germany infantry poland", "place 1 germany submarine sz-113", "place 3 france infantry france", "place 1 france artillery france",
    "place 2 uk infantry united-kingdom", "place 1 uk fighter united-kingdom", "place 1 uk destroyer sz-109", "place 2 uk infantry egypt",
    "place 2 italy infantry northern-italy", "place 2 italy infantry libya", "place 3 ussr infantry eastern-poland", "place 3 ussr infantry russia",
    "place 1 ussr tank russia", "place 2 usa infantry eastern-united-states", "money germany 16", "turn germany purchase",
  ],
  stops: [
    { say: "tour.europe.hello", spaces: ["western-germany", "france"] },
    ...BUYING,
    { say: "tour.europe.choose", during: ["CombatMove"], chosen: "western-germany", played: ["move"], spaces: ["western-germany"] },
    { say: "tour.europe.attack", during: ["CombatMove"], played: ["move"], spaces: ["france"] },
    ...FIGHTING,
    { say: "tour.europe.land", during: ["NoncombatMove"], point: MAIN },
    { say: "tour.1940.place", during: ["Mobilize"], spaces: ["germany"] },
    { say: "tour.axis.bye" },
  ],
};

export const pacific: Tour = {
  seat: "japan",
  others: ["usa", "china", "uk", "anzac"],
  position: [
    "clear", "place 4 japan infantry kiangsi", "place 2 japan artillery kiangsi", "place 1 japan fighter kiangsi", "place 3 japan infantry japan",
    "place 1 japan fighter japan", "place 1 japan battleship sz-6", "place 1 japan carrier sz-6", "place 1 japan transport sz-6",
    "place 2 japan infantry manchuria", "place 2 china infantry hunan", "place 3 china infantry szechwan", "place 2 uk infantry india",
    "place 1 uk fighter india", "place 1 uk cruiser sz-37", "place 2 anzac infantry new-south-wales", "place 1 anzac destroyer sz-62",
    "place 2 usa infantry western-united-states", "place 1 usa carrier sz-10", "place 2 usa fighter western-united-states", "money japan 16",
    "turn japan purchase",
  ],
  stops: [
    { say: "tour.pacific.hello", spaces: ["kiangsi", "japan"] },
    ...BUYING,
    { say: "tour.pacific.choose", during: ["CombatMove"], chosen: "kiangsi", played: ["move"], spaces: ["kiangsi"] },
    { say: "tour.pacific.attack", during: ["CombatMove"], played: ["move"], spaces: ["hunan"] },
    ...FIGHTING,
    { say: "tour.pacific.land", during: ["NoncombatMove"], point: MAIN },
    { say: "tour.pacific.place", during: ["Mobilize"], spaces: ["japan"] },
    { say: "tour.axis.bye" },
  ],
};

export const global: Tour = {
  seat: "germany",
  others: ["ussr", "japan", "usa", "china", "uk", "italy", "anzac", "france"],
  position: [
    "clear", "place 1 germany battleship sz-112", "place 1 germany cruiser sz-112", "place 1 germany submarine sz-112",
    "place 2 germany fighter western-germany", "place 4 germany infantry western-germany", "place 3 germany infantry germany",
    "place 2 germany infantry poland", "place 1 germany tank poland", "place 2 france infantry france", "place 1 uk destroyer sz-110",
    "place 1 uk cruiser sz-110", "place 1 uk fighter united-kingdom", "place 2 uk infantry united-kingdom", "place 2 uk infantry india",
    "place 2 uk infantry egypt", "place 2 italy infantry northern-italy", "place 2 italy infantry libya", "place 3 ussr infantry eastern-poland",
    "place 3 ussr infantry russia", "place 3 japan infantry japan", "place 2 japan infantry kiangsi", "place 1 japan cruiser sz-6",
    "place 2 china infantry szechwan", "place 2 usa infantry eastern-united-states", "place 2 usa infantry western-united-states",
    "place 1 usa cruiser sz-10", "place 2 anzac infantry new-south-wales", "money germany 16", "turn germany purchase",
  ],
  stops: [
    { say: "tour.global.hello", spaces: ["germany", "sz-112"] },
    ...BUYING,
    { say: "tour.global.choose", during: ["CombatMove"], chosen: "sz-112", played: ["move"], spaces: ["sz-112"] },
    { say: "tour.global.attack", during: ["CombatMove"], played: ["move"], spaces: ["sz-110"] },
    ...FIGHTING,
    { say: "tour.global.land", during: ["NoncombatMove"], point: MAIN },
    { say: "tour.1940.place", during: ["Mobilize"], spaces: ["germany"] },
    { say: "tour.axis.bye" },
  ],
};

export const house: Tour = {
  seat: "germany",
  rounds: true,
  others: ["uk", "anzac", "japan", "usa", "france", "italy", "ussr", "china"],
  position: [
    "clear", "place 4 germany infantry western-germany", "place 2 germany tank western-germany", "place 2 germany artillery holland-belgium",
    "place 1 germany fighter western-germany", "place 3 germany infantry germany", "place 2 germany infantry poland",
    "place 3 france infantry france", "place 2 uk infantry united-kingdom", "place 1 uk fighter united-kingdom", "place 1 uk cruiser sz-109",
    "place 2 uk infantry egypt", "place 2 uk infantry india", "place 2 italy infantry northern-italy", "place 2 italy infantry libya",
    "place 3 ussr infantry eastern-poland", "place 3 ussr infantry russia", "place 3 japan infantry japan", "place 2 japan infantry kiangsi",
    "place 1 japan cruiser sz-6", "place 2 china infantry szechwan", "place 2 usa infantry eastern-united-states",
    "place 2 usa infantry western-united-states", "place 2 anzac infantry new-south-wales", "turn germany war",
  ],
  stops: [
    { say: "tour.house.hello", spaces: ["western-germany", "france"] },
    { say: "tour.house.war", during: ["War"], point: MAIN },
    { say: "tour.house.buy", during: ["Purchase"], played: ["buy"], point: "[data-testid=shop]" },
    { say: "tour.axis.endbuy", during: ["Purchase"], point: MAIN },
    { say: "tour.house.mission", during: ["Missions"], played: ["shell"], spaces: ["holland-belgium", "france"] },
    { say: "tour.house.endmission", during: ["Missions"], point: MAIN },
    { say: "tour.europe.choose", during: ["CombatMove"], chosen: "western-germany", played: ["move"], spaces: ["western-germany"] },
    { say: "tour.europe.attack", during: ["CombatMove"], played: ["move"], spaces: ["france"] },
    { say: "tour.axis.endmove", during: ["CombatMove"], point: MAIN },
    { say: "tour.house.diplomacy", during: ["Diplomacy"], point: MAIN },
    { say: "tour.axis.fight", during: [...FIGHT, "Occupy"], point: MAIN },
    { say: "tour.house.land", during: ["NoncombatMove"], point: MAIN },
    { say: "tour.1940.place", during: ["Deploy"], spaces: ["germany"] },
    { say: "tour.house.bye" },
  ],
};
