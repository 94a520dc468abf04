/** How far agents are from the place of a query. Only where the straight line leaves a doubt is the exact way measured. */
import { cartesian, distance, distanceBounds, FARTHEST, pointAt } from './geodesic.js';
import type { Surroundings } from './query.js';

export class Near {
  readonly #centre;
  /** Metres of a straight line at most which, and beyond which, an agent is surely inside, and outside. */
  readonly #inside: number;
  readonly #outside: number;

  constructor(private readonly o: Surroundings) {
    this.#centre = cartesian(o.centre);
    this.#inside = longestChord((chord) => distanceBounds(chord)[1] <= o.radius);
    this.#outside = longestChord((chord) => distanceBounds(chord)[0] <= o.radius);
  }

  /**
   * Leaves among the first `count` of the slots those inside the radius, in their order, and says how many they are. In
   * `chords`, at the same places, come the metres of the straight lines, which no way is shorter than.
   */
  keepInside(slots: Int32Array, count: number, position: Float64Array, chords: Float64Array): number {
    const [x, y, z] = this.#centre;
    const inside = this.#inside;
    const outside = this.#outside;
    let kept = 0;
    for (let n = 0; n < count; n++) {
      const slot = slots[n] ?? 0;
      const ax = position[3 * slot] ?? Number.NaN;
      const ay = position[3 * slot + 1] ?? Number.NaN;
      const az = position[3 * slot + 2] ?? Number.NaN;
      // Multiplied, since a power is a call.
      const chord = Math.sqrt((ax - x) * (ax - x) + (ay - y) * (ay - y) + (az - z) * (az - z));
      // A location that is not known makes no number, which is neither.
      if (!(chord <= inside) && !(chord <= outside && this.#isExactlyInside(ax, ay, az))) continue;
      chords[kept] = chord;
      slots[kept++] = slot;
    }
    return kept;
  }

  /** About how many metres the way over such a straight line is. */
  metres(chord: number): number {
    const [least, most] = distanceBounds(chord);
    return Math.min(this.o.radius, (least + most) / 2);
  }

  #isExactlyInside(x: number, y: number, z: number): boolean {
    return distance(this.o.centre, pointAt(x, y, z)) <= this.o.radius;
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
