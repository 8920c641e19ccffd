import { placeName, stepName, t, tidy, unitName } from "$lib/i18n/index.svelte";
import { verbLabel } from "$lib/i18n/verbs";
import type { Units } from "$lib/actions/grammar";
import type { TableStore } from "$lib/table.svelte";
import type { Board } from "$map/board";
import type { Arrow, BoardModel, PieceClass, SpaceModel, Stack } from "$map/model";
import type { MainAction, MapTitle } from "../kinds";
import BattlePanel from "./BattlePanel.svelte";
import Desk from "./Desk.svelte";
import Guide from "./Guide.svelte";
import { asFortress, asReference, type SpaceView } from "./view";

function stacksOf(space: SpaceView, turn: string, air: ReadonlySet<string>): Stack[] {
  const classOf = (kind: string): PieceClass => (air.has(kind) ? "air" : "land");
  const stacks = Object.entries(space.units).map(([power, kinds]): Stack => ({
    power,
    pieces: Object.entries(kinds).map(([kind, count]) => ({
      kind, class: classOf(kind), count, moved: power === turn ? (space.moved[kind] ?? 0) + (space.disengaged[kind] ?? 0) : 0,
    })),
  }));
  if (space.laser) {
    const usa = stacks.find((stack) => stack.power === "usa");
    const laser = { kind: "laser", class: classOf("laser"), count: 1 };
    if (usa) usa.pieces.push(laser);
    else stacks.push({ power: "usa", pieces: [laser] });
  }
  return stacks;
}

const SECTORS = ["rocky-mountains", "west", "plains", "east", "south"];

function model(board: Board, game: unknown, reference: unknown): BoardModel {
  const air = new Set(asReference(reference).units.filter((unit) => unit.unit_class === "air").map((unit) => unit.id));
  const view = asFortress(game);
  const seen = new Map(view.spaces.map((space) => [space.id, space]));
  return new Map(
    board.data.spaces.map((space): [string, SpaceModel] => {
      const now = seen.get(space.id);
      return [
        space.id,
        {
          ...space, capital: false, shade: SECTORS.indexOf(space.sector ?? "") - 2, facilities: [], controller: now?.control || space.original,
          signs: now?.declared ? ["battle", ...space.signs] : space.signs, stacks: now ? stacksOf(now, view.turn, air) : [],
        },
      ];
    }),
  );
}

/** Steps in which units come from beside the board. */
const PLACING = new Set(["set-up", "reinforcement"]);

function available(store: TableStore, space: string, units: Omit<Units, "count">): number {
  const view = asFortress(store.view!.game);
  const step = store.view!.decision?.step ?? "";
  const force = store.acting ?? view.turn;
  if (PLACING.has(step) || step.startsWith("card")) {
    return Math.min(5, view.forces.find((one) => one.id === force)?.reserve[units.kind] ?? 1);
  }
  const here = view.spaces.find((one) => one.id === space);
  const own = here?.units[force]?.[units.kind] ?? 0;
  return own - (here?.moved[units.kind] ?? 0) - (here?.disengaged[units.kind] ?? 0);
}

function arrows(store: TableStore): Arrow[] {
  const view = asFortress(store.shown!.game);
  return view.attacks.map(({ source, target }) => ({ path: [source, target], power: view.turn, kind: "attack" as const }));
}

/** What the biggest dice do first; the same units are the last to leave. */
const WORTH = ["bomber", "tank", "helicopter", "mobile", "partisan", "infantry"];

/** When hits are to be taken or given, or units must go: the choice a sensible player would make, one press away. */
function suggestion(store: TableStore): MainAction | null {
  const choices = store.legal.filter((one) => /^(target|retreat) /.test(one.text));
  if (!choices.length || choices.length !== store.legal.filter((one) => one.text !== "concede").length) return null;
  const worth = (text: string) => WORTH.findIndex((kind) => text.split(" ")[1] === kind);
  const best = choices.reduce((a, b) => (worth(b.text) < worth(a.text) ? b : a));
  const [verb = "", kind = ""] = best.text.split(" ");
  return { label: t("fortress.suggest", { what: `${verbLabel(verb)} ${unitName(kind)}` }), action: best.text };
}

const named = (verb: string, space: string) => `${verbLabel(verb)}: ${placeName(space, space.split("-").map(tidy).join(" "))}`;

function main(store: TableStore): MainAction | null {
  const can = (action: string) => store.legal.some((one) => one.text === action);
  for (const action of ["end", "default", "pass"]) {
    if (can(action)) return { label: action === "end" ? t("game.end") : verbLabel(action), action };
  }
  const hint = suggestion(store);
  if (hint) return hint;
  const battle = store.legal.find((one) => one.text.startsWith("battle "))?.text;
  if (battle) return { label: named("battle", battle.slice(7)), action: battle };
  // Everybody in reach into one battle, and then the next.
  const all = store.legal.find((one) => one.text.startsWith("commit "))?.text;
  if (all) return { label: named("commit", all.slice(7)), action: all };
  const only = store.legal.length === 1 ? store.legal[0]! : null;
  return only ? { label: verbLabel(only.text.split(" ")[0]!), action: only.text } : null;
}

/** A turn as the rulebook has it. */
const TURN = ["reinforcement", "declare battles", "first movement", "laser fire", "combat", "second movement"];

export const fortress: MapTitle = {
  kind: "map",
  model,
  available,
  arrows,
  headline(game) {
    const view = asFortress(game);
    return {
      power: view.action_name === "set-up" ? null : view.turn, round: view.round, phase: stepName(view.action_name),
      money: t("fortress.cities", { n: view.invader_cities, all: view.city_target }),
      moneyTitle: t("fortress.cities.long", { n: view.invader_cities, all: view.city_target }),
    };
  },
  turn: (game) => ({ steps: TURN, now: asFortress(game).action_name }),
  guide: Guide,
  main,
  forgotten: (store) => (store.view!.decision?.step === "reinforcement" ? [{ text: t("fortress.wave") }] : []),
  contested: (game) => new Set(asFortress(game).spaces.filter((space) => space.declared).map((space) => space.id)),
  battle: (game) => asFortress(game).battle?.space ?? null,
  desk: Desk,
  battlePanel: BattlePanel,
  moveSteps: ["first movement", "second movement"],
  deskSteps: ["reinforcement", "set-up", "laser"],
  battleSteps: ["combat", "combat results", "retreat", "laser fire"],
};
