/** Which table each family of titles is played on. A title says its family; one we do not know gets a plain table. */

import type { Family } from "$lib/i18n/events";
import type { GameInfo } from "$lib/net/types";
import { axis } from "./axis";
import { fortress } from "./fortress";
import type { TitleUi } from "./kinds";
import { naval } from "./naval";
import { plain } from "./plain";

const FAMILIES: Readonly<Record<Family, TitleUi>> = { axis, fortress, naval };

export function familyOf(game: Pick<GameInfo, "family">): Family | null {
  return game.family in FAMILIES ? (game.family as Family) : null;
}

export function titleUi(game: Pick<GameInfo, "family" | "board">): TitleUi {
  const family = familyOf(game);
  const ui = family ? FAMILIES[family] : plain;
  return ui.kind === "map" && !game.board ? plain : ui;
}
