/** Which table each family of titles is played on, fetched when it is: a title says its family, one we do not know gets a plain table. */

import "./axis/colours";
import "./fortress/colours";
import "./naval/colours";
import type { Family } from "$lib/i18n/events";
import type { GameInfo } from "$lib/net/types";
import type { TitleUi } from "./kinds";
import { plain } from "./plain";

const FAMILIES: Readonly<Record<Family, () => Promise<TitleUi>>> = {
  axis: () => import("./axis").then(({ axis }) => axis),
  fortress: () => import("./fortress").then(({ fortress }) => fortress),
  naval: () => import("./naval").then(({ naval }) => naval),
};

export function familyOf(game: Pick<GameInfo, "family">): Family | null {
  return game.family in FAMILIES ? (game.family as Family) : null;
}

export async function titleUi(game: Pick<GameInfo, "family" | "board">): Promise<TitleUi> {
  const family = familyOf(game);
  const ui = family ? await FAMILIES[family]() : plain;
  return ui.kind === "map" && !game.board ? plain : ui;
}
