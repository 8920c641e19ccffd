/** What I am doing on the map: the space I chose, the pieces I took, the question that is open. */

import { Choices, type Taken } from "$lib/actions/choices";
import { readAction, unitKey, writeAction, type MapAction, type Units } from "$lib/actions/grammar";
import { en } from "$lib/i18n/en";
import { cityName, placeName, powerName, t } from "$lib/i18n/index.svelte";
import { oddsAt, oddsNow, percent, type BattleOdds } from "$lib/odds";
import { unitList } from "$lib/i18n/events";
import { verbLabel } from "$lib/i18n/verbs";
import type { TableStore } from "$lib/table.svelte";
import type { Board } from "$map/board";
import type { BoardModel, Highlights } from "$map/model";
import type { MapTitle } from "../titles/kinds";

export interface Lot {
  key: string;
  units: Omit<Units, "count">;
  most: number;
}
export interface Offer {
  verb: string;
  lots: Lot[];
}
/** A question beside a space: how many of what, or which of these. */
export interface Question {
  from: string | null;
  to: string;
  offers: Offer[];
  buttons: MapAction[];
}

const NOWHERE: ReadonlySet<string> = new Set();

export class PlayStore {
  selected = $state<string | null>(null);
  taken = $state<Record<string, number>>({});
  question = $state.raw<Question | null>(null);
  /** What is chosen in the shop and not yet bought. */
  cart = $state<Record<string, number>>({});
  /** Spaces that a tour speaks of. */
  pointed = $state.raw<readonly string[]>([]);
  /** Show where pieces of mine could still move. */
  showUnmoved = $state(false);

  constructor(
    readonly store: TableStore,
    readonly title: MapTitle,
    readonly board: Board,
    readonly reference: unknown,
  ) {}

  /** The board with the names it has in the player's language. */
  private readonly spoken: Board = $derived.by(() => {
    const spaces = this.board.data.spaces.map((space) => ({ ...space, name: placeName(space.id, space.name), city: space.city && cityName(space.city) }));
    return { ...this.board, data: { ...this.board.data, spaces } };
  });
  readonly model: BoardModel = $derived.by(() => this.title.model(this.spoken, this.store.shown!.game, this.reference));
  readonly choices = $derived.by(() => {
    const { shapes } = this.board.painted.geometry;
    const actions = this.store.acting && !this.store.past ? this.store.legal : [];
    return new Choices(actions.map((action) => readAction(action.text, (word) => shapes.has(word))));
  });
  readonly takenList: Taken[] = $derived.by(() => {
    if (!this.selected) return [];
    const movers = this.choices.movers(this.selected);
    return Object.entries(this.taken).flatMap(([key, count]) => {
      const units = movers.get(key);
      return units && count > 0 ? [{ key, units: { ...units, count } }] : [];
    });
  });
  /** Spaces from which pieces that have not moved could still go somewhere. */
  readonly unmoved: Set<string> = $derived.by(() => {
    const step = this.store.view?.decision?.step ?? "";
    if (!this.store.acting || !this.title.moveSteps.includes(step)) return new Set<string>();
    return new Set(
      [...this.choices.starts].filter((id) => {
        const kinds = new Set([...this.choices.movers(id).values()].map((units) => units.kind));
        return this.model.get(id)?.stacks.some((stack) => stack.pieces.some((piece) => kinds.has(piece.kind) && (piece.moved ?? 0) < piece.count));
      }),
    );
  });
  readonly highlights: Highlights = $derived.by(() => ({
    sources: this.choices.sources,
    targets: this.selected ? this.choices.targets(this.selected, this.takenList) : new Set<string>(),
    selected: this.selected,
    arrows: this.title.arrows(this.store),
    contested: this.title.contested?.(this.store.shown!.game) ?? NOWHERE,
    ...(this.showUnmoved ? { marked: this.unmoved } : this.pointed.length ? { marked: new Set(this.pointed) } : {}),
  }));

  nameOf(id: string): string {
    const space = this.model.get(id);
    if (!space) return powerName(id);
    return space.kind === "sea" && /^\d/.test(space.name) ? t("space.zone", { n: space.name }) : space.name;
  }

  /** The actions that would send what is taken (or all that can go) from the chosen space to this one. */
  private going(to: string): string[] {
    const from = this.selected;
    if (!from || from === to || !this.highlights.targets.has(to)) return [];
    const offer = this.offers(from, to)[0];
    if (!offer) return [];
    const all = offer.lots.map((lot) => ({ key: lot.key, units: { ...lot.units, count: lot.most } }));
    return this.choices.compose(from, to, offer.verb, this.takenList.length ? this.takenList : all);
  }

  /** The odds if what is taken went there, or if it stays as planned; undefined where the server has to be asked. */
  oddsNow(id: string): string | undefined {
    const odds = oddsNow(this.store, id, this.going(id));
    return odds === undefined ? undefined : this.promise(odds);
  }
  async oddsAt(id: string): Promise<string> {
    return this.promise(await oddsAt(this.store, id, this.going(id)));
  }
  private promise(odds: BattleOdds | null): string {
    return odds ? t("battle.odds.of", { p: percent(odds.win) }) : "";
  }

  /** A way of going there, on a button: the verb, and what it is aimed at. */
  wayLabel(way: string): string {
    const [verb = "", target] = way.split(" at ");
    return target ? `${verbLabel(verb)}: ${this.pretty(unitList(`1 ${target}`).replace(/^1 /, ""))}` : verbLabel(verb);
  }

  /** A sentence of the rules with names instead of ids. */
  pretty(text: string): string {
    return text.replace(/[a-z][a-z0-9]*(?:-[a-z0-9]+)*/g, (word) => (this.model.has(word) || `power.${word}` in en ? this.nameOf(word) : word));
  }

  /** How many can be taken: where the rules list every number, the greatest of them. */
  most(space: string, units: Omit<Units, "count">, listed: readonly MapAction[] = []): number {
    const verb = listed[0]?.verb ?? "";
    if (!this.title.listed?.includes(verb)) return Math.max(1, this.title.available(this.store, space, units));
    return Math.max(1, ...listed.flatMap((action) => action.units.filter((one) => action.verb === verb && unitKey(one) === unitKey(units)).map((one) => one.count)));
  }

  /** What can be done from one space to another, as an open question. */
  private offers(from: string, to: string): Offer[] {
    const ways = [...this.choices.ways(from, to)].filter(([, kinds]) => kinds.size);
    return ways.map(([verb, kinds]) => ({
      verb,
      lots: [...kinds].map(([key, action]) => {
        const { count: _, ...units } = action.units.find((unit) => unitKey(unit) === key)!;
        const alike = this.choices.from(from).filter((one) => one.verb === verb && one.spaces.at(-1) === to);
        return { key, units, most: this.most(from, units, alike) };
      }),
    }));
  }
  /** What can be said from one space to another without naming units: a rocket, a question for passage. */
  private said(from: string, to: string): MapAction[] {
    return this.choices.from(from).filter((action) => !action.units.length && action.spaces.at(-1) === to);
  }

  private spot(space: string): { offers: Offer[]; buttons: MapAction[] } {
    const buttons: MapAction[] = [];
    const verbs = new Map<string, Lot[]>();
    for (const action of this.choices.at(space)) {
      const unit = action.units[0];
      if (!unit || action.units.length > 1 || /^\d+$/.test(unit.kind)) {
        buttons.push(action);
        continue;
      }
      const { count: _, ...units } = unit;
      const lots = verbs.get(action.verb) ?? [];
      if (!lots.some((lot) => lot.key === unitKey(units))) {
        lots.push({ key: unitKey(units), units, most: this.most(space, units, this.choices.at(space).filter((one) => one.verb === action.verb)) });
      }
      verbs.set(action.verb, lots);
    }
    return { offers: [...verbs].map(([verb, lots]) => ({ verb, lots })), buttons };
  }

  /** A space was chosen on the map. */
  async pick(id: string | null): Promise<void> {
    this.store.trouble = null;
    if (this.question) this.question = null;
    if (!id) return this.clear();
    if (this.selected && id !== this.selected && this.highlights.targets.has(id)) return this.toward(this.selected, id);
    const { offers, buttons } = this.spot(id);
    // A click where nothing chosen can go is refused as a drag would be; one on other pieces of mine chooses those.
    const mine = this.choices.from(id).length > 0 || offers.length > 0 || buttons.length > 0;
    if (this.selected && id !== this.selected && this.highlights.targets.size && (this.takenList.length || !mine)) return this.explain(this.selected, id);
    this.selected = this.selected === id && !offers.length && !buttons.length ? null : id;
    this.taken = {};
    if (offers.length || buttons.length) this.question = { from: null, to: id, offers, buttons };
  }

  /** Pieces go from one space to another: at once if they are taken, else with a question. */
  async toward(from: string, to: string): Promise<void> {
    const offers = this.offers(from, to);
    const buttons = this.said(from, to);
    if (!offers.length && !buttons.length) return this.explain(from, to);
    const only = offers.length === 1 && !buttons.length ? offers[0]! : null;
    if (only && this.selected === from && this.takenList.length) {
      await this.send(this.choices.compose(from, to, only.verb, this.takenList), to);
    } else if (only && only.lots.length === 1 && only.lots[0]!.most === 1) {
      const lot = only.lots[0]!;
      await this.send(this.choices.compose(from, to, only.verb, [{ key: lot.key, units: { ...lot.units, count: 1 } }]), to);
    } else this.question = { from, to, offers, buttons };
  }

  /** An illegal try: ask the server why, so that the player sees the rule. The first piece that is refused speaks for all. */
  private async explain(from: string, to: string): Promise<void> {
    if (!this.store.acting) return;
    const power = this.title.headline(this.store.view!.game).power;
    const stacks = this.model.get(from)?.stacks ?? [];
    const pieces = (stacks.find((one) => one.power === power) ?? stacks[0])?.pieces ?? [];
    const taken = new Set(this.selected === from ? this.takenList.map(({ units }) => units.kind) : []);
    const wanted = pieces.filter((piece) => !taken.size || taken.has(piece.kind));
    const piece = wanted.find((one) => (one.moved ?? 0) < one.count) ?? wanted[0] ?? pieces[0];
    if (!piece) return;
    const verb = this.choices.actions.find((action) => action.spaces.length > 1)?.verb ?? "move";
    const action = this.title.attempt?.(this.model, from, to, piece) ?? `${verb} 1 ${piece.kind} ${from} > ${to}`;
    const refusal = await this.store.guard(() => this.store.check(action));
    if (refusal) this.store.trouble = { ...refusal, action, space: to };
  }

  drag(from: string, to: string): void {
    this.question = null;
    if (this.selected !== from) this.taken = {};
    this.selected = from;
    void this.toward(from, to);
  }

  /** The question's answer. */
  async answer(verb: string, counts: Record<string, number>): Promise<void> {
    const { question } = this;
    if (!question) return;
    const lots = question.offers.find((offer) => offer.verb === verb)!.lots;
    const taken = lots.flatMap((lot) => {
      const count = counts[lot.key] ?? 0;
      return count > 0 ? [{ key: lot.key, units: { ...lot.units, count } }] : [];
    });
    if (!taken.length) return;
    const actions = question.from
      ? this.choices.compose(question.from, question.to, verb, taken)
      : this.spotActions(verb, taken, question.to);
    await this.send(actions, question.to);
  }

  /** Some verbs name one unit without a count (`target tank dallas`). */
  private spotActions(verb: string, taken: Taken[], space: string): string[] {
    const sample = this.choices.at(space).find((action) => action.verb === verb)!;
    if (/^\w+ \d/.test(sample.text)) return [writeAction(verb, taken.map(({ units }) => units), [space])];
    return taken.flatMap(({ units }) => Array.from({ length: units.count }, () => `${verb} ${units.kind} ${space}`));
  }

  async send(actions: readonly string[], space: string | null): Promise<void> {
    this.question = null;
    if (await this.store.playAll(actions, space)) {
      this.taken = {};
      if (this.selected && !this.choices.from(this.selected).length) this.selected = null;
    }
  }

  /** Spaces the map should go to now; whoever draws it listens. */
  shown = $state.raw<readonly string[]>([]);
  show(spaces: readonly string[]): void {
    this.shown = spaces;
  }

  /** A rule that someone wants to read. */
  rule = $state.raw<{ id: string } | null>(null);
  openRule(id: string): void {
    this.rule = { id };
  }

  /** Choose a space without acting. */
  look(id: string): void {
    this.question = null;
    this.selected = id;
    this.taken = {};
  }

  clear(): void {
    this.selected = null;
    this.taken = {};
    this.question = null;
  }
}
