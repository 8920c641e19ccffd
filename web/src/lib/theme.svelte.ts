import type { Theme } from "$map/palette";

export type ThemeChoice = Theme | "auto";
const KEY = "sandtable.theme";

class ThemeStore {
  choice = $state<ThemeChoice>("auto");
  system = $state<Theme>("light");
  now = $derived<Theme>(this.choice === "auto" ? this.system : this.choice);

  constructor() {
    if (typeof window === "undefined") return;
    const stored = localStorage.getItem(KEY);
    if (stored === "light" || stored === "dark") this.choice = stored;
    const query = matchMedia("(prefers-color-scheme: dark)");
    this.system = query.matches ? "dark" : "light";
    query.addEventListener("change", () => (this.system = query.matches ? "dark" : "light"));
  }
  set(choice: ThemeChoice): void {
    this.choice = choice;
    if (choice === "auto") localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, choice);
  }
  toggle(): void {
    this.set(this.now === "dark" ? "light" : "dark");
  }
}

export const theme = new ThemeStore();
