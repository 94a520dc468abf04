/** What a cell draws from the mains, and how saving limits what it may radiate. */

/** Watts that a cell draws while it radiates nothing, and for each watt radiated: the EARTH model of a macro cell. */
const IDLE_WATTS = 130;
const WATTS_PER_WATT = 4.7;

/** dBm: what a cell can radiate, at most and at least. */
export const MOST_POWER = 46;
export const LEAST_POWER = 30;

/** Watts drawn by a cell that radiates `power` dBm. */
export function consumption(power: number): number {
  return IDLE_WATTS + WATTS_PER_WATT * watts(power);
}

/** Percent of what a cell draws at most that is saved when it radiates no more than `power` dBm. */
export function saved(power: number): number {
  return 100 * (1 - consumption(power) / consumption(MOST_POWER));
}

/** The most a cell may radiate in dBm, in whole decibels, that at least `target` percent are saved. */
export function powerLimit(target: number): number {
  let limit = MOST_POWER;
  while (limit > LEAST_POWER && saved(limit) < target) limit--;
  return limit;
}

/** The greatest target in whole percent that lets a cell radiate `power` dBm. */
export function targetAllowing(power: number): number {
  return Math.max(0, Math.floor(saved(Math.min(power, MOST_POWER))));
}

function watts(power: number): number {
  return 10 ** (power / 10) / 1000;
}
