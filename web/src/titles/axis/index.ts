import { stepName, t } from "$lib/i18n/index.svelte";
import { verbLabel } from "$lib/i18n/verbs";
import { CLASS_OF } from "$pieces/silhouettes";
import type { TableStore } from "$lib/table.svelte";
import type { Board } from "$map/board";
import type { Forgotten, MainAction, MapTitle } from "../kinds";
import BattlePanel from "./BattlePanel.svelte";
import Desk from "./Desk.svelte";
import { axisArrows, axisAvailable, axisModel } from "./model";
import { coastUnderFire } from "./landing";
import Orders from "./Orders.svelte";
import { plannedOdds } from "./planned";
import { asAxis, powerOf } from "./view";

const PHASES = new Set(["Purchase", "CombatMove", "NoncombatMove", "Mobilize"]);

function main(store: TableStore): MainAction | null {
  const can = (action: string) => store.legal.some((one) => one.text === action);
  const battle = asAxis(store.view!.game).battle;
  if (store.view!.decision?.step === "Casualties" && battle?.suggestion) {
    return { label: t("battle.suggest"), action: battle.suggestion };
  }
  if (can("continue")) return { label: t("battle.continue"), action: "continue" };
  if (can("end")) return { label: t("game.end"), action: "end" };
  if (can("hold")) return { label: t("battle.hold"), action: "hold" };
  const fight = store.legal.find((one) => one.text.startsWith("fight "));
  if (fight) return { label: t("battle.fight"), action: fight.text };
  // Not yet possible: pressing it shows what is still to be done, and the rule.
  if (PHASES.has(store.view!.decision?.step ?? "")) return { label: t("game.end"), action: "end" };
  const only = store.legal.length === 1 ? store.legal[0]! : null;
  return only ? { label: verbLabel(only.text.split(" ")[0]!), action: only.text } : null;
}

function forgotten(store: TableStore, board: Board): Forgotten[] {
  const view = asAxis(store.view!.game);
  const me = powerOf(view, view.turn);
  if (!me) return [];
  const out: Forgotten[] = [];
  const cheapest = Math.min(...(board.data.units ?? []).map((unit) => unit.cost));
  if (view.phase === "Purchase" && me.money >= cheapest) out.push({ text: t("forgot.money", { n: me.money }) });
  if (view.phase === "Mobilize") {
    const left = me.waiting.reduce((sum, [count]) => sum + count, 0);
    if (left && store.legal.some((one) => one.text.startsWith("place "))) out.push({ text: t("forgot.pool", { n: left }) });
  }
  if (view.phase === "NoncombatMove") {
    const name = (id: string) => board.data.spaces.find((space) => space.id === id)?.name ?? id;
    for (const space of view.spaces) {
      if (!space.id.startsWith("sz-") && space.owner !== "") continue;
      const air = space.units.filter((unit) => unit.owner === me.id && CLASS_OF[unit.unit] === "air" && !unit.moved);
      const decks = space.units.filter((unit) => unit.unit === "carrier").reduce((sum, unit) => sum + 2 * unit.count, 0);
      const count = air.reduce((sum, unit) => sum + unit.count, 0);
      if (count > decks) out.push({ text: t("forgot.aircraft", { n: count - decks, space: name(space.id) }), space: space.id });
    }
  }
  return out;
}

export const axis: MapTitle = {
  kind: "map",
  board: "anniversary",
  model: axisModel,
  available: axisAvailable,
  arrows: axisArrows,
  headline(game) {
    const view = asAxis(game);
    const me = powerOf(view, view.turn);
    return { power: view.turn || null, round: view.round, phase: view.phase ? stepName(view.phase) : "", money: me ? t("game.ipc", { n: me.money }) : "" };
  },
  main,
  forgotten,
  prompt(store, name) {
    const coast = store.view!.decision?.step === "Bombard" ? coastUnderFire(store, asAxis(store.view!.game)) : null;
    return coast ? t("ask.bombard.at", { space: name(coast) }) : "";
  },
  battle: (game) => asAxis(game).battle?.space ?? null,
  odds: plannedOdds,
  desk: Desk,
  battlePanel: BattlePanel,
  orders: Orders,
  moveSteps: ["CombatMove", "NoncombatMove"],
  deskSteps: ["Purchase", "Research", "Mobilize"],
  battleSteps: ["ConductCombat", "Casualties", "Retreat", "Submerge", "Bombard"],
};
