/** The two projections of our boards: stretched cylinders for the world, Albers for the USA. */

export interface Projection {
  readonly width: number;
  readonly height: number;
  /** Map units per kilometre, about (used for circles given in kilometres). */
  readonly perKm: number;
  project(lon: number, lat: number): readonly [number, number];
}

type Knot = readonly [number, number, number];

/** Cubic Hermite curve through knots of [degree, position, slope]. */
export function hermite(knots: readonly Knot[], value: number): number {
  let i = 0;
  while (i < knots.length - 2 && value > knots[i + 1]![0]) i++;
  const [a, p, m] = knots[i]!;
  const [b, q, n] = knots[i + 1]!;
  const h = b - a;
  const s = (value - a) / h;
  const s2 = s * s;
  const s3 = s2 * s;
  return (2 * s3 - 3 * s2 + 1) * p + (s3 - 2 * s2 + s) * h * m + (3 * s2 - 2 * s3) * q + (s3 - s2) * h * n;
}

export function world(file: unknown): Projection {
  const { width, height, cut_longitude: cut, x, y } = file as {
    width: number; height: number; cut_longitude: number; x: Knot[]; y: Knot[];
  };
  return {
    width,
    height,
    perKm: 0,
    project(lon, lat) {
      const turn = Math.floor((lon - cut) / 360);
      return [hermite(x, lon - 360 * turn) + width * turn, hermite(y, lat)];
    },
  };
}

const EARTH_KM = 6371;
const MARGIN = 26;

export function albers(file: unknown): Projection {
  const { n, C, rho0, lon0, extent_unit_sphere: extent } = file as {
    n: number; C: number; rho0: number; lon0: number; extent_unit_sphere: [number, number, number, number];
  };
  const [x0, y0, x1, y1] = extent;
  const width = 1600;
  const scale = (width - 2 * MARGIN) / (x1 - x0);
  const height = (y1 - y0) * scale + 2 * MARGIN;
  const radian = Math.PI / 180;
  return {
    width,
    height,
    perKm: scale / EARTH_KM,
    project(lon, lat) {
      const rho = Math.sqrt(C - 2 * n * Math.sin(lat * radian)) / n;
      const theta = n * (lon - lon0) * radian;
      return [
        (rho * Math.sin(theta) - x0) * scale + MARGIN,
        (y1 - (rho0 - rho * Math.cos(theta))) * scale + MARGIN,
      ];
    },
  };
}
