import { stepName, t } from "$lib/i18n/index.svelte";
import { verbLabel } from "$lib/i18n/verbs";
import { CLASS_OF } from "$pieces/silhouettes";
import type { Units } from "$lib/actions/grammar";
import type { TableStore } from "$lib/table.svelte";
import type { Board } from "$map/board";
import type { Forgotten, MainAction, MapTitle } from "../kinds";
import BattlePanel from "./BattlePanel.svelte";
import Desk from "./Desk.svelte";
import { axisArrows, axisAvailable, axisModel } from "./model";
import { oddsOf } from "./odds";
import { asAxis, powerOf, type Group } from "./view";

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

/** Those already there, those that would come, against whoever holds the space. */
async function plannedOdds(store: TableStore, id: string, going: readonly Units[]): Promise<string> {
  const view = asAxis(store.view!.game);
  if (view.phase !== "CombatMove") return "";
  const space = view.spaces.find((one) => one.id === id);
  const side = powerOf(view, view.turn)?.side;
  const groups = (mine: boolean): Group[] =>
    (space?.units ?? []).filter((unit) => (powerOf(view, unit.owner)?.side === side) === mine).map((unit) => [unit.count, unit.owner, unit.unit]);
  const attack: Group[] = [...groups(true), ...going.map((unit): Group => [unit.count, view.turn, unit.kind])];
  const found = await oddsOf(store.view!.title, id.startsWith("sz-"), attack, groups(false));
  return found ? t("battle.odds.of", { p: (found.win * 100).toFixed(found.win > 0.995 || found.win < 0.005 ? 1 : 0) }) : "";
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
  battle: (game) => asAxis(game).battle?.space ?? null,
  odds: plannedOdds,
  desk: Desk,
  battlePanel: BattlePanel,
  deskSteps: ["Purchase", "Research", "Mobilize"],
  battleSteps: ["ConductCombat", "Casualties", "Retreat", "Submerge", "Bombard"],
};
