/** Distances of agents from the place of a query. The exact path is computed only when the straight line does not decide. */
import { cartesian, distance, distanceBounds, FARTHEST, pointAt } from './geodesic.js';
import type { Surroundings } from './query.js';

export class Near {
  readonly #centre;
  /** Straight-line distances in metres: up to `#inside` an agent is surely inside the radius, beyond `#outside` surely outside. */
  readonly #inside: number;
  readonly #outside: number;

  constructor(private readonly o: Surroundings) {
    this.#centre = cartesian(o.centre);
    this.#inside = longestChord((chord) => distanceBounds(chord)[1] <= o.radius);
    this.#outside = longestChord((chord) => distanceBounds(chord)[0] <= o.radius);
  }

  /**
   * Keeps those of the first `count` slots that are inside the radius, in their order, and returns their number. Writes the
   * straight-line distances in metres to the same positions of `chords`; the path is never shorter.
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
      // Multiplication is faster than a call of a power function.
      const chord = Math.sqrt(dx * dx + dy * dy + dz * dz);
      chords[near] = chord;
      slots[near] = slot;
      // An unknown location gives NaN. Without a branch, as in the sieves.
      near += Number(chord <= outside);
    }
    return this.#inside === outside ? near : this.#withoutDoubts(slots, near, position, chords);
  }

  /** Keeps the slots that are surely inside, or inside by the exact distance. */
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

  /** Estimates the length in metres of the path for a straight-line distance. */
  metres(chord: number): number {
    const [least, most] = distanceBounds(chord);
    return Math.min(this.o.radius, (least + most) / 2);
  }

  #isExactlyInside([x = Number.NaN, y = Number.NaN, z = Number.NaN]: Float64Array): boolean {
    return distance(this.o.centre, pointAt(x, y, z)) <= this.o.radius;
  }
}

/** Number of halvings after which only the last digit of a number of metres is uncertain. */
const HALVINGS = 52;

/** Returns the longest chord for which `holds` is true, if it is true for all shorter ones; negative when for none. */
function longestChord(holds: (chord: number) => boolean): number {
  let [low, high] = [0, FARTHEST];
  if (!holds(low)) return -1;
  if (holds(high)) return high;
  for (let round = 0; round < HALVINGS; round++) {
    const middle = (low + high) / 2;
    if (holds(middle)) low = middle;
    else high = middle;
  }
  // Chords between `low` and `high` are undecided, and count as longer.
  return low;
}
