/** Colours and hatches of the powers, and the tints of the map in both themes. */

export type Theme = "light" | "dark";
export type Hatch = "none" | "diagonal" | "back" | "level" | "upright" | "cross" | "dots" | "waves" | "dash";

export interface PowerStyle {
  /** The plate of its pieces. */
  readonly plate: string;
  readonly hatch: Hatch;
}

/** Who wears what: the families of titles dress their powers. */
const worn = new Map<string, PowerStyle>();
export type Wardrobe = Readonly<Record<string, PowerStyle>>;

export function dress(powers: Wardrobe): void {
  for (const [id, style] of Object.entries(powers)) worn.set(id, style);
}
/** All of it, for a worker that paints with the same colours. */
export const wardrobe = (): Wardrobe => Object.fromEntries(worn);

const SPARE: readonly PowerStyle[] = [
  { plate: "#7b5ea7", hatch: "cross" },
  { plate: "#1f8a8c", hatch: "waves" },
  { plate: "#b0567a", hatch: "dots" },
];

export function powerStyle(id: string): PowerStyle {
  const known = worn.get(id);
  if (known) return known;
  let sum = 0;
  for (const letter of id) sum = (sum * 31 + letter.charCodeAt(0)) >>> 0;
  return SPARE[sum % SPARE.length]!;
}

export type Rgb = readonly [number, number, number];

export function rgb(hex: string): Rgb {
  const n = parseInt(hex.slice(1), 16);
  return [(n >> 16) & 255, (n >> 8) & 255, n & 255];
}

export function hex(colour: Rgb): string {
  return "#" + colour.map((c) => Math.round(c).toString(16).padStart(2, "0")).join("");
}

export function mix(a: string, b: string, share: number): string {
  const p = rgb(a);
  const q = rgb(b);
  return hex([0, 1, 2].map((i) => p[i]! + (q[i]! - p[i]!) * share) as unknown as Rgb);
}

/** Relative luminance as in WCAG. */
export function luminance(colour: string): number {
  const [r, g, b] = rgb(colour).map((c) => {
    const v = c / 255;
    return v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

export function contrast(a: string, b: string): number {
  const [high, low] = [luminance(a), luminance(b)].sort((p, q) => q - p) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

export const INK = "#1c1a16";
export const CHALK = "#fffaf0";

/** The glyph colour that reads better on a plate. */
export function glyphOn(plate: string): string {
  return contrast(plate, INK) >= contrast(plate, CHALK) ? INK : CHALK;
}

export interface MapColours {
  sea: readonly string[];
  shallow: string;
  seaLine: string;
  seaInk: string;
  seaHalo: string;
  paper: string;
  blocked: string;
  context: string;
  coast: string;
  border: string;
  frontier: string;
  ink: string;
  halo: string;
  glow: string;
  target: string;
  /** Spaces marked for battle. */
  contest: string;
  select: string;
}

export const MAP: Readonly<Record<Theme, MapColours>> = {
  light: {
    sea: ["#86a9bb", "#7fa3b6", "#8daebf", "#799eb2"],
    shallow: "#bcd3d8",
    seaLine: "#b9d0d8",
    seaInk: "#0f2c3a",
    seaHalo: "#9dbac7",
    paper: "#efe5cd",
    blocked: "#d8cfbc",
    context: "#e0d9c8",
    coast: "#3b4a50",
    border: "#6e5f45",
    frontier: "#3a2f20",
    ink: "#211d15",
    halo: "#fbf5e6",
    glow: "#ffb000",
    target: "#c2410c",
    contest: "#a3271a",
    select: "#0b4a66",
  },
  dark: {
    sea: ["#1b303d", "#192c38", "#1e3441", "#172935"],
    shallow: "#2c4a58",
    seaLine: "#37566a",
    seaInk: "#a9c8d6",
    seaHalo: "#14242e",
    paper: "#57503f",
    blocked: "#3f3c34",
    context: "#2d302f",
    coast: "#0c1418",
    border: "#1f1b14",
    frontier: "#0e0b07",
    ink: "#f6efdf",
    halo: "#1d1a14",
    glow: "#ffcf6b",
    target: "#ff9a5c",
    contest: "#ff6f52",
    select: "#8fd3f0",
  },
};

/** How a power's land is tinted: its plate, quietened with paper. */
export function landTint(power: string, theme: Theme): string {
  const { plate } = powerStyle(power);
  return theme === "light" ? mix(plate, MAP.light.paper, 0.52) : mix(mix(plate, "#1d1b18", 0.34), "#57503f", 0.18);
}

/** The stronger band along a power's frontier. */
export function bandTint(power: string, theme: Theme): string {
  const { plate } = powerStyle(power);
  return theme === "light" ? mix(plate, MAP.light.paper, 0.16) : mix(plate, "#1d1b18", 0.08);
}
