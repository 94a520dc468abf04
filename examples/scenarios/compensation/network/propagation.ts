/** How far a cell reaches: a model of radio propagation of the simplest useful kind. */

export interface Place {
  /** Metres east and north of the middle of the map. */
  readonly x: number;
  readonly y: number;
}

/** A ridge that weakens whatever crosses it, as a straight line on the map. */
export interface Ridge {
  readonly from: Place;
  readonly to: Place;
  /** Decibels. */
  readonly loss: number;
}

/** The least power in dBm with which a subscriber indoors is served. */
export const LEAST_RECEIVED = -82;
/** Path loss at one kilometre in dB, and dB for each tenfold distance: 3GPP TR 36.942, macro cell at 2 GHz. */
const AT_ONE_KILOMETRE = 128.1;
const PER_DECADE = 37.6;
const NEAREST_METRES = 10;

/** Power in dBm that arrives from a cell that radiates `radiated` dBm. */
export function received(radiated: number, cell: Place, subscriber: Place, ridges: readonly Ridge[] = []): number {
  const crossed = ridges.filter((ridge) => crosses(cell, subscriber, ridge));
  return radiated - pathLoss(distance(cell, subscriber)) - crossed.reduce((sum, { loss }) => sum + loss, 0);
}

/** Decibels lost over that many metres of flat land. */
export function pathLoss(metres: number): number {
  return AT_ONE_KILOMETRE + PER_DECADE * Math.log10(Math.max(metres, NEAREST_METRES) / 1000);
}

export function distance(a: Place, b: Place): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}

/** `count` places spread evenly over a disc of `radius` metres by the golden angle, the same ones each time. */
export function scattered(count: number, middle: Place, radius: number): readonly Place[] {
  const goldenAngle = Math.PI * (3 - Math.sqrt(5));
  return Array.from({ length: count }, (_, index) => {
    const away = radius * Math.sqrt((index + 0.5) / count);
    return { x: middle.x + away * Math.cos(index * goldenAngle), y: middle.y + away * Math.sin(index * goldenAngle) };
  });
}

/** Whether the ends of each line lie on different sides of the other. */
function crosses(a: Place, b: Place, { from, to }: Ridge): boolean {
  return side(a, b, from) * side(a, b, to) < 0 && side(from, to, a) * side(from, to, b) < 0;
}

/** Positive where `point` lies to the left of the way from `a` to `b`. */
function side(a: Place, b: Place, point: Place): number {
  return (b.x - a.x) * (point.y - a.y) - (b.y - a.y) * (point.x - a.x);
}
