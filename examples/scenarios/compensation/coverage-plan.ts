/** How the optimisation agent plans: which cells must radiate how much, for the subscribers of a silent cell to be served. */
import { LEAST_RECEIVED, type Place, received, scattered } from './network/propagation.js';

/** A cell that may help, as its base station describes itself. */
export interface Helper {
  readonly name: string;
  readonly place: Place;
  /** dBm: what it radiates now, and may radiate at most. */
  readonly power: number;
  readonly limit: number;
}

/** The area of the silent cell by its planning data. */
export interface Area {
  readonly middle: Place;
  /** Metres. */
  readonly radius: number;
}

export interface Plan {
  /** dBm by name of the cell; all cells, also those that stay as they are. */
  readonly powers: ReadonlyMap<string, number>;
  /** Share (0 to 1) of the area that would be served. */
  readonly served: number;
}

/** Where the plan looks whether there is service. */
const SAMPLES = 400;

/**
 * Raises one cell by one decibel at a time, always the one that helps most, until `goal` (a share of the area, 0 to 1) is
 * served or every cell stands at its limit. It knows distances; what stands between, it does not know.
 */
export function planCoverage(area: Area, helpers: readonly Helper[], goal: number): Plan {
  const points = scattered(SAMPLES, area.middle, area.radius);
  const powers = new Map(helpers.map(({ name, power }): [string, number] => [name, power]));
  let served = servedShare(points, helpers, powers);
  while (served < goal) {
    const open = helpers.filter(({ name, limit }) => (powers.get(name) ?? limit) < limit);
    const tried = open.map(({ name }) => {
      const raised = new Map(powers).set(name, (powers.get(name) ?? 0) + 1);
      return { name, served: servedShare(points, helpers, raised) };
    });
    const [best] = tried.sort((a, b) => b.served - a.served);
    if (!best) break;
    powers.set(best.name, (powers.get(best.name) ?? 0) + 1);
    served = best.served;
  }
  return { powers, served };
}

function servedShare(
  points: readonly Place[],
  helpers: readonly Helper[],
  powers: ReadonlyMap<string, number>,
): number {
  const served = points.filter((point) =>
    helpers.some(({ name, place, power }) => received(powers.get(name) ?? power, place, point) >= LEAST_RECEIVED),
  );
  return served.length / points.length;
}
