/** Keys that work everywhere on the game screen but in text fields. */

export interface Uses {
  main(): void;
  escape(): void;
  undo(): void;
  redo(): void;
  find(): void;
  tab(index: number): void;
  help(): void;
  theme(): void;
  unmoved?(): void;
}

export function shortcuts(uses: Uses): (event: KeyboardEvent) => void {
  return (event) => {
    const target = event.target as HTMLElement;
    if (target.closest("input, textarea, select, dialog")) {
      if (event.key === "Escape") target.blur();
      return;
    }
    if (event.metaKey || event.altKey) return;
    const control = event.ctrlKey;
    const key = event.key.toLowerCase();
    if (control && key === "z") uses.undo();
    else if (control && key === "y") uses.redo();
    else if (control) return;
    else if (event.key === "Enter" && !target.closest("button, a, form")) uses.main();
    else if (event.key === "Escape") uses.escape();
    else if (key === "u") uses.undo();
    else if (key === "r") uses.redo();
    else if (key === "f" || key === "/") uses.find();
    else if (key === "t") uses.theme();
    else if (key === "m" && uses.unmoved) uses.unmoved();
    else if (event.key === "?") uses.help();
    else if (/^[1-6]$/.test(key)) uses.tab(Number(key) - 1);
    else return;
    event.preventDefault();
  };
}
