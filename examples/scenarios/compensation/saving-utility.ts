/**
 * What a target is worth to the energy-saving agent:
 *
 *     utility(target) = target / own target - weight * share without service under it
 *
 * Saving as much as it wants is worth 1, saving nothing 0. The share without service is what the asking agent has reported
 * for that target; between two reported targets it is drawn as a line. Beyond them, the agent goes on with the slope of the
 * two nearest reports, and with one report only it hopes for `hope` less for each percent of saving given up. So it gives
 * up little at first, and more only when it is told that little did not help. A measurement corrects what was predicted for
 * other targets by the error that it shows.
 */

export interface SavingPolicy {
  /** Percent of the power drawn at most that it wants to save. */
  readonly target: number;
  /** Percent below which it never goes; 0 allows a suspension. */
  readonly floor: number;
  /** How many times the worth of its own target it would be if nobody had service. */
  readonly weight: number;
  /** Share of subscribers (0 to 1) that it hopes to bring back with each percent given up. */
  readonly hope: number;
}

/** What the asking agent says of a target. */
export interface CoverageReport {
  /** Percent. */
  readonly target: number;
  /** Share of subscribers (0 to 1). */
  readonly unserved: number;
  /** True: seen while the target was in force; false: predicted. */
  readonly measured: boolean;
}

export function utility(target: number, reports: readonly CoverageReport[], policy: SavingPolicy): number {
  return target / policy.target - policy.weight * unservedUnder(target, reports, policy);
}

/**
 * The target of greatest utility, of `targets`, among those that the policy allows; of equal ones the highest. Without any
 * report, the policy's own target.
 */
export function bestTarget(
  targets: readonly number[],
  reports: readonly CoverageReport[],
  policy: SavingPolicy,
): number {
  let best = { target: policy.target, utility: utility(policy.target, reports, policy) };
  for (const target of [...targets].sort((a, b) => b - a)) {
    if (target < policy.floor || target > policy.target) continue;
    const worth = utility(target, reports, policy);
    if (worth > best.utility) best = { target, utility: worth };
  }
  return best.target;
}

/** The share without service that is to be expected under a target. */
export function unservedUnder(target: number, reports: readonly CoverageReport[], { hope }: SavingPolicy): number {
  const known = pointsOf(reports);
  const below = known.findLast(([at]) => at <= target);
  const above = known.find(([at]) => at >= target);
  if (below && above) return between(below, above, target);
  const [first, second] = above ? known : known.toReversed();
  if (!first) return 0;
  const slope = second ? Math.max(0, (second[1] - first[1]) / (second[0] - first[0])) : hope;
  return share(first[1] + slope * (target - first[0]));
}

type Point = readonly [target: number, unserved: number];

/** The reports by target, lowest first; of several on one target the last measurement counts, else the last prediction. */
function pointsOf(reports: readonly CoverageReport[]): readonly Point[] {
  const predicted = new Map(reports.filter(({ measured }) => !measured).map(point));
  const seen = new Map(reports.filter(({ measured }) => measured).map(point));
  const [at, last] = [...seen].at(-1) ?? [];
  const expected = at === undefined ? undefined : predicted.get(at);
  const error = last === undefined || expected === undefined ? 0 : last - expected;
  const corrected = [...predicted].map(([target, unserved]): Point => [target, share(unserved + error)]);
  return [...new Map([...corrected, ...seen])].sort(([a], [b]) => a - b);
}

function point({ target, unserved }: CoverageReport): Point {
  return [target, unserved];
}

function share(value: number): number {
  return Math.min(1, Math.max(0, value));
}

function between([a, atA]: Point, [b, atB]: Point, target: number): number {
  return a === b ? atA : atA + ((atB - atA) * (target - a)) / (b - a);
}
