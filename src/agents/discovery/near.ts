/** How far agents are from the place of a query. Only where the straight line leaves a doubt is the exact way measured. */
import { type AgentIndex, locationOf } from './agent-index.js';
import { cartesian, distance, distanceBounds, FARTHEST } from './geodesic.js';
import type { Surroundings } from './query.js';

export class Near {
  readonly #centre;
  /** Metres of a straight line at most which, and beyond which, an agent is surely inside, and outside. */
  readonly #inside: number;
  readonly #outside: number;

  constructor(
    private readonly index: AgentIndex,
    private readonly o: Surroundings,
  ) {
    this.#centre = cartesian(o.centre);
    this.#inside = longestChord((chord) => distanceBounds(chord)[1] <= o.radius);
    this.#outside = longestChord((chord) => distanceBounds(chord)[0] <= o.radius);
  }

  /** Metres of the straight line, which no way is shorter than; undefined outside the radius, or where the location is not known. */
  chord(slot: number, position: Float64Array): number | undefined {
    const [x, y, z] = this.#centre;
    const dx = (position[3 * slot] ?? Number.NaN) - x;
    const dy = (position[3 * slot + 1] ?? Number.NaN) - y;
    const dz = (position[3 * slot + 2] ?? Number.NaN) - z;
    const chord = Math.sqrt(dx * dx + dy * dy + dz * dz);
    // No number is neither.
    if (chord <= this.#inside) return chord;
    return chord <= this.#outside && this.#isExactlyInside(slot) ? chord : undefined;
  }

  /** About how many metres the way over such a straight line is. */
  metres(chord: number): number {
    const [least, most] = distanceBounds(chord);
    return Math.min(this.o.radius, (least + most) / 2);
  }

  #isExactlyInside(slot: number): boolean {
    const agent = this.index.at(slot);
    const location = agent && locationOf(agent);
    return location !== undefined && distance(this.o.centre, location) <= this.o.radius;
  }
}

/** Halvings after which only the last digit of a number of metres is in doubt. */
const HALVINGS = 52;

/** The longest of which `holds`, where it holds of all shorter ones; negative when it holds of none. */
function longestChord(holds: (chord: number) => boolean): number {
  let [low, high] = [0, FARTHEST];
  if (!holds(low)) return -1;
  if (holds(high)) return high;
  for (let round = 0; round < HALVINGS; round++) {
    const middle = (low + high) / 2;
    if (holds(middle)) low = middle;
    else high = middle;
  }
  // What is undecided counts as not longer; the exact way decides about it.
  return low;
}
