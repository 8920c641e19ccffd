import { en, type Key } from "$lib/i18n/en";
import { stepName, t } from "$lib/i18n/index.svelte";
import { verbLabel } from "$lib/i18n/verbs";
import type { TableStore } from "$lib/table.svelte";
import type { BoardModel, StackPiece } from "$map/model";
import type { PlayStore } from "../../game/play.svelte";
import { unitList } from "$lib/i18n/events";
import type { Forgotten, MainAction, MapTitle, Unfinished } from "../kinds";
import BattlePanel from "./BattlePanel.svelte";
import BattleResult from "./BattleResult.svelte";
import Planned from "./Planned.svelte";
import TurnReport from "./TurnReport.svelte";
import Desk from "./Desk.svelte";
import Guide from "./Guide.svelte";
import { axisArrows, axisAvailable, axisModel, cargoText } from "./model";
import Orders from "./Orders.svelte";
import { asAxis, powerOf, type PowerView, asReference } from "./view";

const PHASES = new Set(["Purchase", "CombatMove", "NoncombatMove", "Mobilize"]);

/** Where phases go round the table, a turn begins with each: only some have news. */
const TELLING = new Set(["BattleEnded", "Captured", "Bombed", "Collected", "WarDeclared", "Won"]);

/** The button says what it ends. */
function endLabel(phase: string): string {
  const key = `end.${phase}` as Key;
  return key in en ? t(key) : t("game.end");
}

function main(store: TableStore): MainAction | null {
  const can = (action: string) => store.legal.some((one) => one.text === action);
  const battle = asAxis(store.view!.game).battle;
  if (store.view!.decision?.step === "Casualties" && can("hold")) return { label: t("battle.agree"), action: "hold" };
  if (store.view!.decision?.step === "Casualties" && battle?.suggestion) {
    return { label: t("battle.suggest"), action: battle.suggestion };
  }
  if (can("continue")) return { label: t("battle.continue"), action: "continue" };
  if (can("end")) return { label: endLabel(asAxis(store.view!.game).phase), action: "end" };
  if (can("occupy")) return { label: verbLabel("occupy"), action: "occupy" };
  if (can("hold")) return { label: t("battle.hold"), action: "hold" };
  const fight = store.legal.find((one) => one.text.startsWith("fight "));
  if (fight) return { label: t("battle.fight"), action: fight.text };
  // Not yet possible: pressing it shows what is still to be done, and the rule.
  if (PHASES.has(store.view!.decision?.step ?? "")) return { label: endLabel(asAxis(store.view!.game).phase), action: "end" };
  const only = store.legal.length === 1 ? store.legal[0]! : null;
  return only ? { label: verbLabel(only.text.split(" ")[0]!), action: only.text } : null;
}

function forgotten(store: TableStore): Forgotten[] {
  const view = asAxis(store.view!.game);
  const { budget } = view;
  if (!budget) return [];
  const out: Forgotten[] = [];
  if (view.phase === "Purchase" && store.legal.some((one) => one.text.startsWith("buy "))) out.push({ text: t("forgot.money", { n: budget.money }) });
  if (view.phase === "Mobilize") {
    const left = budget.waiting.reduce((sum, [count]) => sum + count, 0);
    if (left && store.legal.some((one) => one.text.startsWith("place "))) out.push({ text: t("forgot.pool", { n: left }) });
  }
  return out;
}

/** `3 infantry, 1 tank` of the shop, as the rules write it. */
export function cartList(cart: Readonly<Record<string, number>>): string {
  return Object.entries(cart).filter(([, n]) => n > 0).map(([kind, n]) => `${n} ${kind}`).join(", ");
}

function unfinished(store: TableStore, play: PlayStore): Unfinished | null {
  const list = store.view!.decision?.step === "Purchase" ? cartList(play.cart) : "";
  if (!list) return null;
  const said = unitList(list);
  return { text: t("forgot.cart", { list: said }), label: t("forgot.buygo", { list: said }), actions: [`buy ${list}`, "end"] };
}

/** Troops go aboard, troops on ships go ashore, everybody else moves. */
function attempt(model: BoardModel, from: string, to: string, piece: StackPiece): string {
  const toSea = model.get(to)?.kind === "sea";
  const cargo = piece.cargo?.[0];
  if (piece.class === "land" && toSea) return `load 1 ${piece.kind} ${from} > ${to}`;
  if (cargo && !toSea) return `land 1 ${cargo.kind} ${from} > ${to}`;
  return `move 1 ${piece.kind}${cargoText((piece.cargo ?? []).map((one) => one.kind))} ${from} > ${to}`;
}

/** What a power has; of two purses both. */
const money = (power: PowerView) => t("game.ipc", { n: power.purses.length > 1 ? power.purses.map((purse) => purse.money).join(" + ") : power.money });

/** A phase of the sequence as the step that plays it. */
const STEPS: Readonly<Record<string, string>> = { declare: "Declaration", "declare-late": "Declaration" };
const stepOf = (phase: string) => STEPS[phase] ?? phase.replace(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase());

export const axis: MapTitle = {
  kind: "map",
  model: axisModel,
  currency: (reference) => asReference(reference).currency,
  available: axisAvailable,
  arrows: axisArrows,
  headline(game) {
    const view = asAxis(game);
    const me = powerOf(view, view.turn);
    return { power: view.turn || null, round: view.round, phase: view.phase ? stepName(view.phase) : "", money: me ? money(me) : "" };
  },
  turn: (game, reference) => ({ steps: asReference(reference).phases.filter((phase) => phase !== "research" || asAxis(game).options["research"] !== false).map(stepOf), now: asAxis(game).phase }),
  guide: Guide,
  main,
  forgotten,
  unfinished,
  attempt,
  purse(game, seat) {
    const view = asAxis(game);
    const power = view.powers.find((one) => one.id === seat) ?? view.powers.find((one) => one.seat === seat);
    return power ? money(power) : "";
  },
  concludes(store, verb, count) {
    if (verb !== "place" || store.view!.decision?.step !== "Mobilize") return false;
    const mine = asAxis(store.view!.game).powers.filter((power) => power.seat === store.acting);
    return count === mine.flatMap((power) => power.waiting).reduce((sum, [n]) => sum + n, 0);
  },
  ahead: (game) => asAxis(game).ahead,
  planned: Planned,
  report: TurnReport,
  tells: (entries) => entries.some((entry) => entry.events.some(({ type }) => TELLING.has(type))),
  result: BattleResult,
  prompt(store, name) {
    const { bombarded: coast, battle, powers } = asAxis(store.view!.game);
    const side = battle?.taking ? battle[battle.taking] : [];
    const mine = new Set(powers.filter((power) => power.seat === store.acting).map((power) => power.id));
    // Defenders who cannot agree leave it to the attacker.
    if (store.view!.decision?.step === "Casualties" && side.length && !side.some((group) => mine.has(group.owner))) return t("ask.theirs");
    return coast ? t("ask.bombard.at", { space: name(coast) }) : "";
  },
  battle: (game) => asAxis(game).battle?.space ?? null,
  desk: Desk,
  battlePanel: BattlePanel,
  orders: Orders,
  moveSteps: ["CombatMove", "NoncombatMove", "Missions"],
  listed: ["scramble", "intercept", "kamikaze", "bomb"],
  deskSteps: ["Purchase", "Research", "Mobilize", "Muster", "Declaration", "Passage", "Scramble", "Recall", "Intercept", "Kamikaze", "AirRaid", "War", "Loans", "Repairs", "Diplomacy", "Deploy", "ScorchedEarth", "Interception", "Occupy", "VStrike"],
  battleSteps: ["ConductCombat", "Casualties", "Retreat", "Submerge", "Bombard"],
};
