/** Our own silhouettes, one per kind of piece, on a field of 24 by 24; fill with the even-odd rule. */

const ring = (x: number, y: number, r: number) =>
  `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;

const HULL = "M1.2 16.2h21.6l-2.6 4.3H4.2z";

const TRACK = "M4.4 14h15.2a3.3 3.3 0 0 1 0 6.6H4.4a3.3 3.3 0 0 1 0-6.6z" + ring(5, 17.3, 1.35) + ring(9.7, 17.3, 1.35) + ring(14.4, 17.3, 1.35) + ring(19.1, 17.3, 1.35);

export const SILHOUETTES: Readonly<Record<string, string>> = {
  // A helmeted soldier with his rifle over the shoulder.
  infantry:
    "M6.4 9.2c0-3.6 2.2-6 5.1-6s5.1 2.4 5.1 6l1.2 1.1H5.2z" +
    "M8.3 11h6.4v1.1a3.2 3.2 0 0 1-6.4 0z" +
    "M4.4 21.5v-1.3c0-2.9 2.3-4.4 4.7-4.4h4.8c2.4 0 4.7 1.5 4.7 4.4v1.3z" +
    "M18.3 3.4l1.9.2 1 11.9-1.9.6-.3-2.4z",
  // A field gun: long barrel, shield, spoked wheel, trail.
  artillery:
    "M5.9 9.6L21.9 2.6l1.1 2.5-15.2 6.900c-.9.4-1.9 0-2.2-.800-.3-.600-.2-1.3.3-1.600z" +
    ring(10.6, 16.6, 5) + ring(10.6, 16.6, 3.2) + ring(10.6, 16.6, 1.3) +
    "M5 15.600l.2 3.2-3.4 2.4-1-1.700z",
  // Turret, gun, hull and track.
  tank:
    "M7.6 9.3l.7-3c.2-.8.8-1.3 1.6-1.3h5c.8 0 1.4.5 1.6 1.2l.1.5H23v1.9h-6l.2.7z" +
    "M3.6 13.2l1.5-3h14.2l2 3z" +
    TRACK,
  // A square turret with a long gun and its muzzle brake.
  tiger: "M6.2 9.300V4.300h9.600v2h5.800V5.300h2v4h-2v-1h-5.800v1z M2.200 13.200v-3h19.600v3z" + TRACK,
  // Sloped all over, the turret far in front.
  "t-34": "M10.200 9.300l1.600-4.500h4.400l1.200 1.800H23v1.900h-5.400l.3.800z M.8 13.200l5-3h11.400l5 3z" + TRACK,
  // Tall, with a round turret.
  sherman: "M6.800 8.600V6.200c0-2.200 1.900-3.800 4.200-3.800h2.400c2 0 3.500 1.200 3.800 2.900H22v2h-4.800v1.300z M3 13.200V9.400h14.400l4 3.800z" + TRACK,
  // A rocket on its slanted ramp.
  platform: "M1.500 20.800L19 9.500l1.300 2L2.800 22.800z M6 14.300L15.500 8c2-1.300 4.300-2 6.600-1.900-.9 2.100-2.500 3.900-4.500 5.200l-9.500 6.100-3.600-.2z M15 16h2.400v6H15z M8.500 19.800h2.400V22H8.500z",
  // Twin barrels raised to the sky on a cross mount.
  "aa-gun":
    "M11.2 13.1L18 1.8l1.9 1.1-6.6 11.4z" +
    "M7.6 11.6L14.2.4l1.9 1.1L9.4 12.8z" +
    "M5.6 11.6l9.9 3.2-.9 2.7-9.9-3.2z" +
    "M9 16h3.4v2.6l7.6 1.4v2H2v-2l7-1.4z",
  // Saw-tooth roof and chimney.
  factory:
    "M2 21.5V11.4l5.4-3.6v3.6l5.4-3.6v3.6L17 8.6 17.6 2h3l1.4 19.5z" +
    "M5 14.2v2.4h2.6v-2.4z M10.2 14.2v2.4h2.6v-2.4z M15.4 14.2v2.4H18v-2.4z",
  // Single engine, seen from above.
  fighter:
    "M11 2.2h2l.8 5.6 8.4 3.4c.9.4.9 2.4 0 2.6l-8.5.8-.6 4.4 3.4 1.4v1.7l-4.5-.4-4.5.4v-1.7l3.4-1.4-.6-4.4-8.5-.8c-.9-.2-.9-2.2 0-2.6l8.4-3.4z" +
    "M8.6 1.6h6.8v1H8.6z",
  // Four engines on a long wing.
  bomber:
    "M10.6 3.4C10.8 1.8 11.3 1 12 1s1.2.8 1.4 2.4l.3 4.4 2.1.3V6.2h1.6v2.2l2 .3V7h1.6v2l2.4.4v2.8l-9.6 1.2-.5 5 4.2 1.9v1.9L12 21.4l-5.5.8v-1.9l4.2-1.9-.5-5L.6 12.2V9.4L3 9V7h1.6v1.7l2-.3V6.2h1.6v1.9l2.1-.3z",
  // A half-track: bonnet and cab in front, a bed with two helmets, a wheel and a track.
  "mech-infantry":
    "M1.5 15.500v-2.300l3.6-.8 2.4-3.700h3.200v6.800z" +
    "M11.5 15.500V11h11l-.6 4.500z" +
    "M12.5 10.200c0-2.2 1.1-3.6 2.4-3.600s2.4 1.4 2.4 3.600z M17.6 10.200c0-2.2 1.1-3.6 2.4-3.600s2.4 1.4 2.4 3.600z" +
    ring(5, 18.2, 2.7) + ring(5, 18.2, 1.1) +
    "M11 16.200h9.500a2.5 2.5 0 0 1 0 5H11a2.5 2.5 0 0 1 0-5z" + ring(11.3, 18.7, 1.1) + ring(15.7, 18.7, 1.1) + ring(20.1, 18.7, 1.1),
  // Bent wings, a bomb under each.
  "tactical-bomber":
    "M11 1.800h2l.9 5.4 3.3 1.6 5.8-.6v3.200l-5.6 2.4-3.6-.5-.6 4.8 3.3 1.500v1.800L12 20.800l-4.5.600v-1.800l3.3-1.5-.6-4.8-3.6.5L1 11.400V8.200l5.8.6 3.3-1.600z" +
    "M3.8 14.800l1-.4 1 .4v4l-1 1.7-1-1.700z M18.2 14.800l1-.4 1 .4v4l-1 1.7-1-1.700z",
  // A runway from above, lights along it.
  airbase:
    "M9.2 1.500h5.600L18.5 22.500h-13z M11.3 4h1.400l.2 3h-1.800z M11 9h2l.2 3.500h-2.400z M10.7 14.500h2.600l.3 4.500h-3.200z" +
    "M2 4.500h2.500V7H2z M1.2 12h2.500v2.500H1.200z M19.5 4.500H22V7h-2.500z M20.3 12h2.500v2.500h-2.500z",
  // An anchor.
  "naval-base":
    ring(12, 4.2, 2.8) + ring(12, 4.2, 1.2) +
    "M11 7h2v2h4.200v2H13v8.200c2.7-.4 4.7-1.8 5.6-4l-1.7.4 2.7-4.1 2.6 4.3-1.5-.2c-1 4.4-4.2 6.9-8.7 6.900s-7.7-2.5-8.7-6.900l-1.5.2 2.6-4.3 2.7 4.1-1.7-.4c.9 2.2 2.9 3.6 5.6 4V11H6.800V9H11z",
  // One hall and a chimney.
  "minor-factory": "M3 21.500V12l6-3.800V12l6-3.800V21.500z M6 15v3h2.400v-3z M10.4 15v3h2.400v-3z M16.4 21.500L17 5h3l1 16.500z",
  // Three halls and two chimneys.
  "major-factory":
    "M.8 21.500v-9l4.6-3v3l4.6-3v3l4.6-3v12z M3 15v2.600h1.800V15z M7 15v2.600h1.800V15z M11 15v2.600h1.800V15z" +
    "M15.6 21.500L16 3h2.600l.4 18.500z M19.8 21.500l.3-15.500h2.500l.6 15.500z",
  // Merchant ships under attack: a hull and a torpedo's wake.
  convoy: "M2 13.500h20l-3 5.500H5z M8 12.700V8h3V4.500h1.400V8H16v4.700z M1 21h22v1.500H1z",
  // A diving plane.
  kamikaze: "M19.5 2.500l2 2-4.6 5.2 2.3 8.8-2 1.9-3.8-6.7-4 4 .6 2.9-1.5 1.5-2-3.6-3.6-2 1.5-1.5 2.9.6 4-4-6.7-3.8 1.9-2 8.8 2.300z",
  // A cigar with its tower, low in the water.
  submarine:
    "M1 16.2c1.8-2.3 4.6-3 8.2-3.1l.5-4h1.5V4.6h1.1v4.5h2.2l.9 4c3.4.1 5.8.7 7.6 3.1-1.9 2.7-5.4 3.6-11 3.6S3 18.9 1 16.200z" +
    "M3.5 21.2h17v1.1h-17z",
  // A freighter: mast and booms, house aft, holds.
  transport:
    "M1.4 14.600h21.2l-2.5 6H4.100z" +
    "M16 13.800V8.200h4.800v5.600z M17 6.200h1.800v2.400H17z" +
    "M8.1 13.800V4.200h1.300v9.600z M3.2 7.400l5.3-2.7.5 1-5.3 2.700z M8.6 5.300l5.4 2.2-.4 1.1-5.4-2.200z" +
    "M3.6 11.600h3.600v2.200H3.600z M10.4 11.600h4v2.200h-4z",
  // Slim hull, raked funnel, small gun.
  destroyer:
    "M.8 14.600l21.9.5c.6 0 .7.4.4.8l-3 3.500H3.400z" +
    "M7.9 13.900l.7-4.600h2.900l.3 1.700h1.700l.2 2.900z" +
    "M14.5 13.900l-.6-5h2.200l1 5z M9.8 5.300h1v4.400h-1z" +
    "M1.8 11.300l3.3-.3c1 0 1.6.7 1.6 1.600v1.200H4.200v-1.400l-2.4.2z",
  // Bridge, two funnels, a turret fore and aft.
  cruiser:
    "M.6 14.800h22.800l-2.9 5H3.700z" +
    "M7.6 14V8.400h1V4.400h1.200v4h1.900V14z" +
    "M12.5 14V8.800h2.100V14z M15.4 14V8.800h2.100V14z" +
    "M1.1 11.200l3.6.2c.2-.7.8-1.1 1.4-1.100h.8V14H4.700v-1.200l-3.6-.3z" +
    "M22.9 11.200l-2.5.2c-.2-.7-.7-1.1-1.3-1.100h-.8V14h2.100v-1.200l2.5-.3z",
  // The long flat deck with its island and a plane on it.
  carrier:
    "M.4 13.200h23.200v1.900l-2 .5-1.9 4.200H5.300L2.6 15.600l-2.2-.5z" +
    "M13.9 12.500V8.700h1.300V5.300h1.200v3.400h2.900v3.800z" +
    "M2.6 11.300l4.9-.4 1.1-2h1.200l-.2 3.5-6.6-.1z",
  // High tower, heavy turrets with long guns, deep hull.
  battleship:
    HULL +
    "M9.3 15.400V9.800h.9V5.800h.9V2.800h1.300v3h1v4h.9v5.600z" +
    "M15 15.400v-4.600h2.300v4.600z" +
    "M.6 10.600l4.2.9c.3-.7.9-1.1 1.6-1.100h1.900v5H4.900v-2L.6 12.400z" +
    "M23.4 11.200l-2.6.600c-.2-.600-.7-1-1.3-1h-1.400v4.600h2.700v-1.900l2.6-.6z",
  // An eight-wheeled carrier with a small turret.
  mobile:
    "M2 16.200l1.6-5.400c.2-.600.7-1 1.4-1h13.200c.5 0 1 .2 1.3.7l3 4v1.700z" +
    "M8.8 9V7.400c0-.600.5-1.1 1.1-1.100h3.400V5.400h6.300v1.500h-5.400l.4 2.100z" +
    ring(5.2, 18.2, 2.5) + ring(10, 18.2, 2.5) + ring(14.8, 18.2, 2.5) + ring(19.6, 18.2, 2.5),
  // Rotor, cabin, tail boom.
  helicopter:
    "M1.4 3.600h18.400v1.500H1.400z M9.9 4.600h1.500v3H9.900z" +
    "M5.2 16.600C3.4 15.5 2.6 13.8 2.6 12c0-2.8 2.3-5 6-5h2.800c1.8 0 3.3 1 4.3 2.600l5 .6.6-2.800h1.900l-.9 6.6-6.7-.6c-.7 1.9-2.4 3.2-4.6 3.200z" +
    "M6 8.900c-1.3.6-2 1.7-2 3h4.400V8.600z" +
    "M3.6 19.300h11.800v1.600H3.600z M6.1 16.200h1.300v3.600H6.100z M11.2 16.200h1.300v3.600h-1.300z",
  // Signs of a class, which are no unit: a pile, wings, waves.
  "class-land": "M7.5 4.500h9v3.600h-9z M5 10.200h14v3.600H5z M2.5 15.900h19v3.600h-19z",
  "class-air": "M12 5.200l10 9.300v3.300l-10-6.3-10 6.300v-3.300z",
  "class-sea":
    "M1.5 10l5-4.5 5.5 4.5 5.5-4.5 5 4.500v3.400l-5-4.5-5.5 4.5-5.5-4.5-5 4.500z" +
    "M1.5 17l5-4.5 5.5 4.5 5.5-4.5 5 4.500v3.400l-5-4.5-5.5 4.5-5.5-4.5-5 4.500z",
  // A dish and its beam.
  laser:
    "M4.6 7.200C3 11.8 4.6 16 8.5 17.600c2 .8 4.2.6 6-.2z" +
    "M9.2 11.400L19.3 1.600l1.5 1.5-9.9 10z" + ring(21.2, 2.4, 1.5) +
    "M9.4 17.500h2.900l2.9 4.700H6.200z",
  // Soft cap, coat, rifle held high.
  partisan:
    "M6.2 8.600c-.8-3 1.6-5.2 5-5.2 2.8 0 5.2 1.3 5.2 3.300l-1.7 1.900z" +
    "M8 9.300h6v2.500a3 3 0 0 1-6 0z" +
    "M4.6 21.500l.7-4.300c.3-1.5 1.4-2.3 2.9-2.300h5.600l4-4.8 1.7 1.4-3.4 5 .9 5z" +
    "M15.4 4.600l7-2.3.5 1.5-7 2.400z M17.2 5.900l1.4-.5 1.3 5-1.4.4z",
};

/** The plate of a class, for pieces of several kinds together. */
export const classFace = (group: "land" | "air" | "sea") => `class-${group}`;

const ALIAS: Readonly<Record<string, string>> = {
  "strategic-bomber": "bomber", "torpedo-bomber": "tactical-bomber", "aa-battery": "aa-gun",
  complex: "major-factory", port: "naval-base", airfield: "airbase",
};

export function silhouette(kind: string): string {
  return SILHOUETTES[kind] ?? SILHOUETTES[ALIAS[kind] ?? "infantry"]!;
}

const ORDER = [
  "infantry", "partisan", "artillery", "mobile", "mech-infantry", "tank", "sherman", "t-34", "tiger", "aa-gun", "aa-battery", "laser", "helicopter", "fighter",
  "tactical-bomber", "torpedo-bomber", "strategic-bomber", "bomber",
  "transport", "submarine", "destroyer", "cruiser", "carrier", "battleship", "factory",
];

export function byKind(a: { kind: string }, b: { kind: string }): number {
  return ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind);
}
