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
    const outside = this.#outside;
    let near = 0;
    for (let n = 0; n < count; n++) {
      const slot = slots[n] ?? 0;
      const dx = (position[3 * slot] ?? Number.NaN) - x;
      const dy = (position[3 * slot + 1] ?? Number.NaN) - y;
      const dz = (position[3 * slot + 2] ?? Number.NaN) - z;
      // Multiplied, since a power is a call.
      const chord = Math.sqrt(dx * dx + dy * dy + dz * dz);
      chords[near] = chord;
      slots[near] = slot;
      // A location that is not known makes no number. Without a branch, as in the sieves.
      near += Number(chord <= outside);
    }
    return this.#inside === outside ? near : this.#withoutDoubts(slots, near, position, chords);
  }

  /** Leaves those that are surely inside, and those that are when it is measured exactly. */
  #withoutDoubts(slots: Int32Array, count: number, position: Float64Array, chords: Float64Array): number {
    const inside = this.#inside;
    let kept = 0;
    for (let n = 0; n < count; n++) {
      const slot = slots[n] ?? 0;
      const chord = chords[n] ?? 0;
      if (chord > inside && !this.#isExactlyInside(position.subarray(3 * slot, 3 * slot + 3))) continue;
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

  #isExactlyInside([x = Number.NaN, y = Number.NaN, z = Number.NaN]: Float64Array): boolean {
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
